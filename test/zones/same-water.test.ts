/** Zones divide cells into pieces: what is computed of the water of a cell is computed once for all of them. */
import { expect, it } from 'vitest';
import { leastCosts } from '../../lib/engine/cost/least-cost.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { leastSea } from '../../lib/engine/sea/least-sea.ts';
import { pricedSea } from '../../lib/engine/sea/priced-sea.ts';
import { seaOf } from '../../lib/engine/sea/sea.ts';
import { SeaCurves } from '../../lib/speed/in-time/sea-curves.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { slowDownOf } from '../../lib/voyage/speeds/slow-down.ts';
import { zonedMesh } from '../../lib/zones/zoned-mesh.ts';
import { changingSea } from '../speed/in-time/seas-in-time.ts';
import { ship, spaced } from '../speed/seas.ts';

const geometry = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [-1.3, -65.2],
      [1.1, -65.6],
      [1.4, -63.1],
      [-1.3, -65.2],
    ],
  ],
};
const windy = changingSea(spaced(-2, 2, 4), spaced(-66, -62, 4), 2, (column, line, day) => ({
  u: 0.1 * column,
  columns: { windEast: 8 + day, windNorth: 3 - line },
}));
const zones = [{ name: 'Whales', kind: 'speed_limit' as const, max_speed_kn: 6, geometry }];
const meshes = windy.meshes.map((mesh) =>
  zonedMesh(mesh, { zones, clearance: null, near: null }, slowDownOf(mesh, ship())),
);
const sea = seaOf(meshes, [
  { from: 0, mesh: 0 },
  { from: 1, mesh: 1 },
]);
const { openCount } = sea.mesh;
/** With the limit and without. */
const WATERS = 2 * windy.mesh.openCount;
const rowsOf = ({ profiles, headings }: Pick<Mesh, 'profiles' | 'headings'>) =>
  profiles.length / (2 * headings);

it('there are many pieces', () => {
  expect(openCount).toBeGreaterThan(4 * WATERS);
});

it('speeds at a limit, by heading, at a price and of all days together', () => {
  for (const mesh of meshes) expect(rowsOf(mesh)).toBeLessThanOrEqual(WATERS);
  for (const { consumed } of pricedSea(sea, [1, 2]).slices) {
    expect(rowsOf(consumed!)).toBeLessThanOrEqual(2 * WATERS);
    expect(Math.max(...consumed!.profile)).toBeLessThan(rowsOf(consumed!));
  }
  const vessel = vesselOf(ship());
  const curves = new SeaCurves(sea, vessel, 0.2 * vessel.maxSpeedKmh);
  for (const mesh of curves.sailedAt([3, 4], Infinity).meshes)
    expect(rowsOf(mesh)).toBeLessThanOrEqual(WATERS);
  const always = { from: new Float64Array(openCount), to: new Float64Array(openCount).fill(9) };
  const least = leastSea(sea, 'days', always);
  expect(rowsOf(least)).toBeLessThanOrEqual(WATERS);
  expect(new Set(Array.from(least.profile, (_, cell) => least.reachOf!(cell))).size).toBe(rowsOf(least));
});

it('turns, and the least that a metre costs by direction', () => {
  const [{ turning }] = sea.slices;
  const cells = Array.from({ length: openCount }, (_, cell) => cell);
  const bridges = new Set(cells.map(turning.days.bridgesOf!));
  expect(bridges.size).toBeLessThanOrEqual(WATERS);
  let asked = 0;
  const counted = (cell: number) => {
    asked++;
    return turning.days.bridgesOf!(cell);
  };
  const { from, squares } = leastCosts(sea.mesh, { ...turning.days, bridgesOf: counted });
  for (const cell of cells) expect(squares[from(cell)]).toBeGreaterThan(0);
  expect(asked).toBe(bridges.size);
});
