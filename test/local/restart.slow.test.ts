import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { gridMesh } from './grid-mesh.ts';
import { startService } from './service.ts';

test('a restart keeps what was stored and continues running jobs; a lost file is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-restart-'));
  let service = await startService(folder);
  try {
    await service.addMesh('sea', gridMesh());
    const request = { start_lat: -67, start_lon: -59, end_lat: -61, end_lon: -51 };
    const lost = (await service.route(request)).job.route_id;
    const done = await service.route({ start_lat: -69, start_lon: -59, end_lat: -61, end_lon: -51 });
    service.failCalculation('crash');
    const { body } = await service.post('/api/route', {
      start_lat: -68,
      start_lon: -59,
      end_lat: -61,
      end_lon: -51,
    });
    const status = async () => (await service.job(body.id)).body.status;
    await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe('RETRY');
    const routeOf = async (id: number) => (await service.get(`/api/route/${id}`)).status;
    await removeObject(folder, `routes/${lost}`);
    expect(await routeOf(lost)).toBe(404);
    await removeObject(folder, 'compiled/');
    await service.stack.stop();

    service = await startService(folder);
    expect(await routeOf(lost)).toBe(404);
    const again = await service.post('/api/route', request);
    expect(again.status).toBe(202);
    expect((await service.follow(again.body.id)).job.status).toBe('SUCCESS');
    expect((await service.get(`/api/route/${done.job.route_id}`)).body).toEqual(done.route);
    expect((await service.follow(body.id)).job.status).toBe('SUCCESS');
    // what was imported before is not imported again
    expect((await service.importMeshes()).map(({ outcome }) => outcome)).toEqual([]);
  } finally {
    await service.stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Deletes the file that holds the bytes of the stored object with a key that begins so. */
async function removeObject(folder: string, prefix: string): Promise<void> {
  for (const file of globSync('s3/*/records/*.json', { cwd: folder })) {
    const { key, blob } = JSON.parse(await readFile(join(folder, file), 'utf8'));
    if (key.startsWith(prefix)) return rm(join(folder, dirname(dirname(file)), 'blobs', blob));
  }
  throw new Error(`There is no object ${prefix}…`);
}
