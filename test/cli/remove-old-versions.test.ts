import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import {
  DeleteFunctionCommand,
  LambdaClient,
  ListAliasesCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
import {
  DeleteStateMachineVersionCommand,
  DescribeStateMachineAliasCommand,
  DescribeStateMachineCommand,
  ListStateMachineAliasesCommand,
  ListStateMachineVersionsCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { removeOldVersions } from '../../lib/cli/remove-old-versions.ts';

const now = new Date('2026-11-22T12:00:00Z');
const machine = 'arn:aws:states:eu-west-2:123456789012:stateMachine:routes';
/** Version n was published n days after the first of November. */
const published = (version: number) => new Date(Date.UTC(2026, 10, 1 + version));

const clients = () => ({
  cloudFormation: new CloudFormationClient(),
  lambda: new LambdaClient(),
  sfn: new SFNClient(),
});

/** A workflow that calls versions of functions. */
const calling = (...versions: string[]) =>
  JSON.stringify({
    States: Object.fromEntries(
      versions.map((version) => [
        version,
        { Parameters: { FunctionName: `arn:aws:lambda:eu-west-2:123456789012:function:${version}` } },
      ]),
    ),
  });

const stackOf = (resources: readonly [type: string, id: string][]) =>
  mockClient(CloudFormationClient)
    .on(ListStackResourcesCommand)
    .resolves({
      StackResourceSummaries: resources.map(([ResourceType, PhysicalResourceId]) => ({
        ResourceType,
        PhysicalResourceId,
        LogicalResourceId: 'x',
        LastUpdatedTimestamp: now,
        ResourceStatus: 'CREATE_COMPLETE',
      })),
    });

async function removed(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** A workflow with these versions, of which the alias uses one. */
function workflowOf(versions: readonly number[], live: number) {
  const sfn = mockClient(SFNClient);
  sfn.on(ListStateMachineVersionsCommand).resolves({
    stateMachineVersions: versions.map((version) => ({
      stateMachineVersionArn: `${machine}:${version}`,
      creationDate: published(version),
    })),
  });
  sfn
    .on(ListStateMachineAliasesCommand)
    .resolves({ stateMachineAliases: [{ stateMachineAliasArn: `${machine}:live`, creationDate: now }] });
  sfn
    .on(DescribeStateMachineAliasCommand)
    .resolves({ routingConfiguration: [{ stateMachineVersionArn: `${machine}:${live}`, weight: 100 }] });
  return sfn;
}

test('what an alias uses, the newest and what is young stay; the workflow goes first', async () => {
  stackOf([
    ['AWS::Lambda::Function', 'calculate'],
    ['AWS::StepFunctions::StateMachine', machine],
    ['AWS::S3::Bucket', 'bucket'],
  ]);
  const lambda = mockClient(LambdaClient);
  const listed = ['$LATEST', '1', '2', '3', '4', '21'].map((Version) => ({
    Version,
    LastModified: Version === '$LATEST' ? now.toISOString() : published(Number(Version)).toISOString(),
  }));
  lambda.on(ListVersionsByFunctionCommand).resolvesOnce({ Versions: listed.slice(0, 3), NextMarker: 'more' });
  lambda.on(ListVersionsByFunctionCommand, { Marker: 'more' }).resolves({ Versions: listed.slice(3) });
  lambda.on(ListAliasesCommand).resolves({
    Aliases: [{ FunctionVersion: '4', RoutingConfig: { AdditionalVersionWeights: { 2: 0.1 } } }],
  });
  const sfn = workflowOf([21, 20, 3, 1], 3);
  sfn.on(DescribeStateMachineCommand).resolves({ definition: calling('calculate:21') });

  const gone = await removed(removeOldVersions(clients(), 'polynya-production', 1, now));

  expect(gone).toEqual([`${machine}:20`, `${machine}:1`, 'calculate:3', 'calculate:1']);
  expect(sfn.commandCalls(DeleteStateMachineVersionCommand)).toHaveLength(2);
  expect(lambda.commandCalls(DeleteFunctionCommand).map(({ args }) => args[0].input)).toEqual([
    { FunctionName: 'calculate', Qualifier: '3' },
    { FunctionName: 'calculate', Qualifier: '1' },
  ]);
});

test('versions of functions that a version of the workflow calls stay as long as it does', async () => {
  stackOf([
    ['AWS::Lambda::Function', 'calculate'],
    ['AWS::Lambda::Function', 'recover'],
    ['AWS::StepFunctions::StateMachine', machine],
  ]);
  const lambda = mockClient(LambdaClient);
  lambda.on(ListVersionsByFunctionCommand).resolves({
    // those of deployments that failed, whose versions of the workflow are gone, are newer
    Versions: [1, 2, 3, 4, 5].map((version) => ({
      Version: String(version),
      LastModified: published(version).toISOString(),
    })),
  });
  lambda.on(ListAliasesCommand).resolves({ Aliases: [] });
  const sfn = workflowOf([3, 2, 1], 2);
  sfn
    .on(DescribeStateMachineCommand, { stateMachineArn: `${machine}:2` })
    .resolves({ definition: calling('calculate:1', 'recover:2') })
    .on(DescribeStateMachineCommand, { stateMachineArn: `${machine}:3` })
    .resolves({ definition: calling('calculate:3', 'recover:2') });

  expect(await removed(removeOldVersions(clients(), 'polynya-production', 1, now))).toEqual([
    `${machine}:1`,
    'calculate:4',
    'calculate:2',
    'recover:4',
    'recover:3',
    'recover:1',
  ]);
});

test('nothing that was published in the last day goes', async () => {
  const recent = new Date('2026-11-21T13:00:00Z');
  stackOf([['AWS::Lambda::Function', 'calculate']]);
  const lambda = mockClient(LambdaClient);
  lambda.on(ListVersionsByFunctionCommand).resolves({
    Versions: ['1', '2', '3'].map((Version) => ({ Version, LastModified: recent.toISOString() })),
  });
  lambda.on(ListAliasesCommand).resolves({ Aliases: [] });
  expect(await removed(removeOldVersions(clients(), 'polynya-production', 1, now))).toEqual([]);
  expect(lambda.commandCalls(DeleteFunctionCommand)).toEqual([]);
});
