import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf } from '../../lib/api/errors.ts';

const root = join(import.meta.dirname, '../..');

test('each kind of error has a status in lib/api/errors.ts', () => {
  const files = globSync('lib/**/*.ts', { cwd: root, exclude: ['lib/local/**'] });
  const kinds = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\breadonly kind = '([\w-]+)'/g)].map(([, kind]) => ({
      file,
      kind,
    })),
  );
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter(({ kind }) => refusalOf(Object.assign(new Error(), { kind })) === null)).toEqual([]);
});
