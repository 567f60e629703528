import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const start = (...flags: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/local.ts'), ...flags], {
    encoding: 'utf8',
  });

test.each([
  [['--fast'], "error: unknown option '--fast'"],
  [['--port', 'x'], 'Expected a port'],
  [['--stage', 'moon'], 'Allowed choices are development, production'],
  [['now'], 'too many arguments'],
])('npm start -- %s is refused in one line', (flags, message) => {
  const { status, stderr } = start(...flags);
  expect(status).toBe(2);
  expect(stderr.trim()).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('--help lists the flags', () => {
  const { status, stdout } = start('--help');
  expect(status).toBe(0);
  for (const flag of ['--port', '--aws-port', '--data', '--stage', '--host']) expect(stdout).toContain(flag);
});
