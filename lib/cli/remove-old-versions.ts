/** Removes published versions of a stack's functions and of its workflow that nothing uses any more. */
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import {
  DeleteFunctionCommand,
  LambdaClient,
  paginateListAliases,
  paginateListVersionsByFunction,
} from '@aws-sdk/client-lambda';
import {
  DeleteStateMachineVersionCommand,
  DescribeStateMachineAliasCommand,
  DescribeStateMachineCommand,
  ListStateMachineAliasesCommand,
  ListStateMachineVersionsCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { Command, InvalidArgumentError } from 'commander';

/** An execution, and so the code that it began with, lives for twelve hours at most. */
const YOUNG_MS = 24 * 3_600_000;

interface Clients {
  readonly cloudFormation: CloudFormationClient;
  readonly lambda: LambdaClient;
  readonly sfn: SFNClient;
}

interface Version {
  readonly number: number;
  readonly published: Date;
}

export function removeOldVersionsCommand(): Command {
  return new Command('remove_old_versions')
    .description(
      'Removes versions of functions and of the workflow that are older than the last few and unused.',
    )
    .requiredOption('--stack <name>', 'the deployed stack')
    .option('--keep <number>', 'how many versions of each to keep, to roll back to', parseKeep, 5)
    .action(async ({ stack, keep }: { stack: string; keep: number }) => {
      const clients = {
        cloudFormation: new CloudFormationClient(),
        lambda: new LambdaClient(),
        sfn: new SFNClient(),
      };
      for await (const removed of removeOldVersions(clients, stack, keep, new Date())) console.log(removed);
    });
}

/**
 * Versions that an alias uses, the newest `keep`, and those published in the last day stay, and so do the versions of
 * functions that such versions of the workflow call. The versions of the workflow go first.
 */
export async function* removeOldVersions(
  { cloudFormation, lambda, sfn }: Clients,
  stack: string,
  keep: number,
  now: Date,
): AsyncGenerator<string> {
  const names = { function: [] as string[], machine: [] as string[] };
  for await (const page of paginateListStackResources({ client: cloudFormation }, { StackName: stack })) {
    for (const { ResourceType, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
      if (ResourceType === 'AWS::Lambda::Function') names.function.push(PhysicalResourceId!);
      if (ResourceType === 'AWS::StepFunctions::StateMachine') names.machine.push(PhysicalResourceId!);
    }
  }
  const called = new Set<string>();
  for (const arn of names.machine) {
    const [versions, used] = [await machineVersions(sfn, arn), await machineVersionsInUse(sfn, arn)];
    const old = unused(versions, used, keep, now);
    for (const version of old) {
      const stateMachineVersionArn = `${arn}:${version}`;
      await sfn.send(new DeleteStateMachineVersionCommand({ stateMachineVersionArn }));
      yield stateMachineVersionArn;
    }
    for (const { number } of versions.filter(({ number }) => !old.includes(number))) {
      for (const each of await functionVersionsCalled(sfn, `${arn}:${number}`)) called.add(each);
    }
  }
  for (const name of names.function) {
    const [versions, used] = [
      await functionVersions(lambda, name),
      await functionVersionsInUse(lambda, name),
    ];
    for (const version of unused(versions, used, keep, now)) {
      if (called.has(`${name}:${version}`)) continue;
      await lambda.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier: String(version) }));
      yield `${name}:${version}`;
    }
  }
}

function unused(versions: readonly Version[], used: ReadonlySet<number>, keep: number, now: Date): number[] {
  return [...versions]
    .sort((a, b) => b.number - a.number)
    .slice(keep)
    .filter(({ number, published }) => !used.has(number) && now.getTime() - published.getTime() > YOUNG_MS)
    .map(({ number }) => number);
}

async function functionVersions(client: LambdaClient, FunctionName: string): Promise<Version[]> {
  const versions: Version[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version, LastModified } of Versions) {
      if (Version !== '$LATEST')
        versions.push({ number: Number(Version), published: new Date(LastModified!) });
    }
  }
  return versions;
}

async function functionVersionsInUse(client: LambdaClient, FunctionName: string): Promise<Set<number>> {
  const used = new Set<number>();
  for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName })) {
    for (const { FunctionVersion, RoutingConfig } of Aliases) {
      const others = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
      for (const version of [FunctionVersion, ...others]) used.add(Number(version));
    }
  }
  return used;
}

async function machineVersions(client: SFNClient, stateMachineArn: string): Promise<Version[]> {
  const versions: Version[] = [];
  let nextToken: string | undefined;
  do {
    const page = await client.send(new ListStateMachineVersionsCommand({ stateMachineArn, nextToken }));
    for (const { stateMachineVersionArn, creationDate } of page.stateMachineVersions ?? []) {
      versions.push({ number: versionOf(stateMachineVersionArn!), published: creationDate! });
    }
    nextToken = page.nextToken;
  } while (nextToken);
  return versions;
}

async function machineVersionsInUse(client: SFNClient, stateMachineArn: string): Promise<Set<number>> {
  const { stateMachineAliases = [] } = await client.send(
    new ListStateMachineAliasesCommand({ stateMachineArn }),
  );
  const used = new Set<number>();
  for (const { stateMachineAliasArn } of stateMachineAliases) {
    const alias = await client.send(new DescribeStateMachineAliasCommand({ stateMachineAliasArn }));
    for (const { stateMachineVersionArn } of alias.routingConfiguration ?? []) {
      used.add(versionOf(stateMachineVersionArn!));
    }
  }
  return used;
}

/** `name:version` of each function that a version of the workflow calls. */
async function functionVersionsCalled(client: SFNClient, stateMachineArn: string): Promise<string[]> {
  const { definition = '' } = await client.send(new DescribeStateMachineCommand({ stateMachineArn }));
  return [...definition.matchAll(/:function:([\w-]+:\d+)/g)].map(([, version]) => version!);
}

const versionOf = (arn: string): number => Number(arn.split(':').at(-1));

function parseKeep(text: string): number {
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1)
    throw new InvalidArgumentError('Expected a whole number from 1 on.');
  return keep;
}
