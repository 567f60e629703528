/**
 * In words, what each role of a template may do and who may use it: `action on resource`, with short names of
 * our resources. Roles are named after their function, or after what uses them.
 */
import type { Json } from './template.ts';

const shortNames: [RegExp, string][] = [
  [/^StorageVehicles\w+$/, 'vehicles'],
  [/^StorageZones\w+$/, 'zones'],
  [/^StorageMeshBucket\w+$/, 'mesh bucket'],
  [/^StorageRouteBucket\w+$/, 'route bucket'],
  [/^StorageMeshes\w+$/, 'meshes'],
  [/^StorageRequests\w+$/, 'requests'],
  [/^JobWatchLostEvents\w+$/, 'lost events'],
  [/^StorageBatches\w+$/, 'batches'],
  [/^StorageWatches\w+$/, 'watches'],
  [/^StorageBatchBucket\w+$/, 'batch bucket'],
  [/^BatchWorkflowStateMachine\w+$/, 'batch workflow'],
  [/^WatchWorkflowStateMachine\w+$/, 'watch workflow'],
  [/^WatchTopic\w+$/, 'watch topic'],
  [/^WatchesSelectFunction\w+$/, 'watches/select'],
  [/^WatchesCheckFunction\w+$/, 'watches/check'],
  [/^BatchesAdmitFunction\w+$/, 'batches/admit'],
  [/^BatchesExpandFunction\w+$/, 'batches/expand'],
  [/^BatchesCalculateFunction\w+$/, 'batches/calculate'],
  [/^BatchesPriceFunction\w+$/, 'batches/price'],
  [/^BatchesPublishFunction\w+$/, 'batches/publish'],
  [/^RouteWorkflowStateMachine\w+$/, 'workflow'],
  [/^JobsCalculateFunction\w+$/, 'jobs/calculate'],
  [/^JobsRecoverFunction\w+$/, 'jobs/recover'],
];

/** A resource of a policy in words. */
function nameOf(resource: Json, ownLog: string): string {
  if (typeof resource === 'string') return resource;
  const id = resource['Fn::GetAtt']?.[0] ?? resource.Ref;
  if (id === ownLog) return 'own log';
  if (id) return shortNames.find(([pattern]) => pattern.test(id))?.[1] ?? id;
  const text = resource['Fn::Join'][1].map((part: Json) => nameOf(part, ownLog)).join('');
  if (text.endsWith(':execution:batch workflow:*')) return 'batch executions';
  return text.endsWith(':execution:workflow:*') ? 'executions' : text;
}

type Resources = Record<string, { readonly Type: string; readonly Properties: Json }>;

const lines = (statements: Json[], ownLog: string): string[] =>
  statements.flatMap(({ Effect, Action, Resource, Condition }: Json) =>
    [Action].flat().flatMap((action) =>
      [Resource].flat().map((resource) => {
        const condition = Condition ? ` if ${JSON.stringify(Condition)}` : '';
        return `${Effect === 'Allow' ? '' : `${Effect} `}${action} on ${nameOf(resource, ownLog)}${condition}`;
      }),
    ),
  );

const OWN_ACCOUNT = JSON.stringify({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } });

const trusts = (statements: Json[]): string[] =>
  statements.map(({ Effect, Action, Principal, Condition }: Json) => {
    const whose = JSON.stringify(Condition) === OWN_ACCOUNT ? ' of this account' : '';
    return `${Effect} ${Action} to ${Principal.Service}${whose}`;
  });

/** @param all the resources of a template */
export function permissionsByRole(all: Resources): Record<string, string[]> {
  const ofType = (type: string) => Object.entries(all).filter(([, { Type }]) => Type === type);
  const functions = ofType('AWS::Lambda::Function').map(([, { Properties }]) => ({
    role: Properties.Role['Fn::GetAtt'][0] as string,
    functionId: (Properties.Description as string).replace('Polynya ', ''),
    ownLog: Properties.LoggingConfig.LogGroup.Ref as string,
  }));
  const policies = ofType('AWS::IAM::Policy').map(([, { Properties }]) => Properties);
  const entries = ofType('AWS::IAM::Role').map(([id, { Properties }]) => {
    const { functionId = id.replace(/[0-9A-F]{8}$/, ''), ownLog = '' } =
      functions.find(({ role }) => role === id) ?? {};
    const attached = policies.filter(({ Roles }) => Roles.some(({ Ref }: Json) => Ref === id));
    const managed = (Properties.ManagedPolicyArns ?? []).map(
      (arn: Json) => `managed ${arn['Fn::Join'][1].at(-1).split('/').at(-1)}`,
    );
    const documents = [...attached, ...(Properties.Policies ?? [])].map(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
    const permissions = [
      ...trusts(Properties.AssumeRolePolicyDocument.Statement),
      ...managed,
      ...lines(documents.flat(), ownLog),
    ];
    return [functionId, permissions.sort()];
  });
  return Object.fromEntries(entries);
}

/** The names of the environment variables of each function. */
export const variablesByFunction = (all: Resources): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(all)
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => [
        Properties.Description.replace('Polynya ', ''),
        Object.keys(Properties.Environment.Variables).sort(),
      ]),
  );
