import { describe, expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planProvable } from '../../../lib/engine/plan-dated.ts';
import { certifyDated } from '../../../lib/engine/sea/dated-bound.ts';
import { admissiblePrices, mostPaid } from '../../../lib/engine/sea/priced-sea.ts';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { runs } from '../../thorough.ts';
import { randomNumbers } from '../random-mesh.ts';
import { leastByLabels } from './brute-force-dated.ts';
import { type Grid, gridSource, placeAt, unitDays } from './grid-sea.ts';

const grid: Grid = { columns: 5, rows: 4, box: [0, 0, 5, 4], degrees: 0.2 };
const day = unitDays(grid);
const SLICES = 5;

/** Cells that are the same for some slices and then others; with wind, rates differ by heading. */
function seaOfSeed(seed: number): Sea {
  const random = randomNumbers(seed);
  const within = (low: number, high: number) => low + (high - low) * random();
  const cellOf = () => ({
    speed: within(0.8, 1.6),
    rate: within(1, 4),
    u: within(-0.3, 0.3),
    v: within(-0.3, 0.3),
  });
  const cells = new Map<string, ReturnType<typeof cellOf>>();
  const hasWind = seed % 2 === 1;
  const meshes = Array.from({ length: SLICES }, () => {
    const source = gridSource(grid, (x, y) => {
      const key = `${x} ${y}`;
      if (!cells.has(key) || random() < 0.5) cells.set(key, cellOf());
      return cells.get(key)!;
    });
    const windy = source.rates!.map((rate, k) => rate * (1 + 0.3 * Math.cos(((k % 8) * Math.PI) / 4)));
    return openMesh(compileMesh(hasWind ? { ...source, rates: windy } : source));
  });
  return seaOf(
    meshes,
    meshes.map((_, mesh) => ({ from: 0.9 * day * mesh, mesh })),
  );
}

describe('what a path consumes at least', () => {
  test.each(Array.from({ length: runs(4, 10) }, (_, k) => k + 1))('at whatever prices, seed %i', (seed) => {
    const sea = seaOfSeed(seed);
    const random = randomNumbers(seed + 1000);
    const place = () => placeAt(grid, 0.1 + 4.8 * random(), 0.1 + 3.8 * random());
    const [start, end] = [place(), place()];
    const leaves = 0.5 * day * random();
    const { routes } = planProvable(sea, start, end, { leaves });
    const { route, prove } = routes[1]!;
    const { track } = route;
    const cost = track.consumption!.at(-1)!;
    const least = leastByLabels(sea, start, end, leaves, { parts: 2, grain: 0.02 * day, most: 1.1 * cost });
    const days = routes[0]!.prove();
    const known = Math.min(cost, least) * (1 + 1e-9);
    expect(prove({}, days)!.least).toBeLessThanOrEqual(known);
    const claim = { ...placeWaypoints(sea.mesh, start, end, 0), pinches: false, leaves, mostWait: 0 };
    for (let k = 0; k < 4; k++) {
      const wanted = sea.slices.map(() => -3 + 9 * random());
      const prices = admissiblePrices(sea, wanted, false);
      const certify = (fewest: typeof days) =>
        certifyDated(sea, 'consumed', { ...claim, prices }, cost, track, () => false, fewest);
      for (const fewest of [days, null])
        expect(certify(fewest)?.least ?? 0, `prices ${prices}`).toBeLessThanOrEqual(known);
    }
  });
});

test('nor is more proved where the least is known and nothing but the prices changes on the way', () => {
  // one rate everywhere but in a corner that is far from the way: windows are narrow, and a wrong price is proved at once
  const meshes = [1, 2, 3, 4].map((rate) =>
    openMesh(compileMesh(gridSource(grid, (x, y) => ({ rate: x > 4 && y > 3 ? 5 + rate : 1 })))),
  );
  const sea = seaOf(
    meshes,
    meshes.map((_, mesh) => ({ from: 1.1 * day * mesh, mesh })),
  );
  const [start, end] = [placeAt(grid, 0.1, 1.6), placeAt(grid, 4.9, 1.4)];
  const { routes } = planProvable(sea, start, end, {});
  const { track } = routes[1]!.route;
  const cost = track.consumption!.at(-1)!;
  const days = routes[0]!.prove();
  const claim = { ...placeWaypoints(sea.mesh, start, end, 0), pinches: false, leaves: 0, mostWait: 0 };
  const random = randomNumbers(1);
  for (let k = 0; k < runs(20, 60); k++) {
    const prices = admissiblePrices(
      sea,
      sea.slices.map(() => -1 + 20 * random() ** 2),
      false,
    );
    // of a route that consumes more it is not enough to know what is known without prices, or by the days
    const certify = (fewest: typeof days) =>
      certifyDated(sea, 'consumed', { ...claim, prices }, 1.02 * cost, track, () => false, fewest);
    const { least } = certify({ ...days!, gapPercent: 0 })!;
    expect(least, `prices ${prices}`).toBeLessThanOrEqual(cost * (1 + 1e-9));
  }
});

test('what is paid most is paid by the path that ends when it is most', () => {
  const starts = Float64Array.of(-Infinity, 1, 2, 3, Infinity);
  const paid = (prices: number[], from: number, to: number) => mostPaid({ starts }, prices, 0.5, from, to);
  expect(paid([4, 2, 1, 0], 2.5, 5)).toBeCloseTo(2 + 2 + 1, 12);
  expect(paid([4, 2, -1, 0], 1.5, 5)).toBeCloseTo(2 + 2, 12);
  expect(paid([-4, -2, -1, 0], 1.5, 5)).toBeCloseTo(-2 - 1, 12);
  expect(paid([-4, -2, 3, 0], 1.5, 2.5)).toBeCloseTo(-2 - 2 + 1.5, 12);
});

test('where rates fall from slice to slice, prices prove that not all of the way is made when it is cheapest', () => {
  const meshes = [4, 3, 2, 1].map((rate) =>
    openMesh(compileMesh(gridSource(grid, (x, y) => ({ rate: rate + 0.05 * x + 0.1 * Math.abs(y - 2) })))),
  );
  const sea = seaOf(
    meshes,
    meshes.map((_, mesh) => ({ from: 1.2 * day * mesh, mesh })),
  );
  const [start, end] = [placeAt(grid, 0.1, 2.1), placeAt(grid, 4.9, 2.1)];
  const { routes } = planProvable(sea, start, end, {});
  const [days, thrifty] = [routes[0]!.prove(), routes[1]!];
  const plain = thrifty.prove({ earliest: 0 }, days)!;
  const priced = thrifty.prove({}, days)!;
  expect(plain.gapPercent).toBeGreaterThan(20);
  expect(priced.gapPercent).toBeLessThan(10);
});
