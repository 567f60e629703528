import { describe, expect, it } from 'vitest';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import type { ZonePorts } from '../../lib/routes/seas.ts';
import { priceRest } from '../../lib/watches/price-rest.ts';
import { restOf } from '../../lib/watches/rest-of-way.ts';
import type { Position } from '../../lib/watches/watch.ts';
import { gridMesh } from '../local/grid-mesh.ts';

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);

/** East along the middle of a sea of 10 by 10 degrees, with an island north of the way. */
const island = (lat: number, lon: number) => lat === -64.5 && lon === -55.5;
const grid = gridMesh({ isOpen: (lat, lon) => !island(lat, lon) });
const mesh = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(grid)))).compiled);
const way = {
  points: [
    [-58, -65.5],
    [-52, -65.5],
  ] as const,
  times: [hour(0).getTime(), hour(20).getTime()],
  consumed: null,
  meshes: [1],
  vehicleType: null,
};
const seas = {
  best: async () => ({ meshId: 7, mesh, vehicle: null, chart: null }),
  zonesFor: async () => [],
};
const price = (position: Position | null, limitNm = 300) => {
  const rest = restOf({ way, position, done: [] }, hour(9))!;
  return priceRest(seas, {} as ZonePorts, rest, { vehicleType: null, voyage: null }, limitNm);
};
const at = (lat: number, lon: number): Position => ({ lat, lon, time: hour(9).toISOString() });

describe('the rest of a way', () => {
  it('of a ship that is reported on land begins at the nearest place in the sea', async () => {
    const ashore = await price(at(-64.9, -55.5));
    // the south coast of the island is a tenth of a degree away
    expect(ashore).toMatchObject({ meshes: [7], closed: null, movedNm: expect.closeTo(6, 1) });
    const afloat = await price(at(-65, -55.5));
    expect(afloat.movedNm).toBe(0);
    expect(ashore.times![0]).toBe(hour(9).getTime());
    expect(ashore.times!.at(-1)).toBeCloseTo(afloat.times!.at(-1)!, -1);
  });

  it('is closed where no sea is near enough, and where the plan leads over land', async () => {
    expect(await price(at(-64.9, -55.5), 3)).toMatchObject({ times: null, closed: { leg: 1 }, movedNm: 0 });
    const over = {
      ...way,
      points: [
        [-58, -64.5],
        [-52, -64.5],
      ] as const,
    };
    const rest = restOf({ way: over, position: null, done: [] }, hour(8))!;
    const told = await priceRest(seas, {} as ZonePorts, rest, { vehicleType: null, voyage: null }, 300);
    expect(told.closed).toMatchObject({ leg: 1, lat: expect.closeTo(-64.5, 1) });
  });
});
