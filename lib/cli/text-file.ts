/** Files that are named on the command line. */
import { readFile } from 'node:fs/promises';
import { CommandFailed } from './run-command.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'a directory, not a file',
  EACCES: 'not readable',
};

/** Why a file could not be read; undefined for an error that does not come from the file system. */
export function readFault({ code, message }: NodeJS.ErrnoException): string | undefined {
  return code && (REASONS[code] ?? message);
}

/** @throws CommandFailed */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(`${file}: ${readFault(error as Error)}`);
  }
}

/** @throws CommandFailed */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${file}: not JSON: ${(error as Error).message}`);
  }
}
