/** Which ice data a plan is previewed on, as the service chooses them. */
import { expect, test } from 'vitest';
import type { MeshSummary } from '../../lib/console/api/types.ts';
import { answeredPage } from './answered-page.ts';

const daily = (id: number, day: string) =>
  ({
    ...{ id, kind: 'environment', vessel_type: null, area_km2: 1, created: '2026-11-20T00:00:00.000Z' },
    ...{ valid_from: day, valid_to: day, bounds: { latMin: -80, latMax: -50, lonMin: -70, lonMax: 0 } },
  }) as unknown as MeshSummary;
const forecast = ['2026-11-21', '2026-11-22', '2026-11-23'].map((day, k) => daily(k + 1, day));
const points = [{ lat: -60, lon: -50 }];

answeredPage();

test('the mesh of the departure', async () => {
  const { planMesh } = await import('../../lib/console/state/plan-mesh.ts');
  const state = await import('../../lib/console/state/state.ts');
  expect(planMesh(forecast, points)?.id).toBe(3);
  state.departure.value = new Date('2026-11-22T06:00Z');
  expect(planMesh(forecast, points)?.id).toBe(2);
  expect(planMesh(forecast, [{ lat: 0, lon: 0 }])).toBeNull();
});
