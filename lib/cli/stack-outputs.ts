import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailed } from './run-command.ts';

/** Which service a command uses: the local one, unless a deployed stack is named. */
export interface StackOptions {
  readonly awsPort: number;
  readonly stack?: string;
}

/** What the commands need from a stack's outputs, and how to reach its AWS services. */
export interface StackAccess {
  readonly meshBucket: string;
  readonly importFunction: string;
  readonly zonesTable: string;
  readonly apiUrl: string;
  /** For any SDK client; empty for the usual AWS configuration. */
  readonly clientConfig: ClientConfig;
}

export type ClientConfig = {
  endpoint?: string;
  region?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

export function addStackOptions(command: Command): Command {
  return command
    .option('--aws-port <port>', 'AWS port of the local service', parsePort, 4566)
    .option('--stack <name>', 'a deployed stack instead, with the usual AWS credentials and region');
}

/** Finds the stack and reads its outputs. */
export async function accessStack(options: StackOptions): Promise<StackAccess> {
  const clientConfig = options.stack ? {} : localConfig(options.awsPort);
  const outputs = outputsOf(await describe(options, clientConfig));
  const output = (name: string): string => {
    const value = outputs.get(name);
    if (!value) throw new CommandFailed(`the stack has no output ${name}: is it Polynya's?`);
    return value;
  };
  return {
    meshBucket: output('MeshBucketName'),
    importFunction: output('ImportFunctionName'),
    // a stack of before there were zones has none
    get zonesTable() {
      return output('ZonesTableName');
    },
    get apiUrl() {
      return output('ApiUrl');
    },
    clientConfig,
  };
}

/** The local service accepts any credentials; real ones are never sent to it. */
function localConfig(port: number): ClientConfig {
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
}

async function describe({ stack, awsPort }: StackOptions, clientConfig: ClientConfig): Promise<Stack> {
  const client = new CloudFormationClient({ ...clientConfig, maxAttempts: stack ? 3 : 1 });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand(stack ? { StackName: stack } : {}));
    const found = Stacks[0];
    if (!found) throw new CommandFailed('there is no stack');
    return found;
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    const { message } = error as Error;
    throw new CommandFailed(
      stack
        ? `the stack ${stack} can't be read: ${message}`
        : `no local service answers on port ${awsPort} (start it with npm start, or name a deployed stack with --stack): ${message}`,
    );
  } finally {
    client.destroy();
  }
}

function outputsOf({ Outputs = [] }: Stack): Map<string, string> {
  return new Map(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey ?? '', OutputValue ?? '']));
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new InvalidArgumentError('Expected a port of 1 to 65535.');
  }
  return port;
}
