import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { LocalStack } from 'template-runner';
import { expect, test } from 'vitest';
import { ANTARCTIC, readZones } from '../../lib/cli/zones-file.ts';
import { addSample } from '../../lib/local-mode/sample-meshes.ts';

test('areas are created one after another, and again where the service could not answer in time', async () => {
  const created: string[] = [];
  let [open, failures] = [0, 0];
  const server = createServer(async (request, response) => {
    expect(++open).toBe(1);
    const { name } = (await json(request)) as { name: string };
    const fails = created.length === 3 && failures++ === 0;
    if (!fails) created.push(name);
    open--;
    response.writeHead(fails ? 502 : 201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'polynya-sample-'));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stack = { stackName: 'p', apiUrl, apiKeys: [], outputs: {} } as unknown as LocalStack;
  await writeFile(join(folder, 'p.sample'), '[]'); // no mesh is missing
  await addSample(stack, folder, () => expect.unreachable());
  expect(failures).toBe(2);
  expect(created).toEqual((await readZones(ANTARCTIC)).map(({ name }) => name));
  expect(await readdir(folder)).toContain('p.areas');
  server.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['of which a source is lost', '["sources/lost.json.gz"]', 'files of them are lost'],
  ['of which all sources are there', '["sources/kept.json.gz"]', null],
  ['of a version that noted none', '', 'they are of an older version'],
])('meshes %s', async (_, noted, why) => {
  const areMadeAgain = why !== null;
  const folder = await mkdtemp(join(tmpdir(), 'polynya-sample-'));
  const [put, sent]: [string[], unknown[]] = [[], []];
  const [vessel, env] = ['vessel', 'env'].map((kind) => `m/southern-ocean-sample.${kind}.json.gz`);
  const stack = {
    stackName: 'p',
    outputs: { MeshBucketName: 'b', ImportFunctionName: 'f' },
    environment: () => ({ MESH_PREFIX: 'm/', METADATA_PREFIX: 'd/' }),
    hasObject: async (_: string, key: string) => key === 'sources/kept.json.gz',
    putObject: async (_: string, key: string) => void put.push(key),
    invoke: async (_: string, event: unknown) => {
      sent.push(event);
      return { results: [{ outcome: 'recompiled' }] };
    },
  } as unknown as LocalStack;
  await writeFile(join(folder, 'p.sample'), noted);
  await writeFile(join(folder, 'p.areas'), '');
  const steps: string[] = [];
  await addSample(stack, folder, (step) => steps.push(step));
  expect(sent).toEqual(areMadeAgain ? [{ insert: [vessel, env] }] : []);
  expect(put.filter((key) => key.startsWith('m/'))).toEqual(areMadeAgain ? [vessel, env] : []);
  expect(steps).toEqual(areMadeAgain ? [`Making the sample meshes again: ${why}.`] : []);
  const now = await readFile(join(folder, 'p.sample'), 'utf8');
  if (areMadeAgain)
    expect(JSON.parse(now)).toEqual([0, 1].map(() => expect.stringMatching(/^sources\/[\da-f]{32}/)));
  else expect(now).toBe(noted);
  await rm(folder, { recursive: true });
});
