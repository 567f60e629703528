import { describe, expect, test } from 'vitest';
import { handlerIds } from '../../lib/stack/polynya-stack.ts';
import { permissionsByRole } from './permissions.ts';
import { production, resources, resourcesOf, templateOf } from './template.ts';

/** All permissions of each handler; it has no others. */
const ofHandlers: Record<string, string[]> = {
  'vehicles/create': [
    'dynamodb:GetItem on vehicles',
    'dynamodb:PutItem on vehicles',
    'dynamodb:Scan on vehicles',
    'dynamodb:DeleteItem on vehicles',
  ],
  'vehicles/list': ['dynamodb:Scan on vehicles'],
  'vehicles/list-types': ['dynamodb:Scan on vehicles'],
  'vehicles/get': ['dynamodb:GetItem on vehicles'],
  'vehicles/delete': ['dynamodb:DeleteItem on vehicles'],
  'zones/create': [
    'dynamodb:GetItem on zones',
    'dynamodb:PutItem on zones',
    'dynamodb:Query on zones/index/by-name',
  ],
  'zones/list': ['dynamodb:Query on zones/index/by-name'],
  'zones/get': ['dynamodb:GetItem on zones'],
  'zones/delete': ['dynamodb:DeleteItem on zones', 'dynamodb:GetItem on zones'],
  'routes/request': [
    'dynamodb:GetItem on zones',
    'dynamodb:GetItem on meshes',
    'dynamodb:Query on meshes/index/by-created',
    's3:GetObject on mesh bucket/catalogue/*',
    's3:GetObject on mesh bucket/standing-zones/*',
    's3:ListBucket on mesh bucket',
    'dynamodb:GetItem on requests',
    'dynamodb:GetItem on vehicles',
    'dynamodb:PutItem on requests',
    'dynamodb:UpdateItem on requests',
    'dynamodb:Query on requests/index/similar',
    's3:GetObject on route bucket/routes/*',
    's3:PutObject on route bucket/requests/*',
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
    'dynamodb:Query on meshes/index/by-created',
    's3:GetObject on mesh bucket/catalogue/*',
    'dynamodb:GetItem on vehicles',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/vehicle-meshes/*',
    's3:PutObject on mesh bucket/vehicle-meshes/*',
    's3:GetObject on mesh bucket/sources/*',
  ],
  'routes/reach': [
    'dynamodb:GetItem on meshes',
    'dynamodb:Query on meshes/index/by-created',
    's3:GetObject on mesh bucket/catalogue/*',
    'dynamodb:GetItem on vehicles',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/vehicle-meshes/*',
    's3:PutObject on mesh bucket/vehicle-meshes/*',
    's3:GetObject on mesh bucket/sources/*',
  ],
  'routes/matrix': [
    'dynamodb:GetItem on meshes',
    'dynamodb:Query on meshes/index/by-created',
    's3:GetObject on mesh bucket/catalogue/*',
    'dynamodb:GetItem on vehicles',
    's3:ListBucket on mesh bucket',
    's3:GetObject on mesh bucket/compiled/*',
    's3:PutObject on mesh bucket/compiled/*',
    's3:GetObject on mesh bucket/vehicle-meshes/*',
    's3:PutObject on mesh bucket/vehicle-meshes/*',
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
  'meshes/list': ['dynamodb:GetItem on vehicles', 'dynamodb:Query on meshes/index/by-created'],
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
    's3:GetObject on mesh bucket/vehicle-meshes/*',
    's3:PutObject on mesh bucket/vehicle-meshes/*',
    's3:GetObject on mesh bucket/sources/*',
  ],
  'service/health': [
    'dynamodb:DescribeTable on zones',
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
    's3:GetObject on mesh bucket/vehicle-meshes/*',
    's3:PutObject on mesh bucket/vehicle-meshes/*',
    's3:GetObject on mesh bucket/sources/*',
    's3:GetObject on mesh bucket/standing-zones/*',
    's3:PutObject on route bucket/routes/*',
    's3:GetObject on route bucket/requests/*',
    's3:ListBucket on route bucket',
  ],
  'jobs/recover': ['dynamodb:UpdateItem on requests'],
  'jobs/settle': ['dynamodb:UpdateItem on requests', 'sqs:SendMessage on lost events'],
  'jobs/sweep': [
    'dynamodb:BatchGetItem on requests',
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
    'dynamodb:Query on meshes/index/by-created',
    's3:GetObject on mesh bucket/catalogue/*',
    's3:PutObject on mesh bucket/catalogue/*',
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
  'Allow sts:AssumeRole to lambda.amazonaws.com of this account',
  'logs:CreateLogStream on own log',
  'logs:PutLogEvents on own log',
  'xray:PutTelemetryRecords on *',
  'xray:PutTraceSegments on *',
];

const ofOthers: Record<string, string[]> = {
  RouteWorkflowRole: [
    'Allow sts:AssumeRole to states.amazonaws.com of this account',
    'lambda:InvokeFunction on jobs/calculate:*',
    'lambda:InvokeFunction on jobs/recover:*',
    'logs:CreateLogDelivery on *',
    'logs:DeleteLogDelivery on *',
    'logs:DescribeLogGroups on *',
    'logs:DescribeResourcePolicies on *',
    'logs:GetLogDelivery on *',
    'logs:ListLogDeliveries on *',
    'logs:PutResourcePolicy on *',
    'logs:UpdateLogDelivery on *',
    'xray:GetSamplingRules on *',
    'xray:GetSamplingTargets on *',
    'xray:PutTelemetryRecords on *',
    'xray:PutTraceSegments on *',
  ],
};

const ofProduction: Record<string, string[]> = {
  DeploymentRole: [
    'Allow sts:AssumeRole to codedeploy.amazonaws.com of this account',
    'managed AWSCodeDeployRoleForLambdaLimited',
  ],
  // API Gateway has one such role in an account and region, and documents no condition for its trust.
  HttpApiCloudWatchRole: [
    'Allow sts:AssumeRole to apigateway.amazonaws.com',
    'managed AmazonAPIGatewayPushToCloudWatchLogs',
  ],
};

const expected = {
  ...Object.fromEntries(
    Object.entries(ofHandlers).map(([id, permissions]) => [id, [...ofAll, ...permissions].sort()]),
  ),
  ...ofOthers,
};

describe.each([
  ['development', {}, expected],
  ['production', production, { ...expected, ...ofProduction }],
])('the roles in %s', (_, context, wanted) => {
  const template = templateOf(context);
  const roles = permissionsByRole(resources(template));

  test('are these', () => {
    expect(Object.keys(ofHandlers).sort()).toEqual([...handlerIds].sort());
    expect(Object.keys(roles).sort()).toEqual(Object.keys(wanted).sort());
  });

  test.each(Object.keys(wanted))('%s may do this, and nothing else', (role) => {
    expect(roles[role]).toEqual(wanted[role as keyof typeof wanted]);
  });

  test('have no wildcard action', () => {
    for (const { Properties } of Object.values(resourcesOf(template, 'AWS::IAM::Policy'))) {
      for (const { Action } of Properties.PolicyDocument.Statement) {
        for (const action of [Action].flat()) expect(action).not.toContain('*');
      }
    }
  });
});
