import type { Command } from 'commander';

/** Ends a command with one line on standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command on the arguments of the process; whatever goes wrong is one line, and an exit code. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await command.parseAsync();
  } catch (error) {
    const { message, exitCode } = error as Partial<CommandFailed>;
    process.stderr.write(`${command.name()}: ${(message || String(error)).replace(/\s*\n\s*/g, ' ')}\n`);
    process.exitCode = exitCode ?? 1;
  }
}
