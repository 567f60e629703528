import { Command } from 'commander';
import { expect, test } from 'vitest';
import { runInProcess } from './run-in-process.ts';

test.each([
  [
    "the stack x can't be read: Region is missing",
    "the stack x can't be read: Region is missing: set AWS_REGION",
  ],
  [
    "can't sign the request: Could not load credentials from any providers",
    "can't sign the request: Could not load credentials from any providers: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  ],
  ['there is no file x', 'there is no file x'],
])('an error becomes one line that says what to do: %s', async (message, line) => {
  const command = new Command('any').action(() => {
    throw new Error(message);
  });
  expect(await runInProcess(command, [])).toEqual({ code: 1, stdout: '', stderr: `any: ${line}\n` });
});
