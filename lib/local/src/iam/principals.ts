import { createHash } from 'node:crypto';
import { AwsError } from '../errors.ts';
import { ACCOUNT } from '../identities.ts';
import type { ResolvedStack } from '../resolved-stack.ts';
import { isAllowed, type Permission, parseStatements, type Statement, UnusedGrants } from './policy.ts';

/** The signer of a request: a function or a state machine, in its role. */
export interface Principal {
  /** The name of an assumed role in AWS's error messages. */
  readonly arn: string;
  readonly statements: readonly Statement[];
  readonly unused: UnusedGrants;
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Credentials with which the developer signs requests to an API that requires signatures. */
export const DEVELOPER: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The roles of a stack, and the access keys of the functions that use them. */
export class Principals {
  readonly #roles = new Map<string, Statement[]>();
  readonly #principals: Principal[] = [];
  readonly #byAccessKey = new Map<string, Principal>();
  readonly #secrets = new Map([[DEVELOPER.accessKeyId, DEVELOPER.secretAccessKey]]);

  constructor(stack: ResolvedStack) {
    for (const { identity, properties } of stack.ofType('AWS::IAM::Role')) {
      const inline = (properties.Policies ?? []) as { PolicyDocument: object }[];
      this.#roles.set(
        identity.ref,
        inline.flatMap(({ PolicyDocument }) => parseStatements(PolicyDocument)),
      );
    }
    for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']) {
      for (const { properties } of stack.ofType(type)) {
        const statements = parseStatements(properties.PolicyDocument);
        for (const role of properties.Roles ?? []) this.#roles.get(role)?.push(...statements);
      }
    }
  }

  /** The principal that acts as `session` (for example a function's name) with the role of that ARN. */
  principal(roleArn: string, session: string): Principal {
    const role = roleArn.split('/').at(-1)!;
    const statements = this.#roles.get(role) ?? [];
    const principal = {
      arn: `arn:aws:sts::${ACCOUNT}:assumed-role/${role}/${session}`,
      statements,
      unused: new UnusedGrants(statements),
    };
    this.#principals.push(principal);
    return principal;
  }

  /** What the principals may do and have not done yet: the session, then the action and the resource. */
  unused(): string[] {
    return this.#principals.flatMap(({ arn, unused }) =>
      unused.all().map(({ action, resource }) => `${arn.split('/').at(-1)}: ${action} on ${resource}`),
    );
  }

  /** Keys with which a function signs its requests; `signedBy` recognises them. */
  issueCredentials(principal: Principal): Credentials {
    const secret = createHash('sha256').update(principal.arn).digest('hex').toUpperCase();
    const accessKeyId = `ASIA${secret.slice(0, 16)}`;
    this.#byAccessKey.set(accessKeyId, principal);
    this.#secrets.set(accessKeyId, secret);
    return { accessKeyId, secretAccessKey: secret };
  }

  /** The secret of an access key; undefined for an unknown one. */
  secretOf(accessKeyId: string): string | undefined {
    return this.#secrets.get(accessKeyId);
  }

  /** The function that owns an access key; undefined for any other key, which is the developer's. */
  signedBy(accessKeyId: string | undefined): Principal | undefined {
    return accessKeyId === undefined ? undefined : this.#byAccessKey.get(accessKeyId);
  }
}

/**
 * The first of the permissions that the principal does not have; the developer (undefined) has all of them.
 */
export function missingPermission(
  principal: Principal | undefined,
  permissions: readonly Permission[],
): Permission | undefined {
  if (!principal) return undefined;
  return permissions.find((permission) => {
    const allowed = isAllowed(principal.statements, permission);
    if (allowed) principal.unused.use(permission);
    return !allowed;
  });
}

/** AWS's message for a refusal. */
export const denial = (principal: Principal, { action, resource }: Permission): string =>
  `User: ${principal.arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

/** @throws AwsError `AccessDeniedException` */
export function authorise(principal: Principal | undefined, permissions: readonly Permission[]): void {
  const missing = missingPermission(principal, permissions);
  if (missing) throw new AwsError('AccessDeniedException', denial(principal!, missing), 400);
}
