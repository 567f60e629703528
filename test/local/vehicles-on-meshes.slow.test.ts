/** A vehicle on a real mesh, through the whole service. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sdaFields } from '../vessel/vehicles.ts';
import { addEnvironment, totalOf } from './environment-mesh.ts';
import { reference, type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.end());

it('on the Weddell Sea SDA costs what she costs on the ready-made mesh, a weaker ship more', async ({
  skip,
}) => {
  const [environment, vessel] = [
    await reference('meshes/weddell-sea-8k.env.json.gz'),
    await reference('meshes/weddell-sea-8k.vessel.json.gz'),
  ];
  if (!environment || !vessel) return skip('../shared/reference does not exist');
  const ready = await service.addMesh('weddell', gunzipSync(vessel).toString() as never, '20240214T050500');
  const sea = await addEnvironment(service, 'weddell', gunzipSync(environment).toString(), '20240214T050501');
  const weak = {
    ...sdaFields,
    vessel_type: 'Half',
    force_limit: sdaFields.force_limit / 2,
    ice_class: 'PC7',
  };
  for (const each of [sdaFields, weak]) expect((await service.post('/api/vehicle', each)).status).toBe(201);
  const ends = { start_lat: -67.764, start_lon: -68.02, end_lat: -75.059, end_lon: -25.84 };
  const costs = async (request: object) => {
    const { route } = await service.route({ ...ends, ...request });
    return route.routes.map((each: never, i: number) =>
      totalOf(each, ['total_traveltime', 'total_fuel'][i]!),
    );
  };
  const published = await costs({ mesh_id: ready });
  const made = await costs({ mesh_id: sea, vehicle_type: 'SDA' });
  made.forEach((cost: number, i: number) => {
    expect(Math.abs(cost / published[i] - 1)).toBeLessThan(1e-5);
  });
  const [weakDays] = await costs({ mesh_id: sea, vehicle_type: 'Half' });
  expect(weakDays).toBeGreaterThan(1.001 * made[0]);
});
