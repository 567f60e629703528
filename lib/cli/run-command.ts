import type { Command } from 'commander';

/** Exit code if there is no way from the start to the end. */
export const NO_WAY_THROUGH = 2;

/** Ends a command with one line on standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What to do about errors of the AWS SDK that do not say it themselves. */
const AWS_ADVICE = [
  ['Region is missing', 'set AWS_REGION'],
  [
    'Could not load credentials from any providers',
    'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
] as const;

/** Runs a command with the arguments of the process; any error becomes one line and an exit code. */
export async function runCommand(command: Command): Promise<void> {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', outputFailed(command.name()));
  try {
    await command.parseAsync();
  } catch (error) {
    const { message, exitCode } = error as Partial<CommandFailed>;
    const line = (message || String(error)).replace(/\s*\n\s*/g, ' ');
    const advice = AWS_ADVICE.find(([end]) => line.endsWith(end))?.[1];
    process.stderr.write(`${command.name()}: ${advice ? `${line}: ${advice}` : line}\n`);
    process.exitCode = exitCode ?? 1;
  }
}

/**
 * If the reader has closed the pipe, as `head` does, it needs no more output; the command still finishes its
 * work.
 */
const outputFailed =
  (name: string) =>
  ({ code, message }: NodeJS.ErrnoException): void => {
    if (code === 'EPIPE') return;
    process.stderr.write(`${name}: can't write: ${message}\n`);
    process.exit(1);
  };
