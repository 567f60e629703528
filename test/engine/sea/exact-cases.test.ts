import { describe, expect, test } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { trackOfDated } from '../../../lib/engine/sea/dated-track.ts';
import { findFastest } from '../../../lib/engine/sea/find-fastest.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { type Grid, type GridCell, gridMesh, placeAt, unitDays } from './grid-sea.ts';
import { daysBySteps } from './price-by-steps.ts';

type Point = readonly [x: number, y: number];

/** The sea of a problem: a mesh for each slice, from these instants on, in units of time. */
function changingSea(
  grid: Grid,
  starts: readonly number[],
  cellAt: (x: number, y: number, slice: number) => GridCell,
) {
  const meshes = starts.map((_, k) => gridMesh(grid, (x, y) => cellAt(x, y, k)));
  return {
    sea: seaOf(
      meshes,
      starts.map((from, mesh) => ({ from: from * unitDays(grid), mesh })),
    ),
    meshes,
  };
}

function sail(
  grid: Grid,
  { sea }: { sea: ReturnType<typeof seaOf>; meshes: readonly Mesh[] },
  from: Point,
  to: Point,
  start = 0,
) {
  const ends = {
    ...placeWaypoints(sea.mesh, placeAt(grid, ...from), placeAt(grid, ...to), 0),
    partner: null,
  };
  const found = findFastest(sea, ends, () => false, start)!;
  const track = trackOfDated(sea, 'days', found.chain, start)!;
  return { track, units: track.timeDays.at(-1)! / unitDays(grid) };
}

const flat = { degrees: 0.01 };

describe('currents that are the same everywhere', () => {
  const currents = [
    [0.3, 0.4],
    [-0.5, 0.2],
    [0.1, -0.7],
    [0, 0.5],
    [0.6, 0],
  ] as const;
  const starts = [0, 0.7, 1.1, 2, 2.6];

  /** The least T with |z − ∫c| = T, found by halving. */
  function exact([x, y]: Point, begin: number): number {
    const driftAt = (T: number) =>
      currents.reduce(
        ([a, b], [u, v], k) => {
          const during = Math.max(
            0,
            Math.min(begin + T, starts[k + 1] ?? Infinity) -
              Math.max(begin, k === 0 ? -Infinity : starts[k]!),
          );
          return [a + u * during, b + v * during];
        },
        [0, 0],
      );
    let [low, high] = [0, 100];
    for (let k = 0; k < 200; k++) {
      const middle = 0.5 * (low + high);
      const [a, b] = driftAt(middle);
      if (Math.hypot(x - a!, y - b!) > middle) low = middle;
      else high = middle;
    }
    return high;
  }

  test.each([
    [1, 1],
    [3, 2],
    [24, 24],
  ])('%i × %i cells: |z − ∫c| = V T', (columns, rows) => {
    const grid: Grid = { ...flat, columns, rows, box: [-3, -3, 6, 6] };
    const sea = changingSea(grid, starts, (_x, _y, k) => ({ u: currents[k]![0], v: currents[k]![1] }));
    for (const to of [
      [2, 1],
      [-1.5, 2],
      [0.3, 0.1],
    ] as const) {
      for (const begin of [0, 0.5, 1.9]) {
        const { units } = sail(grid, sea, [0, 0], to, begin * unitDays(grid));
        expect(units / exact(to, begin)).toBeCloseTo(1, columns === 1 ? 6 : 4);
      }
    }
  });
});

test('a speed that steps in time: ∫ V dt = d', () => {
  const grid: Grid = { ...flat, columns: 1, rows: 1, box: [-1, -1, 4, 1] };
  const speeds = [1, 0.25, 2];
  const sea = changingSea(grid, [0, 0.5, 1.5], (_x, _y, k) => ({ speed: speeds[k] }));
  // 0.5 + 0.25 until 1.5, then 2.25 at the speed 2
  expect(sail(grid, sea, [0, 0], [3, 0]).units).toBeCloseTo(1.5 + 2.25 / 2, 6);
  expect(sail(grid, sea, [0, 0], [0.4, 0]).units).toBeCloseTo(0.4, 6);
});

test('a gate that opens is waited for', () => {
  const grid: Grid = { ...flat, columns: 3, rows: 1, box: [0, 0, 3, 1] };
  const opens = 2.5;
  const sea = changingSea(grid, [0, opens], (x, _y, k) => ({ closed: k === 0 && Math.abs(x - 1.5) < 0.5 }));
  const { track, units } = sail(grid, sea, [0.2, 0.5], [2.8, 0.5]);
  expect(units).toBeCloseTo(opens + 1.8, 5);
  expect(track.waits).toHaveLength(1);
  const { from, until } = track.waits[0]!;
  expect((until - from) / unitDays(grid)).toBeCloseTo(opens - 0.8, 5);
});

test('the moving vortex (Techy 2011): as published, and as small steps along its track say', () => {
  const [n, slices, most] = [50, 10, 1.2];
  const grid: Grid = { columns: n, rows: n, box: [-0.6, -0.1, 1.2, 1.7] };
  const starts = Array.from({ length: slices }, (_, k) => (most * k) / slices);
  const cellAt = (x: number, y: number, k: number) => {
    const t = starts[k]! + (0.5 * most) / slices - 0.5;
    return { u: -0.3 * x - t * y, v: t * x - 0.3 * y };
  };
  const sea = changingSea(grid, starts, cellAt);
  const { track, units } = sail(grid, sea, [Math.cos(Math.PI / 6), 0.5], [0, 1]);
  expect(Math.abs(units / 1.0300835 - 1)).toBeLessThan(0.002);
  const knots = 10 * (1852 / 3600);
  const middle = (value: number, from: number) =>
    from + (1.8 / n) * (Math.floor((value - from) / (1.8 / n)) + 0.5);
  const days = daysBySteps(
    track.coordinates,
    (lon, lat, now) => {
      const k = Math.min(slices - 1, Math.floor(now / unitDays(grid) / (most / slices)));
      const { u, v } = cellAt(middle(lon / 0.1, -0.6), middle(lat / 0.1, -0.1), k);
      return { s: knots, u: knots * u, v: knots * v };
    },
    2e-6,
  );
  expect(days / track.timeDays.at(-1)!).toBeCloseTo(1, 4);
});

test('leaving later never arrives earlier, and slices that repeat each other are one', () => {
  const grid: Grid = { ...flat, columns: 12, rows: 12, box: [-3, -3, 3, 3] };
  const cellAt = (x: number, y: number, k: number) => ({
    u: 0.5 * Math.sin(y + k),
    v: 0.5 * Math.cos(x - k),
    closed: (k === 1 && Math.abs(x) < 0.5) || (k === 2 && y > 1 && x < 0),
  });
  const starts = [0, 0.5, 1, 1.5, 2];
  const sea = changingSea(grid, starts, cellAt);
  const arrivals = Array.from({ length: 25 }, (_, k) => {
    const begin = 0.1 * k;
    return begin + sail(grid, sea, [-2, -1], [2, 1.3], begin * unitDays(grid)).units;
  });
  for (let k = 1; k < arrivals.length; k++) expect(arrivals[k]! - arrivals[k - 1]!).toBeGreaterThan(-1e-4);
  const repeated = changingSea(grid, [0, 0.5, 0.7, 1, 1.5, 2], (x, y, k) => cellAt(x, y, k < 2 ? k : k - 1));
  expect(repeated.sea.slices).toHaveLength(5);
  const one = sail(grid, sea, [-2, -1], [2, 1.3]).units;
  expect(sail(grid, repeated, [-2, -1], [2, 1.3]).units).toBeCloseTo(one, 9);
});

test('the double gyre is proved nearly as well on fine cells, whose edges could do with one interval', () => {
  const grid: Grid = { columns: 200, rows: 200, box: [0, 0, 2, 1] };
  const { PI, cos, sin } = Math;
  const mesh = gridMesh(grid, (x, y) => ({
    u: -0.1 * PI * sin(PI * x) * cos(PI * y),
    v: 0.1 * PI * cos(PI * x) * sin(PI * y),
  }));
  const { routes } = planRoute(mesh, placeAt(grid, 1.5, 0.5), placeAt(grid, 0.5, 0.5), {
    objectives: ['traveltime'],
    certificate: true,
  });
  expect(routes[0]!.track.timeDays.at(-1)! / unitDays(grid) / 1.0057842).toBeCloseTo(1, 3);
  expect(routes[0]!.optimality!.gapPercent).toBeLessThan(0.3);
});
