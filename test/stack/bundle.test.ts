import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { functionIds } from '../../lib/stack/functions.ts';
import { storedBundles } from '../../lib/stack/stored-bundles.ts';

/** The folder of bundles that a synthesis uses too, so that they are made once in a run of everything. */
async function bundles(ids: readonly string[]): Promise<string> {
  const { folder, made } = await storedBundles(ids, 'shared');
  await made;
  return folder;
}

describe('the shared bundles', () => {
  const sizeOf = (path: string): number =>
    statSync(path).isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
      : statSync(path).size;

  test('share what they import', async () => {
    expect(sizeOf(await bundles(functionIds)) / 1e6).toBeLessThan(20);
  });

  test('are made once for one content', async () => {
    const one = (id: string) => bundles([id]);
    const [first, second] = await Promise.all([one('fallback'), one('fallback')]);
    expect(second).toBe(first);
    const { mtimeMs } = statSync(join(first, 'fallback/index.mjs'));
    expect(await one('fallback')).toBe(first);
    expect(statSync(join(first, 'fallback/index.mjs')).mtimeMs).toBe(mtimeMs);
    expect(await one('schema/read')).not.toBe(first);
    // other tests may be making others
    const drafts = readdirSync(dirname(first)).filter((name) => name.startsWith(`${basename(first)}.draft`));
    expect(drafts).toEqual([]);
  });

  test('are made again where they were damaged', async () => {
    const file = join(await bundles(['schema/read']), 'schema/read/index.mjs');
    const whole = readFileSync(file, 'utf8');
    const damages = [
      () => truncateSync(file, 100),
      () => truncateSync(file, 0),
      () => rmSync(file),
      () => writeFileSync(file, whole.replace('handler', 'hander_')),
      () => writeFileSync(join(file, '../more.mjs'), ''),
    ];
    for (const damage of damages) {
      damage();
      const again = join(await bundles(['schema/read']), 'schema/read/index.mjs');
      expect([again, readFileSync(again, 'utf8') === whole]).toEqual([file, true]);
      expect(readdirSync(join(file, '..'))).not.toContain('more.mjs');
    }
  });
});
