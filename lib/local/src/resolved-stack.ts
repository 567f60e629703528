import { ACCOUNT, arn, identify, REGION } from './identities.ts';
import { type Identity, Intrinsics } from './intrinsics.ts';
import { checkResourceTypes } from './resource-types.ts';
import type { Resource, StackSource } from './template.ts';

/**
 * Properties of a resource, with every intrinsic resolved; their shape is CloudFormation's for the resource's
 * type.
 */
// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of some twenty CloudFormation types
export type Properties = Record<string, any>;

/** A resource that exists: its condition holds, and its name is known. */
export interface ResolvedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly identity: Identity;
  readonly properties: Properties;
}

/** A stack's resources and outputs, with names and references resolved. */
export interface ResolvedStack {
  readonly stackName: string;
  readonly stackId: string;
  readonly resources: readonly ResolvedResource[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly assets: ReadonlyMap<string, string>;
  ofType(type: string): ResolvedResource[];
}

/** Local addresses of the API and of AWS. */
export interface Addresses {
  /** Replaces AWS's `https://<id>.execute-api…/<stage>` wherever a template builds it. */
  readonly apiUrl: string;
  readonly awsUrl: string;
}

/** Resolves the names, references and conditions of a template. */
export function resolveStack(source: StackSource, { apiUrl, awsUrl }: Addresses): ResolvedStack {
  const { stackName, template } = source;
  checkResourceTypes(template);
  const stackId = arn('cloudformation', `stack/${stackName}/local`);
  const identities = new Map<string, Identity>();
  const identityOf = (logicalId: string): Identity => {
    const known = identities.get(logicalId);
    if (known) return known;
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template has no resource or parameter ${logicalId}`);
    const property = (name: string) => intrinsics.resolve(resource.Properties?.[name]);
    const identity = identify(stackName, logicalId, resource, { property, awsUrl });
    identities.set(logicalId, identity);
    return identity;
  };
  const pseudo = {
    'AWS::AccountId': ACCOUNT,
    'AWS::NotificationARNs': [],
    'AWS::Partition': 'aws',
    'AWS::Region': REGION,
    'AWS::StackId': stackId,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const intrinsics = new Intrinsics(template, pseudo, identityOf);
  const exists = ({ Condition }: { readonly Condition?: string }) =>
    !Condition || intrinsics.condition(Condition);

  const stages = stageAddresses(template.Resources, identityOf);
  const localise = (value: unknown) => replaceAddresses(value, stages, apiUrl);
  const resources = Object.entries(template.Resources)
    .filter(([, resource]) => exists(resource))
    .map(([logicalId, { Type, Properties }]) => ({
      logicalId,
      type: Type,
      identity: identityOf(logicalId),
      properties: localise(intrinsics.resolve(Properties ?? {})) as Properties,
    }));
  const outputs = Object.entries(template.Outputs ?? {})
    .filter(([, output]) => exists(output))
    .map(([name, { Value }]) => [name, String(localise(intrinsics.resolve(Value)))]);
  return {
    stackName,
    stackId,
    resources,
    outputs: Object.fromEntries(outputs),
    assets: source.assets,
    ofType: (type) => resources.filter((resource) => resource.type === type),
  };
}

/** The address prefix of each stage of each REST API on AWS. */
function stageAddresses(
  resources: Readonly<Record<string, Resource>>,
  identityOf: (id: string) => Identity,
): string[] {
  const ofType = (type: string) => Object.keys(resources).filter((id) => resources[id]!.Type === type);
  return ofType('AWS::ApiGateway::RestApi').flatMap((api) =>
    ofType('AWS::ApiGateway::Stage').map(
      (stage) =>
        `https://${identityOf(api).ref}.execute-api.${REGION}.amazonaws.com/${identityOf(stage).ref}`,
    ),
  );
}

function replaceAddresses(value: unknown, addresses: readonly string[], apiUrl: string): unknown {
  if (typeof value === 'string') {
    const address = addresses.find((each) => value.startsWith(each));
    return address ? apiUrl + value.slice(address.length) : value;
  }
  if (Array.isArray(value)) return value.map((each) => replaceAddresses(each, addresses, apiUrl));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, replaceAddresses(each, addresses, apiUrl)]),
  );
}
