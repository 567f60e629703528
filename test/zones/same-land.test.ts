/** Meshes of a forecast whose land is the same: what a clearance takes of the water is worked out once for all of them. */
import { expect, it } from 'vitest';
import { NearRoutes } from '../../lib/zones/mesh/near-routes.ts';
import { type Division, waterNear } from '../../lib/zones/zoned-mesh.ts';
import { gridMesh } from '../engine/sea/grid-sea.ts';
import { boxPolygon } from './areas.ts';

const grid = { columns: 4, rows: 4, box: [0, 0, 4, 4], degrees: 1 } as const;
const clearance = { nm: 6, of: 'all', exempt: [], narrow: [] } as const;
const near = new NearRoutes({ nearM: 5000, reachM: 4000, untilM: 60_000 });
const on = (wall: number, speed: number) =>
  gridMesh(grid, (x) => ({ speed, closed: Math.floor(x) === wall }));
const [today, tomorrow, other] = [on(1, 1), on(1, 2), on(2, 1)];
const route = {
  coordinates: [
    [0.5, 0.5],
    [0.5, 3.5],
  ] as const,
};

it('the water is the same, whatever routes are near; where other cells are closed it is another', () => {
  const zone = { name: 'Reserve', kind: 'closed', geometry: boxPolygon(3.2, 1, 3.6, 2) } as const;
  for (const own of [near, near.and([route], ''), null]) {
    const division: Division & { clearance: typeof clearance } = { zones: [], clearance, near: own };
    const water = waterNear(today, division);
    expect(waterNear(tomorrow, division)).toBe(water);
    expect(waterNear(other, division)).not.toBe(water);
    // what else is closed on a day does not take its place
    expect(waterNear(tomorrow, { ...division, zones: [zone] })).not.toBe(water);
    expect(waterNear(today, division)).toBe(water);
  }
});
