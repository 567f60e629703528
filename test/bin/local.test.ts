import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../lib/local-mode/options.ts';

const start = (...flags: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/local.ts'), ...flags], {
    encoding: 'utf8',
  });

test('npm start -- with an unknown option ends with code 1 and one line, as every command', () => {
  const { status, stderr } = start('--fast');
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(/^error: unknown option '--fast'.*$/);
});

test('npm start -- --help lists the options', () => {
  const { status, stdout } = start('--help');
  expect(status).toBe(0);
  for (const option of [
    '--port',
    '--aws-port',
    '--data',
    '--fresh',
    '--stage',
    '--context',
    '--host',
    '--aws-host',
  ])
    expect(stdout).toContain(option);
});

test.each([
  [['--port', 'x'], 'Expected a port'],
  [['--stage', 'moon'], 'Allowed choices are development, production'],
  [['now'], 'too many arguments'],
  [['-c', 'auth'], 'Expected KEY=VALUE'],
])('%s is refused in one line', (flags, message) => {
  const lines: string[] = [];
  expect(() => parseOptions(flags, (line) => lines.push(line))).toThrow();
  expect(lines).toEqual([expect.stringContaining(message)]);
  expect(lines[0]!.trim()).not.toContain('\n');
});

test('configuration may be given several times; the AWS services stay on this machine', () => {
  const options = parseOptions(['-c', 'auth=iam', '--context', 'a=b=c', '--host', '0.0.0.0']);
  expect(options).toMatchObject({
    context: { auth: 'iam', a: 'b=c' },
    host: '0.0.0.0',
    awsHost: '127.0.0.1',
    fresh: false,
  });
});
