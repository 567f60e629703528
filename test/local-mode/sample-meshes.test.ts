import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
  const stack = { stackName: 'p', apiUrl, apiKeys: [] } as unknown as LocalStack;
  await writeFile(join(folder, 'p.sample'), ''); // the meshes are there
  await addSample(stack, folder, () => expect.unreachable());
  expect(failures).toBe(2);
  expect(created).toEqual((await readZones(ANTARCTIC)).map(({ name }) => name));
  expect(await readdir(folder)).toContain('p.areas');
  server.close();
  await rm(folder, { recursive: true });
});
