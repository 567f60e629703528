import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gridMesh } from './grid-mesh.ts';
import { startService } from './service.ts';

test('what was stored is there after a restart, and a job that was running goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-restart-'));
  let service = await startService(folder);
  try {
    await service.addMesh('sea', gridMesh());
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
    await service.stack.stop();

    service = await startService(folder);
    expect((await service.get(`/api/route/${done.job.route_id}`)).body).toEqual(done.route);
    expect((await service.follow(body.id)).job.status).toBe('SUCCESS');
    // what was imported before is not imported again
    expect((await service.importMeshes()).map(({ outcome }) => outcome)).toEqual([]);
  } finally {
    await service.stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
