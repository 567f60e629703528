import { describe, expect, test } from 'vitest';
import { handlerIds } from '../../lib/stack/polynya-stack.ts';
import { functionOf, type Json, resourcesOf, templateOf } from './template.ts';

const template = templateOf();

/** `action on resource`, resources by short names: what each handler may do, and nothing else. */
const allowed: Record<string, string[]> = {
  'vehicles/create': [
    'dynamodb:GetItem on vehicles',
    'dynamodb:PutItem on vehicles',
    'dynamodb:Scan on vehicles',
  ],
  'vehicles/list': ['dynamodb:Scan on vehicles'],
  'vehicles/list-types': ['dynamodb:Scan on vehicles'],
  'vehicles/get': ['dynamodb:GetItem on vehicles'],
  'vehicles/delete': ['dynamodb:DeleteItem on vehicles'],
  'routes/request': [
    'dynamodb:GetItem on meshes',
    'dynamodb:Query on meshes/index/by-rank',
    'dynamodb:GetItem on requests',
    'dynamodb:GetItem on vehicles',
    'dynamodb:PutItem on requests',
    'dynamodb:UpdateItem on requests',
    'dynamodb:Query on requests/index/similar',
    's3:GetObject on route bucket/routes/*',
    's3:ListBucket on route bucket',
    'states:StartExecution on workflow',
  ],
  'routes/get': [
    'dynamodb:GetItem on requests',
    'dynamodb:UpdateItem on requests',
    's3:GetObject on route bucket/routes/*',
    's3:ListBucket on route bucket',
    'dynamodb:GetItem on meshes',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/sources/*',
  ],
  'routes/evaluate': [
    'dynamodb:GetItem on meshes',
    'dynamodb:Query on meshes/index/by-rank',
    'dynamodb:GetItem on vehicles',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/sources/*',
  ],
  'routes/recent': ['dynamodb:GetItem on requests', 'dynamodb:BatchGetItem on requests'],
  'jobs/get': ['dynamodb:GetItem on requests'],
  'jobs/cancel': [
    'dynamodb:GetItem on requests',
    'dynamodb:UpdateItem on requests',
    'states:StopExecution on executions',
  ],
  'locations/list': [],
  'locations/get': [],
  'meshes/list': ['dynamodb:Query on meshes/index/by-created'],
  'meshes/get': [
    'dynamodb:GetItem on meshes',
    'dynamodb:GetItem on vehicles',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/sources/*',
    's3:GetObject on mesh bucket/geojson/*',
    's3:PutObject on mesh bucket/geojson/*',
    's3:GetObject on mesh bucket/vehicle-meshes/*',
    's3:PutObject on mesh bucket/vehicle-meshes/*',
  ],
  'meshes/compiled': [
    'dynamodb:GetItem on meshes',
    'dynamodb:GetItem on vehicles',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/sources/*',
  ],
  'service/health': [
    'dynamodb:DescribeTable on vehicles',
    'dynamodb:DescribeTable on meshes',
    'dynamodb:Query on meshes/index/by-created',
    'dynamodb:DescribeTable on requests',
    's3:ListBucket on mesh bucket',
    's3:ListBucket on route bucket',
    'states:DescribeStateMachine on workflow',
  ],
  'schema/document': [],
  'schema/page': [],
  'console/get': [],
  fallback: [],
  'jobs/calculate': [
    'dynamodb:GetItem on requests',
    'dynamodb:UpdateItem on requests',
    'dynamodb:GetItem on meshes',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/sources/*',
    's3:PutObject on route bucket/routes/*',
  ],
  'jobs/recover': ['dynamodb:UpdateItem on requests'],
  'jobs/settle': ['dynamodb:UpdateItem on requests', 'sqs:SendMessage on lost events'],
  'jobs/sweep': [
    'dynamodb:GetItem on requests',
    'dynamodb:UpdateItem on requests',
    'dynamodb:Query on requests/index/active',
    'states:StartExecution on workflow',
    'states:ListExecutions on workflow',
    'states:DescribeExecution on executions',
  ],
  'meshes/import': [
    'dynamodb:GetItem on meshes',
    'dynamodb:PutItem on meshes',
    'dynamodb:UpdateItem on meshes',
    'dynamodb:DeleteItem on meshes',
    'dynamodb:Query on meshes',
    'dynamodb:Query on meshes/index/by-created',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/meshes/*',
    's3:GetObject on mesh bucket/metadata/*',
    's3:GetObject on mesh bucket/inserted/*',
    's3:GetObject on mesh bucket/import/*',
    's3:PutObject on mesh bucket/import/*',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/sources/*',
    's3:PutObject on mesh bucket/sources/*',
  ],
};

/** What every function may do: write its own log, and trace. */
const ofAll = [
  'logs:CreateLogStream on own log',
  'logs:PutLogEvents on own log',
  'xray:PutTelemetryRecords on *',
  'xray:PutTraceSegments on *',
];

const shortNames: [RegExp, string][] = [
  [/^StorageVehicles\w+$/, 'vehicles'],
  [/^StorageMeshBucket\w+$/, 'mesh bucket'],
  [/^StorageRouteBucket\w+$/, 'route bucket'],
  [/^StorageMeshes\w+$/, 'meshes'],
  [/^StorageRequests\w+$/, 'requests'],
  [/^JobWatchLostEvents\w+$/, 'lost events'],
  [/^RouteWorkflowStateMachine\w+$/, 'workflow'],
];

/** A resource of a policy in words. */
function nameOf(resource: Json, ownLog: string): string {
  if (typeof resource === 'string') return resource;
  const id = resource['Fn::GetAtt']?.[0] ?? resource.Ref;
  if (id === ownLog) return 'own log';
  if (id) return shortNames.find(([pattern]) => pattern.test(id))?.[1] ?? id;
  const text = resource['Fn::Join'][1].map((part: Json) => nameOf(part, ownLog)).join('');
  return text.endsWith(':execution:workflow:*') ? 'executions' : text;
}

function permissionsOf(handlerId: string): string[] {
  const [, { Properties }] = functionOf(template, handlerId);
  const role = Properties.Role['Fn::GetAtt'][0];
  const ownLog = Properties.LoggingConfig.LogGroup.Ref;
  const policies = Object.values(resourcesOf(template, 'AWS::IAM::Policy')).filter(({ Properties }) =>
    Properties.Roles.some(({ Ref }: Json) => Ref === role),
  );
  return policies
    .flatMap((policy) => policy.Properties.PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource }: Json) => {
      expect(Effect).toBe('Allow');
      return [Action]
        .flat()
        .flatMap((action) => [Resource].flat().map((resource) => `${action} on ${nameOf(resource, ownLog)}`));
    });
}

describe('the role of each handler', () => {
  test('is known for every handler', () => {
    expect(Object.keys(allowed).sort()).toEqual([...handlerIds].sort());
  });

  test.each(handlerIds)('%s may do what its code does, and nothing else', (handlerId) => {
    expect(permissionsOf(handlerId).sort()).toEqual([...ofAll, ...allowed[handlerId]!].sort());
  });

  test('is its own, without managed or inline policies', () => {
    const roles = handlerIds.map((id) => functionOf(template, id)[1].Properties.Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(handlerIds.length);
    for (const role of roles) {
      const { ManagedPolicyArns, Policies } = resourcesOf(template, 'AWS::IAM::Role')[role]!.Properties;
      expect({ ManagedPolicyArns, Policies }).toEqual({});
    }
  });
});

test('no policy has a wildcard action', () => {
  for (const { Properties } of Object.values(resourcesOf(template, 'AWS::IAM::Policy'))) {
    for (const { Action } of Properties.PolicyDocument.Statement) {
      for (const action of [Action].flat()) expect(action).not.toContain('*');
    }
  }
});

test('the workflow may invoke its two functions, log and trace', () => {
  const roles = Object.values(resourcesOf(template, 'AWS::IAM::Role'));
  const [role] = roles.filter(
    ({ Properties }) =>
      Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service === 'states.amazonaws.com',
  );
  const [invoke, logAndTrace] = role!.Properties.Policies[0].PolicyDocument.Statement;
  expect(invoke.Action).toBe('lambda:InvokeFunction');
  expect(invoke.Resource).toEqual(
    ['jobs/calculate', 'jobs/recover'].map((id) => ({
      'Fn::Join': ['', [{ 'Fn::GetAtt': [functionOf(template, id)[0], 'Arn'] }, ':*']],
    })),
  );
  for (const action of logAndTrace.Action) expect(action).toMatch(/^(logs|xray):/);
});
