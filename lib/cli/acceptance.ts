import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { parseBaseUrl } from './api-client.ts';
import { type Location, parseLocation } from './locations.ts';
import { CommandFailed } from './run-command.ts';

interface Options {
  readonly url: string;
  readonly apiKey?: string;
  readonly sign?: true;
  readonly start: Location;
  readonly end: Location;
}

/** `acceptance`: checks a deployed service against the contract. */
export function acceptanceCommand(): Command {
  return new Command('acceptance')
    .description('Checks over HTTP that a deployed service does what the contract says.')
    .requiredOption('-u, --url <url>', 'where the service answers: the output ApiUrl of its stack')
    .option('--api-key <key>', 'its API key, where it asks for one (or the variable POLYNYA_API_KEY)')
    .option('--sign', 'sign the requests with AWS credentials, where the service asks for IAM signatures')
    .addOption(
      new Option('-s, --start <location>', 'start of a route that one of its meshes covers')
        .argParser(parseLocation)
        .default(parseLocation('signy'), 'signy'),
    )
    .addOption(
      new Option('-e, --end <location>', 'end of that route')
        .argParser(parseLocation)
        .default(parseLocation('halley'), 'halley'),
    )
    .addHelpText(
      'after',
      '\nIt leaves one finished route with the tag "acceptance"; all else that it creates it removes.',
    )
    .action(checkContract);
}

async function checkContract({ url, apiKey, sign, start, end }: Options): Promise<void> {
  const vitest = spawn('npx', ['vitest', 'run', '--project', 'acceptance', '--reporter', 'verbose'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      POLYNYA_ACCEPTANCE_URL: parseBaseUrl(url),
      POLYNYA_ACCEPTANCE_START: `${start.lat},${start.lon}`,
      POLYNYA_ACCEPTANCE_END: `${end.lat},${end.lon}`,
      ...(apiKey && { POLYNYA_API_KEY: apiKey }),
      ...(sign && { POLYNYA_ACCEPTANCE_SIGN: 'yes' }),
    },
  });
  const [code] = await once(vitest, 'exit');
  if (code !== 0) throw new CommandFailed('the service does not do all that the contract says');
}
