import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MeshRefused } from '../../../lib/meshes/mesh-refused.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { readMesh } from '../../../lib/meshes/read/read-mesh.ts';
import { md5Of, storedFile } from '../memory-ports.ts';
import { bytesOf, gridMesh } from '../mesh-files.ts';

const json = bytesOf(gridMesh());
const sorted = bytesOf(Object.fromEntries(Object.entries(gridMesh()).sort()));
const reversed = bytesOf(Object.fromEntries(Object.entries(gridMesh()).reverse()));

it.each([
  ['as the pipeline writes it', json, 1],
  ['with its keys sorted', sorted, 2],
  ['with its parts in reverse', reversed, 3],
])('a file %s is opened as often as it has to be', async (_, bytes, times) => {
  let opened = 0;
  const { md5, isGzip, mesh } = await readMesh(async () => {
    opened++;
    return storedFile(gzipSync(bytes));
  });
  expect({ md5, isGzip, opened }).toEqual({ md5: md5Of(bytes), isGzip: true, opened: times });
  expect(mesh()).toEqual(parseMesh(json));
});

it('a file that is not a mesh has an md5 too, so that another fault can be reported first', async () => {
  const bytes = Buffer.concat([json, Buffer.from('}')]);
  const { md5, mesh } = await readMesh(async () => storedFile(bytes));
  expect(md5).toBe(md5Of(bytes));
  expect(mesh).toThrow(MeshRefused);
  expect(mesh).toThrow(/^not JSON/);
});

it('a file that changes between two readings is not refused as a bad file', async () => {
  const files = [reversed, json];
  const reading = readMesh(async () => storedFile(files.shift()!));
  await expect(reading).rejects.toThrow('the file changed while it was read');
  await expect(reading).rejects.not.toBeInstanceOf(MeshRefused);
});
