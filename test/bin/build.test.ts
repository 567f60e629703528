import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const build = (...flags: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/build.ts'), ...flags], {
    encoding: 'utf8',
  });

test.each([
  ['--minify', "error: unknown option '--minify'"],
  ['shared', 'too many arguments'],
])('npm run build -- %s is refused in one line, and builds nothing', (flag, message) => {
  const { status, stdout, stderr } = build(flag);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim()).toMatch(/^error: .+$/);
  expect(stderr).toContain(message);
});

test('npm run build -- --help says what it does, and builds nothing', () => {
  const { status, stdout } = build('--help');
  expect(status).toBe(0);
  expect(stdout).toContain('Usage: npm run build --');
  expect(stdout).not.toContain('dist');
});
