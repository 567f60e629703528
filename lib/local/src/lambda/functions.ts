import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AwsError } from '../errors.ts';
import type { Faults } from '../faults.ts';
import type { Principals } from '../iam/principals.ts';
import { REGION } from '../identities.ts';
import type { ResolvedResource, ResolvedStack } from '../resolved-stack.ts';
import { findBundle } from './bundle.ts';
import { Concurrency } from './concurrency.ts';
import { type FunctionOptions, LocalFunction } from './local-function.ts';
import type { Sandbox } from './sandbox.ts';

export interface FunctionsOptions {
  readonly stack: ResolvedStack;
  readonly principals: Principals;
  /** Where the functions reach AWS. */
  readonly awsUrl: string;
  readonly inlineFolder: string;
  /** Folder of V8's compiled code, with a folder for each asset: functions that share files compile them once. */
  readonly compiledFolder: string;
  readonly onLine: FunctionOptions['onLine'];
  readonly onInvocation: FunctionOptions['onInvocation'];
  /**
   * Called with an event that a function failed to handle, and with the function's queue for such events, if
   * any.
   */
  readonly onDropped: (queueArn: string | undefined, event: string, error: string) => void;
  readonly requesterOf: FunctionOptions['requesterOf'];
  readonly timeScale: number;
  readonly faults: Faults | undefined;
  /** Simultaneous invocations that the account may have. */
  readonly accountConcurrency: number;
  readonly invocationsPerSandbox: number;
}

/** Every Lambda function of a stack. */
export class Functions {
  readonly #byName = new Map<string, LocalFunction>();
  readonly #byLogicalId = new Map<string, LocalFunction>();

  static async create(options: FunctionsOptions): Promise<Functions> {
    const functions = new Functions();
    const resources = options.stack.ofType('AWS::Lambda::Function');
    const reserved = resources.map(({ properties }) => Number(properties.ReservedConcurrentExecutions ?? 0));
    const concurrency = new Concurrency(options.accountConcurrency, reserved);
    for (const resource of resources) {
      const local = new LocalFunction(await functionOptions(options, resource, concurrency));
      functions.#byName.set(local.name, local);
      functions.#byLogicalId.set(resource.logicalId, local);
    }
    await deleteUnused(options.compiledFolder, functions.all());
    return functions;
  }

  /**
   * By name, ARN (with or without a qualifier) or logical id. @throws AwsError when there is no such function
   */
  get(nameOrArn: string): LocalFunction {
    const name =
      /^arn:aws:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn.split(':')[0]!;
    const found = this.#byName.get(name) ?? this.#byLogicalId.get(name);
    if (!found) throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404);
    return found;
  }

  /** The ARN that needs permission, with the qualifier if there is one. */
  arnOf(nameOrArn: string, qualifier?: string): string {
    const { arn } = this.get(nameOrArn);
    const suffix =
      qualifier ?? (nameOrArn.startsWith('arn:') ? nameOrArn.split(':')[7] : nameOrArn.split(':')[1]);
    return suffix ? `${arn}:${suffix}` : arn;
  }

  all(): LocalFunction[] {
    return [...this.#byName.values()];
  }

  /** Variables that no function has read yet: the function's name, then the variable's. */
  unread(): string[] {
    return this.all().flatMap(({ name, unread }) => unread.map((variable) => `${name}: ${variable}`));
  }

  /** The sandbox that uses a session token in its requests. */
  sandboxOf(sessionToken: string): Sandbox | undefined {
    for (const each of this.#byName.values()) {
      const found = each.sandboxOf(sessionToken);
      if (found) return found;
    }
    return undefined;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#byName.values()].map((each) => each.stop()));
  }
}

/** Deletes the compiled code of bundles that no function has any more. */
async function deleteUnused(compiledFolder: string, functions: readonly LocalFunction[]): Promise<void> {
  const used = functions.map(({ options }) => basename(options.compiledFolder));
  const unused = (await readdir(compiledFolder)).filter((name) => !used.includes(name));
  await Promise.all(unused.map((name) => rm(join(compiledFolder, name), { recursive: true })));
}

async function functionOptions(
  options: FunctionsOptions,
  resource: ResolvedResource,
  concurrency: Concurrency,
): Promise<FunctionOptions> {
  const { stack, principals, awsUrl, inlineFolder } = options;
  const { identity, properties } = resource;
  const name = identity.ref;
  const memoryMb = Number(properties.MemorySize ?? 128);
  const asyncConfig = stack
    .ofType('AWS::Lambda::EventInvokeConfig')
    .find((each) => each.properties.FunctionName === name)?.properties;
  const queueArn: string | undefined =
    asyncConfig?.DestinationConfig?.OnFailure?.Destination ?? properties.DeadLetterConfig?.TargetArn;
  const credentials = principals.issueCredentials(principals.principal(properties.Role, name));
  const { folder, ...bundle } = await findBundle(stack, resource, inlineFolder);
  return {
    ...bundle,
    compiledFolder: join(options.compiledFolder, basename(folder)),
    name,
    arn: identity.attributes.Arn!,
    threadName: resource.logicalId,
    handler: String(properties.Handler),
    runtime: String(properties.Runtime),
    variables: Object.keys(properties.Environment?.Variables ?? {}),
    memoryMb,
    timeoutSeconds: Number(properties.Timeout ?? 3),
    enter: concurrency.forFunction(properties.ReservedConcurrentExecutions),
    invocationsPerSandbox: options.invocationsPerSandbox,
    requesterOf: options.requesterOf,
    timeScale: options.timeScale,
    plannedFault: () => options.faults?.onInvocation?.(name),
    clockSkewMs: () => options.faults?.clockSkewMs?.(name) ?? 0,
    asyncRetries: asyncConfig?.MaximumRetryAttempts ?? 2,
    onLine: options.onLine,
    onInvocation: options.onInvocation,
    onDropped: (event, error) => options.onDropped(queueArn, event, error),
    environment: {
      ...properties.Environment?.Variables,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_DEFAULT_REGION: REGION,
      AWS_ENDPOINT_URL: awsUrl,
      AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      AWS_REGION: REGION,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      TZ: ':UTC',
      _HANDLER: String(properties.Handler),
    },
  };
}
