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

/** Runs a command with the arguments of the process; any error becomes one line and an exit code. */
export async function runCommand(command: Command): Promise<void> {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', outputFailed(command.name()));
  try {
    await command.parseAsync();
  } catch (error) {
    const { message, exitCode } = error as Partial<CommandFailed>;
    process.stderr.write(`${command.name()}: ${(message || String(error)).replace(/\s*\n\s*/g, ' ')}\n`);
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
