/** The file that a command writes its result to; "-", or none given, is standard output. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { CommandFailed } from './run-command.ts';

export const outputOption = (description = 'file to write to (default: standard output)') =>
  new Option('-o, --output <file>', description).argParser(parseOutput);

/** A folder that does not exist is told before the command has done its work. */
function parseOutput(text: string): string {
  const folder = dirname(text);
  if (!existsSync(folder)) throw new InvalidArgumentError(`There is no folder ${folder}.`);
  return text;
}

export function isStandardOutput(output: string | undefined): output is '-' | undefined {
  return output === undefined || output === '-';
}

export async function writeOutput(text: string, output: string | undefined): Promise<void> {
  if (isStandardOutput(output)) process.stdout.write(text);
  else await writeFile(output, text).catch((error: Error) => failToWrite(output, error));
}

/** @throws CommandFailed always */
export function failToWrite(output: string | undefined, { message }: Error): never {
  throw new CommandFailed(
    `can't write ${isStandardOutput(output) ? 'to standard output' : output}: ${message}`,
  );
}
