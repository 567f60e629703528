/** Files that are named on the command line. */
import { readFile } from 'node:fs/promises';
import { type DecodedText, decodeText } from '../files/decode-text.ts';
import { tell } from './progress.ts';
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

/** The text of a file in any usual encoding; a guess is told. @throws CommandFailed */
export async function readText(file: string): Promise<string> {
  const { text, note } = decoded(file, await readBytes(file));
  if (note !== null) tell(`${file}: ${note}`);
  return text;
}

/** @throws CommandFailed */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandFailed(`${file}: ${readFault(error as Error)}`);
  }
}

function decoded(file: string, bytes: Uint8Array): DecodedText {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw new CommandFailed(`${file}: ${(error as Error).message}`);
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
