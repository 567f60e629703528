import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { synthesise } from '../src/index.ts';

/** An app that writes an assembly of one stack, which says what context it got and what its source says. */
const APP = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const folder = process.env.CDK_OUTDIR;
const source = readFileSync(new URL('source.txt', import.meta.url), 'utf8');
console.log('writing');
if (source === 'bad') { console.error('The source is bad.'); process.exit(1); }
mkdirSync(folder + '/asset.a', { recursive: true });
writeFileSync(folder + '/asset.a/index.mjs', 'export const handler = 1;');
const template = { Resources: {}, Outputs: { Source: { Value: source }, Context: { Value: process.env.CDK_CONTEXT_JSON } } };
writeFileSync(folder + '/things.template.json', JSON.stringify(template));
writeFileSync(folder + '/manifest.json', JSON.stringify({ artifacts: { things: {
  type: 'aws:cloudformation:stack', properties: { templateFile: 'things.template.json' } } } }));
`;

let folder: string;
let count = 0;
const progress: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synthesise-'));
  await writeFile(join(folder, 'app.mjs'), APP);
  await writeFile(join(folder, 'source.txt'), 'one');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Synthesises; says whether the app ran, and what it made. */
async function run(context: object = { a: 1 }) {
  const before = count;
  const { template } = await synthesise({
    app: join(folder, 'app.mjs'),
    context: { ...context },
    outputFolder: join(folder, 'assembly'),
    inputs: [join(folder, 'app.mjs'), join(folder, 'source.txt')],
    onSynthesis: () => {
      count++;
    },
    onProgress: (line) => progress.push(line),
  });
  return {
    ran: count > before,
    source: template.Outputs!.Source!.Value,
    context: template.Outputs!.Context!.Value,
  };
}

test('an assembly is used again until a source or the context changes', async () => {
  expect(await run()).toEqual({ ran: true, source: 'one', context: '{"a":1}' });
  expect(progress).toContain('writing'); // at once, though it took less than a second
  expect(await run()).toMatchObject({ ran: false, source: 'one' });
  await writeFile(join(folder, 'source.txt'), 'two');
  expect(await run()).toMatchObject({ ran: true, source: 'two' });
  expect(await run({ a: 2 })).toMatchObject({ ran: true, context: '{"a":2}' });
  expect(await run({ a: 2 })).toMatchObject({ ran: false });
});

test('an assembly that was damaged is made again', async () => {
  await run();
  for (const file of ['asset.a/index.mjs', 'made-from.json', 'things.template.json']) {
    await truncate(join(folder, 'assembly', file), 3);
    expect(await run()).toMatchObject({ ran: true, source: 'two' });
  }
  const asset = join(folder, 'assembly/asset.a/index.mjs');
  await writeFile(asset, (await readFile(asset, 'utf8')).replace('1', '\0')); // as after a crash: the size is right
  expect(await run()).toMatchObject({ ran: true });
  await rm(join(folder, 'assembly/asset.a'), { recursive: true });
  expect(await run()).toMatchObject({ ran: true });
});

test('a synthesis that fails says why and leaves the earlier assembly', async () => {
  await run();
  const stamp = await readFile(join(folder, 'assembly/made-from.json'), 'utf8');
  await writeFile(join(folder, 'source.txt'), 'bad');
  await expect(run()).rejects.toMatchObject({ name: 'LocalStackError', message: 'The source is bad.' });
  expect(await readFile(join(folder, 'assembly/made-from.json'), 'utf8')).toBe(stamp);
  await writeFile(join(folder, 'source.txt'), 'two');
  expect(await run()).toMatchObject({ ran: false });
  expect((await readdir(folder)).filter((name) => name.startsWith('assembly'))).toContain('assembly');
});
