import { describe, expect, test } from 'vitest';
import { functionIds, operationsOfFunction } from '../../lib/stack/functions.ts';
import { permissionsByRole } from './permissions.ts';
import { production, resources, signed, templateOf } from './template.ts';

/**
 * What a handler may do is in `lib/stack/bindings.ts`. That it may do nothing too much is shown by
 * `test/after-local/unused.test.ts`, and nothing too little by the tests of the whole stack, where the roles are
 * enforced. Here is what holds for every role, those of functions that are still to be written included.
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
  'dynamodb:BatchWriteItem',
  'execute-api:Invoke',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'lambda:InvokeFunction',
  's3:PutObject',
  'sns:Publish',
  'sqs:SendMessage',
  'states:StartExecution',
  'states:StopExecution',
];
/** What is made again when it is lost, so that whoever reads may write it. */
const MADE_AGAIN = /^s3:PutObject on mesh bucket\/(compiled|vehicle-meshes|geojson)\/\*$/;
/** What else a function that only reads may change, with the reason. */
const changedByReaders: Readonly<Record<string, string>> = {
  'routes/get dynamodb:UpdateItem on requests': 'a route whose document is lost is no longer offered',
};

/** What a state machine needs to write its log and its traces. */
const logAndTrace = [
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
];

const ofOthers: Record<string, string[]> = {
  BatchWorkflowRole: [
    'Allow sts:AssumeRole to states.amazonaws.com of this account',
    ...['admit', 'calculate', 'expand', 'price', 'publish'].map(
      (step) => `lambda:InvokeFunction on batches/${step}:*`,
    ),
    ...logAndTrace.slice(0, 8),
    's3:GetObject on batch bucket/batches/*',
    's3:PutObject on batch bucket/batches/*',
    'states:DescribeExecution on batch executions',
    'states:StartExecution on batch workflow',
    'states:StopExecution on batch executions',
    ...logAndTrace.slice(8),
  ],
  WatchWorkflowRole: [
    'Allow sts:AssumeRole to states.amazonaws.com of this account',
    'lambda:InvokeFunction on watches/check:*',
    'lambda:InvokeFunction on watches/select:*',
    ...logAndTrace,
  ],
  RouteWorkflowRole: [
    'Allow sts:AssumeRole to states.amazonaws.com of this account',
    'lambda:InvokeFunction on jobs/calculate:*',
    'lambda:InvokeFunction on jobs/recover:*',
    ...logAndTrace,
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
  const permissions = functionIds.flatMap((id) =>
    roles[id]!.filter((each) => !ofAll.includes(each)).map((each) => ({ id, each })),
  );
  const actionOf = (permission: string) => permission.split(' ')[0]!;

  test('are one for each function, and those that AWS needs', () => {
    expect(Object.keys(roles).sort()).toEqual([...functionIds, ...Object.keys(others)].sort());
  });

  test.each(Object.keys(others))('%s may do this, and nothing else', (role) => {
    expect(roles[role]).toEqual(others[role as keyof typeof others]);
  });

  test('of functions are for Lambda, and let them log and trace', () => {
    for (const id of functionIds) expect(roles[id], id).toEqual(expect.arrayContaining(ofAll));
  });

  test('of functions have no other actions than these, on a table, a folder of a bucket, or a function', () => {
    const others = permissions.filter(({ each }) => ![...READS, ...CHANGES].includes(actionOf(each)));
    expect(others).toEqual([]);
    const wide = permissions.filter(
      ({ each }) => /\*/.test(each) && !/(bucket\/[\w-]+|\/api\/\w+)\/\*$/.test(each),
    );
    expect(wide).toEqual([]);
  });

  test('of functions that only read let them change nothing', () => {
    const isReader = (id: string) => {
      const served = operationsOfFunction(id);
      return served.length > 0 && served.every(({ method }) => method === 'GET');
    };
    const changes = permissions
      .filter(({ id, each }) => isReader(id) && CHANGES.includes(actionOf(each)))
      .filter(({ each }) => !MADE_AGAIN.test(each))
      .map(({ id, each }) => `${id} ${each}`);
    expect(changes).toEqual(Object.keys(changedByReaders));
  });

  test('let only these delete items, invoke functions, publish, and start or stop executions', () => {
    const who = (action: string) =>
      permissions.filter(({ each }) => actionOf(each) === action).map(({ id }) => id);
    expect(who('dynamodb:DeleteItem')).toEqual(['vehicles/write', 'zones/write']);
    expect(who('lambda:InvokeFunction')).toEqual(['meshes/import']);
    expect(who('sns:Publish')).toEqual(['watches/check']);
    expect(roles['watches/check']).toContain('sns:Publish on watch topic');
    expect(who('states:StartExecution')).toEqual([
      'routes/request',
      'batches/write',
      'watches/write',
      'jobs/sweep',
      'meshes/import',
    ]);
    expect(who('states:StopExecution')).toEqual(['batches/write', 'jobs/write']);
  });

  test('have no wildcard action', () => {
    const actions = Object.values(roles).flat().map(actionOf);
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });
});
