import { describe, expect, test } from 'vitest';
import { operations } from '../../lib/api/operations.ts';
import { handlerIds } from '../../lib/stack/handler-ids.ts';
import { permissionsByRole } from './permissions.ts';
import { production, resources, resourcesOf, signed, templateOf } from './template.ts';

/**
 * What a handler may do is in `lib/stack/bindings.ts`. That it may do nothing too much is shown by
 * `test/after-local/unused.test.ts`, and nothing too little by the tests of the whole stack, where the roles are
 * enforced. Here is what holds for every role, those of handlers that are still to be written included.
 */

/** What every function may do: write its own log, and trace. */
const ofAll = [
  'Allow sts:AssumeRole to lambda.amazonaws.com of this account',
  'logs:CreateLogStream on own log',
  'logs:PutLogEvents on own log',
  'xray:PutTelemetryRecords on *',
  'xray:PutTraceSegments on *',
];

/** What reads and changes nothing. */
const READS = [
  'apigateway:GET',
  'dynamodb:BatchGetItem',
  'dynamodb:DescribeTable',
  'dynamodb:GetItem',
  'dynamodb:Query',
  'dynamodb:Scan',
  's3:GetObject',
  's3:ListBucket',
  'states:DescribeExecution',
  'states:DescribeStateMachine',
  'states:ListExecutions',
];
/** What changes something. Nothing else may be in a policy: no handler deletes objects or changes the stack itself. */
const CHANGES = [
  'execute-api:Invoke',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'lambda:InvokeFunction',
  's3:PutObject',
  'sqs:SendMessage',
  'states:StartExecution',
  'states:StopExecution',
];
/** What is made again when it is lost, so that whoever reads may write it. */
const MADE_AGAIN = /^s3:PutObject on mesh bucket\/(compiled|vehicle-meshes|geojson)\/\*$/;
/** What else an operation that reads may change, with the reason. */
const changedByReaders: Readonly<Record<string, string>> = {
  'routes/get dynamodb:UpdateItem on requests': 'a route whose document is lost is no longer offered',
};

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

describe.each([
  ['development', signed, ofOthers],
  ['production', { ...production, canary: 'falklands/rothera' }, { ...ofOthers, ...ofProduction }],
])('the roles in %s', (_, context, others) => {
  const template = templateOf(context);
  const roles = permissionsByRole(resources(template));
  const ofHandler = (id: string) => roles[id]!.filter((each) => !ofAll.includes(each));
  const ofHandlers = handlerIds.flatMap((id) => ofHandler(id).map((each) => ({ id, each })));
  const actionOf = (permission: string) => permission.split(' ')[0]!;

  test('are one for each handler, and those that AWS needs', () => {
    expect(Object.keys(roles).sort()).toEqual([...handlerIds, ...Object.keys(others)].sort());
  });

  test.each(Object.keys(others))('%s may do this, and nothing else', (role) => {
    expect(roles[role]).toEqual(others[role as keyof typeof others]);
  });

  test('of handlers are for Lambda, and let them log and trace', () => {
    for (const id of handlerIds) expect(roles[id], id).toEqual(expect.arrayContaining(ofAll));
  });

  test('of handlers have no other actions than these, on a table, a folder of a bucket, or a function', () => {
    const others = ofHandlers.filter(({ each }) => ![...READS, ...CHANGES].includes(actionOf(each)));
    expect(others).toEqual([]);
    const wide = ofHandlers.filter(
      ({ each }) => /\*/.test(each) && !/(bucket\/[\w-]+|\/api\/\w+)\/\*$/.test(each),
    );
    expect(wide).toEqual([]);
  });

  test('of operations that read let them change nothing', () => {
    const readers = operations.filter(({ method }) => method === 'GET').map(({ id }) => id);
    const changes = ofHandlers
      .filter(({ id, each }) => readers.includes(id) && CHANGES.includes(actionOf(each)))
      .filter(({ each }) => !MADE_AGAIN.test(each))
      .map(({ id, each }) => `${id} ${each}`);
    expect(changes).toEqual(Object.keys(changedByReaders));
  });

  test('let only these delete items, invoke functions, and start or stop executions', () => {
    const who = (action: string) =>
      ofHandlers.filter(({ each }) => actionOf(each) === action).map(({ id }) => id);
    const deletes = operations.filter(({ method }) => method === 'DELETE').map(({ id }) => id);
    expect(who('dynamodb:DeleteItem').filter((id) => !deletes.includes(id))).toEqual([
      'vehicles/create',
      'zones/create',
    ]); // it takes back
    expect(who('lambda:InvokeFunction')).toEqual(['meshes/import']);
    expect(who('states:StartExecution')).toEqual(['routes/request', 'jobs/sweep']);
    expect(who('states:StopExecution')).toEqual(['jobs/cancel']);
  });

  test('have no wildcard action', () => {
    for (const { Properties } of Object.values(resourcesOf(template, 'AWS::IAM::Policy'))) {
      for (const { Action } of Properties.PolicyDocument.Statement) {
        for (const action of [Action].flat()) expect(action).not.toContain('*');
      }
    }
  });
});
