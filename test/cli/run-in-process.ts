import type { Command } from 'commander';
import { vi } from 'vitest';
import { runCommand } from '../../lib/cli/run-command.ts';

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, so that the clients it makes can be mocked. */
export async function runInProcess(command: Command, args: readonly string[]): Promise<Run> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const { argv, exitCode } = process;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void stdout.push(`${line}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
  ];
  try {
    process.argv = ['node', command.name(), ...args];
    process.exitCode = undefined;
    await runCommand(command.exitOverride());
    return { code: Number(process.exitCode ?? 0), stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    Object.assign(process, { argv, exitCode });
    for (const spy of spies) spy.mockRestore();
  }
}
