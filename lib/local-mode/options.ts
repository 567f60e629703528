import { Command, InvalidArgumentError, Option } from 'commander';

/** Options of `npm start`. */
export interface Options {
  readonly port: number;
  readonly awsPort: number;
  /** Folder in which everything is kept. */
  readonly data: string;
  readonly stage: string;
  /** Address at which the API listens. */
  readonly host: string;
  /** Address at which the AWS services listen. */
  readonly awsHost: string;
  readonly fresh: boolean;
  /** Configuration, as `cdk deploy -c KEY=VALUE` takes it. */
  readonly context: Readonly<Record<string, string>>;
}

export const DEFAULT_PORT = 8000;
export const DEFAULT_AWS_PORT = 4566;
const LOOPBACK = '127.0.0.1';

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a port of 0 to 65535.');
  return port;
}

function addContext(text: string, before: Options['context'] = {}): Options['context'] {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (!key) throw new InvalidArgumentError('Expected KEY=VALUE.');
  return { ...before, [key]: value! };
}

/**
 * Reads the command line of `npm start`. What is wrong with it is said in one line, by default on standard error.
 * @throws CommanderError with the exit code 0 for `--help`
 */
export function parseOptions(
  flags: readonly string[],
  sayError: (line: string) => unknown = (line) => process.stderr.write(line),
): Options {
  return new Command('npm start --')
    .description('Runs the whole service on this machine.')
    .option('--port <port>', 'port of the API (0: any free one)', parsePort, DEFAULT_PORT)
    .option('--aws-port <port>', 'port of the AWS services (0: any free one)', parsePort, DEFAULT_AWS_PORT)
    .option('--data <folder>', 'where everything is kept', '.polynya')
    .option('--fresh', 'begin without data; the old data is moved into a folder beside it', false)
    .addOption(
      new Option('--stage <stage>', 'stage to run')
        .choices(['development', 'production'])
        .default('development'),
    )
    .addOption(
      new Option('-c, --context <key=value>', 'configuration, as for cdk deploy; may be repeated')
        .argParser(addContext)
        .default({}, 'none'),
    )
    .option('--host <address>', 'address at which the API listens', LOOPBACK)
    .option(
      '--aws-host <address>',
      'address at which the AWS services listen; whoever reaches them may do everything',
      LOOPBACK,
    )
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ outputError: (text) => sayError(`${text.trim().replaceAll(/\s*\n\s*/g, ' ')}\n`) })
    .parse([...flags], { from: 'user' })
    .opts<Options>();
}
