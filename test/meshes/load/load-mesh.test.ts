import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { transientFailureNamed } from '../../../lib/jobs/transient-failures.ts';
import { compiledKeyOf, sourceKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { loadMesh, MeshLost } from '../../../lib/meshes/load/load-mesh.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { md5Of, memoryPorts } from '../memory-ports.ts';
import { bytesOf, gridMesh } from '../mesh-files.ts';

const json = bytesOf(gridMesh());
const md5 = md5Of(json);
const record = { id: 7, name: 'a.vessel.json', md5, cellCount: 9 };
const { compiled } = compileFile(parseMesh(json));

function portsWith(files: Record<string, Uint8Array>) {
  const { bucket, files: port } = memoryPorts(files);
  return { bucket, ports: { files: port, log: { warn: vi.fn() } } };
}

it('opens the compiled form, and needs no source', async () => {
  const { ports } = portsWith({ [compiledKeyOf(md5)]: compiled });
  const { mesh, bytes } = await loadMesh(ports, record);
  expect({ cells: mesh.cellCount, bytes }).toEqual({ cells: 9, bytes: compiled.length });
  expect(ports.log.warn).not.toHaveBeenCalled();
});

const flipped = compiled.slice();
flipped[compiled.length - 9] ^= 1;
const older = compiled.slice();
older[8] ^= 0x40;

it.each([
  ['lost', {}, /missing/],
  ['cut short', { [compiledKeyOf(md5)]: compiled.subarray(0, 1000) }, /./],
  ['damaged', { [compiledKeyOf(md5)]: flipped }, /./],
  ['of another format', { [compiledKeyOf(md5)]: older }, /version/],
  ['no mesh at all', { [compiledKeyOf(md5)]: Buffer.from('empty') }, /./],
])(
  'makes a compiled form that is %s again from the source, with a line in the log',
  async (_, files, reason) => {
    const { bucket, ports } = portsWith({ ...files, [sourceKeyOf(md5)]: gzipSync(json) });
    const { mesh, bytes } = await loadMesh(ports, record);
    expect({ cells: mesh.cellCount, bytes }).toEqual({ cells: 9, bytes: compiled.length });
    expect(Buffer.compare(bucket.get(compiledKeyOf(md5))!, compiled)).toBe(0);
    expect(ports.log.warn).toHaveBeenCalledExactlyOnceWith('compiled mesh made again', {
      mesh_id: 7,
      key: compiledKeyOf(md5),
      reason: expect.stringMatching(reason),
    });
  },
);

it.each([
  ['lost as well', {}, /compiled form and its source are missing/],
  ['damaged as well', { [sourceKeyOf(md5)]: gzipSync(json).subarray(0, 99) }, /source is damaged: truncated/],
  ['another file', { [sourceKeyOf(md5)]: gzipSync('{}') }, /source has the md5/],
])('says what to do where the source is %s', async (_, files, reason) => {
  const { ports } = portsWith(files);
  const loading = loadMesh(ports, record);
  await expect(loading).rejects.toThrow(MeshLost);
  await expect(loading).rejects.toThrow(reason);
  await expect(loading).rejects.toThrow(/^Mesh 7 \(a\.vessel\.json\).*insert_mesh/);
});

it('is not made again where the caller can not wait for a mesh of that size', async () => {
  const { bucket, ports } = portsWith({ [sourceKeyOf(md5)]: gzipSync(json) });
  await expect(loadMesh({ ...ports, maxCells: 8 }, record)).rejects.toMatchObject({
    name: 'MeshNotReady',
    kind: 'busy',
    message: expect.stringMatching(/^Mesh 7 has 9 cells and has to be compiled again/),
  });
  expect([...bucket.keys()]).toEqual([sourceKeyOf(md5)]);
  expect((await loadMesh({ ...ports, maxCells: 9 }, record)).mesh.cellCount).toBe(9);
});

it('is made by one of many who find a large one missing; the others are told to wait', async () => {
  const { bucket, ports } = portsWith({ [sourceKeyOf(md5)]: gzipSync(json) });
  const large = { ...record, cellCount: 50_000 };
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => loadMesh(ports, large)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [refused] = all.filter((each) => each.status === 'rejected');
  expect(refused!.reason).toMatchObject({ name: 'MeshBeingCompiled', kind: 'busy' });
  expect(transientFailureNamed(refused!.reason.name)).toBe('unavailable'); // so that a calculation waits
  expect(ports.log.warn).toHaveBeenCalledOnce();
  bucket.delete(compiledKeyOf(md5)); // it is lost once more
  expect((await loadMesh(ports, large)).mesh.cellCount).toBe(9);
});

it('is made by another where the first died, or could not make it', async () => {
  const { bucket, ports } = portsWith({});
  const clock = { now: 1e12 };
  const timed = { ...ports, now: () => clock.now };
  const large = { ...record, cellCount: 50_000 };
  await expect(loadMesh(timed, large)).rejects.toThrow(MeshLost);
  await expect(loadMesh(timed, large)).rejects.toThrow(MeshLost); // at once
  const dying = { ...timed, files: { ...ports.files, write: () => new Promise<never>(() => {}) } };
  bucket.set(sourceKeyOf(md5), gzipSync(json));
  void loadMesh(dying, large);
  await vi.waitFor(() => expect(bucket.get(`${compiledKeyOf(md5)}.claim`)?.length).toBeGreaterThan(0));
  await expect(loadMesh(timed, large)).rejects.toMatchObject({ name: 'MeshBeingCompiled' });
  clock.now += 6 * 60_000;
  expect((await loadMesh(timed, large)).mesh.cellCount).toBe(9);
});
