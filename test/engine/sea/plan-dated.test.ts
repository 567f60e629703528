import { describe, expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import { planDated, priceDated, type SailedTrack } from '../../../lib/engine/plan-dated.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { PathClosed } from '../../../lib/engine/sea/cut-dated.ts';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { randomMesh, randomNumbers, randomPoint } from '../random-mesh.ts';
import { type Grid, type GridCell, gridMesh, placeAt, unitDays } from './grid-sea.ts';

const total = (track: SailedTrack, objective: string) =>
  (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;

/** A sea of which speeds, rates and currents change from slice to slice, and cells close and open. */
function changing(source: MeshSource, seed: number): { sea: Sea; meshes: Mesh[] } {
  const random = randomNumbers(seed);
  const meshes = Array.from({ length: 4 }, () => {
    const [phase, closes] = [2 * Math.PI * random(), Math.floor(random() * source.ids.length)];
    const accessible = source.accessible.slice();
    if (accessible.filter((one) => one).length > 3) accessible[closes] = 0;
    const scale = (k: number) => 1 + 0.3 * Math.sin(phase + k / 10);
    const speeds = source.speeds.map((speed, k) => (accessible[k >> 3] ? speed * scale(k >> 3) : 0));
    const currents = source.currents.map((current, k) => 0.6 * current * scale(k));
    return openMesh(compileMesh({ ...source, accessible, speeds, currents }));
  });
  const spans = meshes.map((_, mesh) => ({ from: 0.2 * mesh, mesh }));
  return { sea: seaOf(meshes, spans), meshes };
}

describe('on seas that change', () => {
  test.each(Array.from({ length: 5 }, (_, k) => k + 1))('seed %i: sound, and as good as it says', (seed) => {
    const traits = {
      sea: 'smooth',
      place: 'region',
      cells: 60,
      currents: 'strong',
      consumption: 'fuel',
    } as const;
    const made = randomMesh(seed, { ...traits, headings: seed % 2 ? 'alike' : 'wind' });
    const { sea, meshes } = changing(made.source, seed);
    const random = randomNumbers(seed + 1000);
    const [start, end] = [randomPoint(made, random), randomPoint(made, random)];
    let plan: ReturnType<typeof planDated>;
    try {
      plan = planDated(sea, start, end, { certificate: true });
    } catch (error) {
      expect(error).toBeInstanceOf(RouteInaccessible);
      return;
    }
    for (const { objective, track, optimality, blind, sailing } of plan.routes) {
      const cost = total(track, objective);
      for (const other of plan.routes)
        expect(cost).toBeLessThanOrEqual(total(other.track, objective) * (1 + 1e-9));
      if (optimality) expect(optimality.least).toBeLessThanOrEqual(cost * (1 + 1e-9));
      if (blind) expect(cost).toBeLessThanOrEqual(total(blind, objective) * (1 + 1e-9));
      expect(total(sailing, objective)).toBeLessThanOrEqual(cost * 1.0011);
      // every leg is in a cell of the mesh that holds while it is sailed
      track.coordinates.slice(1).forEach((to, k) => {
        const from = track.coordinates[k]!;
        const mesh = meshes[track.meshes[k + 1]!]!;
        if (track.distanceM[k + 1]! === track.distanceM[k]!) return;
        const cells = Array.from({ length: mesh.openCount }, (_, cell) => cell).filter(
          (cell) => mesh.row[cell] === track.cells[k + 1],
        );
        if (track.closedUnderWay.includes(k + 1)) return;
        const holds = cells.some((cell) => {
          const [west, south, east, north] = mesh.bounds.subarray(
            4 * cell,
            4 * cell + 4,
          ) as unknown as number[];
          return [from, to].every(
            ([lon, lat]) =>
              lon >= west! - 1e-7 && lon <= east! + 1e-7 && lat >= south! - 1e-7 && lat <= north! + 1e-7,
          );
        });
        expect(holds).toBe(true);
        const slice = (days: number) => Math.max(0, Math.min(3, Math.floor(days / 0.2)));
        const middle = 0.5 * (track.timeDays[k]! + track.timeDays[k + 1]!);
        if (track.timeDays[k + 1]! - track.timeDays[k]! > 1e-6)
          expect(track.meshes[k + 1]).toBe(slice(middle));
      });
      // priced as a path of one's own it costs the same
      if (track.waits.length === 0 && track.closedUnderWay.length === 0) {
        const priced = priceDated(sea, track.coordinates, 0, true);
        const part = total(priced, objective) / cost;
        expect(part).toBeLessThan(1 + 1e-4);
        // what consumes least is priced by its fastest cells and turns
        if (objective === 'traveltime') expect(part).toBeGreaterThan(1 - 1e-4);
      }
    }
  });

  test('where all meshes say the same, the route is that of one', () => {
    const made = randomMesh(7, { sea: 'smooth', cells: 200, place: 'region' });
    const mesh = openMesh(compileMesh(made.source));
    const random = randomNumbers(5);
    const [start, end] = [randomPoint(made, random), randomPoint(made, random)];
    const sea = seaOf(
      [mesh, mesh, mesh],
      [0, 0.01, 0.02].map((from, k) => ({ from, mesh: k })),
    );
    const dated = planDated(sea, start, end);
    const plain = planRoute(mesh, start, end);
    dated.routes.forEach((route, k) => {
      expect(route.track.coordinates).toEqual(plain.routes[k]!.track.coordinates);
      expect(route.track.timeDays).toEqual(plain.routes[k]!.track.timeDays);
    });
  });
});

describe('a gate that opens', () => {
  const grid: Grid = { columns: 3, rows: 1, box: [0, 0, 3, 1], degrees: 0.01 };
  const meshes = [0, 1].map((k) => gridMesh(grid, (x) => ({ closed: k === 0 && Math.abs(x - 1.5) < 0.5 })));
  const [start, end] = [placeAt(grid, 0.2, 0.5), placeAt(grid, 2.8, 0.5)];
  const sea = (opens: number) =>
    seaOf(meshes, [
      { from: 0, mesh: 0 },
      { from: opens * unitDays(grid), mesh: 1 },
    ]);

  test('is waited for at its side, which is consumed at the idle rate; the bound knows it', () => {
    const plan = planDated(sea(2.5), start, end, { certificate: true, idleRate: 0.3 });
    const [fastest] = plan.routes;
    const [wait] = fastest!.track.waits;
    expect(wait).toMatchObject({ why: 'closed' });
    expect(wait!.until / unitDays(grid)).toBeCloseTo(2.5, 9);
    expect(wait!.from / unitDays(grid)).toBeCloseTo(0.8, 4);
    const days = fastest!.track.timeDays.at(-1)!;
    const waited = wait!.until - wait!.from;
    expect(fastest!.track.consumption!.at(-1)!).toBeCloseTo(days - waited + 0.3 * waited, 9);
    expect(fastest!.optimality!.gapPercent).toBeGreaterThan(0);
    expect(fastest!.blind).toBeNull();
  });

  test('a path of one’s own does not wait: the cell and the time are named', () => {
    const path = [start, end].map(({ lon, lat }) => [lon, lat] as const);
    expect(() => priceDated(sea(2.5), path, 0)).toThrow(PathClosed);
    try {
      priceDated(sea(2.5), path, 0);
    } catch (error) {
      expect((error as PathClosed).time / unitDays(grid)).toBeCloseTo(0.8, 5);
    }
    const priced = priceDated(sea(2.5), path, 3 * unitDays(grid));
    expect(priced.timeDays.at(-1)! / unitDays(grid)).toBeCloseTo(2.6, 5);
  });

  test('but comes to it a moment too early, as rounded times of a file have it, and goes on as planned', () => {
    const { track } = planDated(sea(2.5), start, end).routes[0]!;
    const [wait] = track.waits;
    const leaves = track.timeDays.indexOf(wait!.until);
    const along = track.coordinates.filter((_, k) => k !== leaves);
    const waited = Math.floor((wait!.until - wait!.from) * 86_400_000) / 86_400_000;
    const stays = along.map((_, k) => (k === leaves - 1 ? waited : 0));
    const { timeDays } = priceDated(sea(2.5), along, 0, false, 0, stays);
    expect(timeDays.at(-1)).toBeCloseTo(track.timeDays.at(-1)!, 7);
  });

  test.each(Array.from({ length: 20 }, (_, k) => k + 1))(
    'a wall is waited at where the rest is shortest, seed %i',
    (seed) => {
      const random = randomNumbers(seed);
      const [columns, rows] = [3 + 2 * Math.floor(8 * random()), 1 + Math.floor(12 * random())];
      const [width, height] = [1.5, (1.5 * rows) / columns];
      const wide: Grid = { columns, rows, box: [0, 0, width, height], degrees: 0.01 };
      const cell = width / columns;
      const wall = cell * Math.floor(columns / 2);
      const [shut, open] = [true, false].map((closed) =>
        gridMesh(wide, (x) => ({ closed: closed && x > wall && x < wall + cell })),
      );
      const from = [0.9 * wall * random(), height * random()] as const;
      const to = [wall + cell + (width - wall - cell) * random(), height * random()] as const;
      const opens = (1 + 0.5 * random()) * Math.hypot(wall - from[0], to[1] - from[1]);
      const { routes } = planDated(
        seaOf(
          [shut!, open!],
          [0, opens].map((time, mesh) => ({ from: time * unitDays(wide), mesh })),
        ),
        placeAt(wide, ...from),
        placeAt(wide, ...to),
      );
      expect(total(routes[0]!.track, 'traveltime') / unitDays(wide) / (opens + to[0] - wall)).toBeCloseTo(
        1,
        5,
      );
    },
  );

  test('and one that never opens is no way', () => {
    const closed = seaOf(
      [meshes[0]!, gridMesh(grid, (x) => ({ closed: Math.abs(x - 1.5) < 0.5, u: 0.1 }))],
      [
        { from: 0, mesh: 0 },
        { from: 1, mesh: 1 },
      ],
    );
    expect(() => planDated(closed, start, end)).toThrow(RouteInaccessible);
  });
});

test('what is consumed is proved of paths too that wait for faster water', () => {
  const grid: Grid = { columns: 3, rows: 1, box: [0, 0, 3, 1], degrees: 0.01 };
  const meshes = [1, 2].map((speed) => gridMesh(grid, () => ({ speed })));
  const days = unitDays(grid);
  const sea = seaOf(meshes, [
    { from: 0, mesh: 0 },
    { from: 3 * days, mesh: 1 },
  ]);
  const [start, end] = [placeAt(grid, 0.2, 0.5), placeAt(grid, 2.8, 0.5)];
  const [, thrifty] = planDated(sea, start, end, { certificate: true, mostWait: 3 * days }).routes;
  const cost = thrifty!.track.consumption!.at(-1)!;
  expect(cost / days).toBeCloseTo(1.3, 4);
  expect(thrifty!.optimality!.least).toBeLessThanOrEqual(cost);
});

test('what consumes least goes along a line between two cells in the one that consumes less, not in the faster one', () => {
  const grid: Grid = { columns: 3, rows: 2, box: [0, 0, 3, 2], degrees: 0.01 };
  const meshes = [1, 1.01].map((part) =>
    gridMesh(grid, (_, y) => (y < 1 ? { speed: 2, rate: 10 * part } : { rate: part })),
  );
  const days = unitDays(grid);
  const sea = seaOf(meshes, [
    { from: 0, mesh: 0 },
    { from: 5 * days, mesh: 1 },
  ]);
  const [start, end] = [placeAt(grid, 0.2, 1), placeAt(grid, 2.8, 1)];
  const [fastest, thrifty] = planDated(sea, start, end).routes;
  expect(fastest!.track.timeDays.at(-1)! / days).toBeCloseTo(1.3, 6);
  expect(thrifty!.track.consumption!.at(-1)! / days).toBeCloseTo(2.6, 6);
});

test('a route that passes along an edge of a cell that has closed, in the one beside it, has waypoints', () => {
  const grid: Grid = { columns: 5, rows: 3, box: [0, 0, 5, 3] };
  const special: Record<string, GridCell>[] = [
    { '0.5 2.5': { speed: 0.5 } },
    { '1.5 1.5': { closed: true }, '1.5 2.5': { speed: 0.5, rate: 2 } },
    { '1.5 0.5': { closed: true }, '1.5 2.5': { closed: true }, '2.5 2.5': { rate: 2 } },
  ];
  const meshes = special.map((cells) => gridMesh(grid, (x, y) => cells[`${x} ${y}`] ?? {}));
  const sea = seaOf(
    meshes,
    [0, 1.3, 1.7].map((from, mesh) => ({ from: from * unitDays(grid), mesh })),
  );
  const { routes } = planDated(sea, placeAt(grid, 0.25, 2.576), placeAt(grid, 5, 2));
  for (const { objective, track, sailing } of routes)
    expect(total(sailing, objective)).toBeLessThanOrEqual(1.001 * total(track, objective));
});

describe('what consumes least waits no longer than it may', () => {
  const grid: Grid = { columns: 3, rows: 2, box: [0, 0, 3, 2], degrees: 0.01 };
  const days = unitDays(grid);
  const [start, end] = [placeAt(grid, 0.5, 0.5), placeAt(grid, 2.7, 0.5)];
  const waitsOf = ({ waits }: SailedTrack) => waits.reduce((sum, { from, until }) => sum + until - from, 0);

  test('also at a gate that opens', () => {
    const meshes = [true, false].map((isShut) =>
      gridMesh(grid, (x, y) => ({ closed: isShut && x > 1 && x < 2 && y < 1, rate: y < 1 ? 0.3 : 1 })),
    );
    const sea = seaOf(meshes, [
      { from: 0, mesh: 0 },
      { from: 4 * days, mesh: 1 },
    ]);
    const consumed = (mostWait: number) => {
      const { track } = planDated(sea, start, end, { mostWait }).routes[1]!;
      expect(waitsOf(track)).toBeLessThanOrEqual(mostWait + 1e-9);
      return track.consumption!.at(-1)! / days;
    };
    expect(consumed(0)).toBeGreaterThan(1);
    expect(consumed(3.4 * days)).toBeGreaterThan(0.7);
    expect(consumed(3.6 * days)).toBeCloseTo(0.66, 6);
  });

  test('and as long where the sea gets better before another mesh holds', () => {
    const meshes = [1, 2].map((speed) => gridMesh(grid, () => ({ speed })));
    const sea = seaOf(meshes, [
      { from: 0, mesh: 0 },
      { from: 2 * days, mesh: 1 },
    ]);
    const [, thrifty] = planDated(sea, start, end, { certificate: true, mostWait: days }).routes;
    expect(waitsOf(thrifty!.track)).toBeCloseTo(days, 9);
    // one unit of length before the other mesh holds, 1.2 after
    expect(thrifty!.track.consumption!.at(-1)! / days).toBeCloseTo(1 + 0.6, 4);
  });
});
