import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../lib/local-mode/options.ts';

const start = (...flags: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/local.ts'), ...flags], {
    encoding: 'utf8',
    timeout: 20_000,
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
  ['/proc/x', 'ENOENT'], // Node tries for ever to make folders in a row there
  ['/proc', 'ENOENT'],
  [join(import.meta.dirname, 'local.test.ts'), 'file already exists'],
  [join(import.meta.dirname, 'local.test.ts/x'), 'file already exists'],
])('npm start -- --data %s, where nothing can be stored, ends with code 1 and one sentence', (data, why) => {
  const { status, stdout, stderr } = start('--port', '0', '--aws-port', '0', '--data', data);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim()).toMatch(/^The data folder \S+ cannot be used: [^\n]+ Choose another with --data\.$/);
  expect(stderr).toContain(why);
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
