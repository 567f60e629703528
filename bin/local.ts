import type { CommanderError } from 'commander';
import { DamagedData, type LocalStack, LocalStackError, PortTaken, UnusableFolder } from 'template-runner';
import { greeting } from '../lib/local-mode/greeting.ts';
import { type Options, parseOptions } from '../lib/local-mode/options.ts';
import { start } from '../lib/local-mode/start.ts';

/** The whole service on this machine: synthesises the app, runs its template, adds the sample. */

/** The sentence for a failure that a person can do something about; the stack for any other. */
function explain(error: unknown, { port }: Options): string {
  if (error instanceof PortTaken) {
    const option = error.port === port ? '--port' : '--aws-port';
    return `${error.message.slice(0, -1)}: choose another with ${option}.`;
  }
  if (error instanceof UnusableFolder) return `${error.message} Choose another with --data.`;
  if (error instanceof DamagedData) {
    return `${error.message} "npm start -- --fresh" begins anew and keeps the old data in a folder beside it.`;
  }
  if (error instanceof LocalStackError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code && message ? `The service cannot run: ${message}.` : (stack ?? String(error));
}

/** Ctrl-C reaches the process twice, from the terminal and from npm, within this time. */
const SAME_SIGNAL_MS = 500;
let stoppingSince: number | undefined;

/** The first signal stops the service, a second one ends the process at once. */
function stopOnSignals(stack: LocalStack): void {
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    console.log('Stopping.');
    stack.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function main(): Promise<void> {
  process.env.TZ = 'UTC'; // as on Lambda
  let options: Options;
  try {
    options = parseOptions(process.argv.slice(2));
  } catch (error) {
    process.exitCode = (error as CommanderError).exitCode === 0 ? 0 : 1;
    return;
  }
  const fail = (error: unknown) => {
    if (stoppingSince !== undefined) return; // work that was cut short
    console.error(explain(error, options));
    process.exit(1);
  };
  process.on('uncaughtException', fail); // the database reports a damaged file this way
  try {
    const stack = await start(options);
    stopOnSignals(stack);
    console.log(greeting(stack, options, performance.now() / 1000));
  } catch (error) {
    fail(error);
  }
}

await main();
