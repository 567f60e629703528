import { describe, expect, test } from 'vitest';
import { costsFor } from '../../lib/engine/cost/cost.ts';
import { CLOSED_REASONS, type ClosedReason } from '../../lib/engine/mesh/environment.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { evaluatePath } from '../../lib/engine/path/evaluate.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import { RouteNotSailable, RouteTooDetailed } from '../../lib/routes/errors.ts';
import { durationText, evaluateRoute } from '../../lib/routes/evaluate-route.ts';
import { gridMesh } from '../local/grid-mesh.ts';

/** Ten by ten degrees from 70° S 60° W, with a closed wall at 55.5° W and a gap at its northern end. */
const isOpen = (lat: number, lon: number) => lon !== -55.5 || lat > -61;
const mesh = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(gridMesh({ isOpen }))))).compiled);
const problemsOf = (...waypoints: [lat: number, lon: number][]) => {
  try {
    evaluateRoute(
      mesh,
      waypoints.map(([lat, lon]) => ({ lat, lon })),
    );
  } catch (error) {
    expect(error).toBeInstanceOf(RouteNotSailable);
    return (error as RouteNotSailable).details;
  }
  return [];
};

test('a planned route evaluates to what it costs', () => {
  const plan = planRoute(mesh, { lat: -69.2, lon: -59.3 }, { lat: -65.1, lon: -51.4 });
  for (const { track } of plan.routes) {
    const evaluated = evaluateRoute(
      mesh,
      track.coordinates.map(([lon, lat]) => ({ lat, lon })),
    );
    expect(evaluated.timeDays.at(-1)! / track.timeDays.at(-1)!).toBeCloseTo(1, 6);
    expect(evaluated.consumption!.at(-1)! / track.consumption!.at(-1)!).toBeCloseTo(1, 6);
  }
});

test('each leg through a closed cell or off the mesh is named with its place', () => {
  expect(problemsOf([-60.5, -59.5], [-60.5, -51.5])).toEqual([]);
  const problems = problemsOf([-65.5, -59.5], [-65.5, -58.5], [-65.5, -52.5], [-65.5, -45]);
  expect(problems.map(({ leg, reason }) => [leg, reason])).toEqual([
    [2, expect.stringMatching(/^closed cell/)],
    [3, 'off the mesh'],
  ]);
  expect(problems[0]!.lat).toBeCloseTo(-65.5);
  expect(problems[0]!.lon).toBeCloseTo(-55.5);
});

/** West and east through the cells south of the gap, so many times. */
const zigzag = (legs: number) =>
  Array.from({ length: legs + 1 }, (_, i) => ({ lat: -69.9 + (0.5 * i) / legs, lon: i % 2 ? -59.9 : -56.1 }));

test.each([
  ['no way against the current', { motion: mesh.motion.map((value, k) => (k % 4 === 2 ? 1e3 : value)) }],
  ['no way against the current', { motion: mesh.motion.map((value, k) => (k % 4 === 3 ? -1e3 : value)) }],
])('a leg against a current says so: %s', (reason, different) => {
  try {
    evaluateRoute({ ...mesh, ...different }, [
      { lat: -65.4, lon: -56.7 },
      { lat: -65.3, lon: -57.4 },
    ]);
    expect.unreachable();
  } catch (error) {
    expect((error as RouteNotSailable).details).toMatchObject([{ leg: 1, reason }]);
  }
});

test('a closed cell says why it is closed, where the mesh does', () => {
  const lone = gridMesh({ isOpen: (lat, lon) => lat !== -65.5 || lon !== -55.5 });
  const one = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(lone)))).compiled);
  const reasonWith = (reason: ClosedReason) => {
    const closedReason = new Uint8Array(one.cellCount).fill(CLOSED_REASONS.indexOf(reason));
    try {
      evaluateRoute({ ...one, closedReason }, [
        { lat: -65.4, lon: -56.7 },
        { lat: -65.6, lon: -54.3 },
      ]);
    } catch (error) {
      return (error as RouteNotSailable).details[0]!.reason;
    }
    return expect.unreachable();
  };
  expect(reasonWith('ice')).toBe('closed cell: ice');
  expect(reasonWith('other')).toBe('closed cell');
});

test('pieces of legs that can not be sailed count as well as of those that can', () => {
  // 19 legs, each across five borders
  const waypoints = Array.from({ length: 20 }, (_, i) => ({ lat: -65.5, lon: i % 2 ? -57.5 : -52.5 }));
  expect(() => evaluateRoute(mesh, waypoints, 18 * 6 - 1)).toThrow(RouteTooDetailed);
  expect(() => evaluateRoute(mesh, waypoints, 18 * 6)).toThrow(RouteNotSailable);
});

describe('a leg along the edge of two cells', () => {
  // faster and dearer in the south-west
  const cells = gridMesh();
  const dear = (cx: number, cy: number) => cx < -55 && cy < -65;
  const differing = {
    ...cells,
    cellboxes: cells.cellboxes.map((cell) => ({
      ...cell,
      speed: Array(8).fill(dear(cell.cx, cell.cy) ? 20 : 18),
      fuel: Array(8).fill(dear(cell.cx, cell.cy) ? 40 : 10),
    })),
  };
  const sea = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(differing)))).compiled);

  test.each([
    ['a meridian', { lat: -67, lon: -55 }, { lat: -66.25, lon: -55 }],
    ['a parallel', { lat: -65, lon: -57 }, { lat: -65, lon: -56.25 }],
  ])('takes the time of the faster and the fuel of the cheaper: %s', (_, from, to) => {
    const { timeDays, distanceM, consumption, speedKmh } = evaluateRoute(sea, [from, to]);
    const km = distanceM.at(-1)! / 1000;
    expect(speedKmh.at(-1)).toBeCloseTo(20, 9);
    expect(timeDays.at(-1)).toBeCloseTo(km / 20 / 24, 9);
    expect(consumption!.at(-1)).toBeCloseTo((10 * km) / 18 / 24, 9);
  });

  test('inside a cell has its fuel, and none where the mesh says nothing of it', () => {
    const inside = [
      { lat: -67.4, lon: -57.4 },
      { lat: -67.2, lon: -57.4 },
    ];
    const { distanceM, consumption } = evaluateRoute(sea, inside);
    expect(consumption!.at(-1)).toBeCloseTo((40 * distanceM.at(-1)!) / 20_000 / 24, 9);
    const silent = { ...sea, consumption: null };
    expect(evaluateRoute(silent, inside).consumption).toBeNull();
  });
});

test('a route of many legs costs what its path costs', () => {
  const points = zigzag(40);
  const track = evaluateRoute(mesh, points);
  const path = points.map(({ lat, lon }): [number, number] => [lon, lat]);
  const expected = evaluatePath(mesh, costsFor(mesh, 'traveltime'), path);
  expect(track.timeDays.at(-1)).toBeCloseTo(expected.timeDays.at(-1)!, 9);
  expect(track.coordinates).toEqual(expected.coordinates);
});

test('a route that crosses too many borders is refused at the leg where it does', () => {
  expect(() => evaluateRoute(mesh, zigzag(1000), 100)).toThrow(RouteTooDetailed);
  expect(() => evaluateRoute(mesh, zigzag(1000), 100)).toThrow(/up to leg 26 .* more than 100 borders/);
});

test.each([
  [3.175, '3 days 4 hours 12 minutes'],
  [1, '1 day 0 hours 0 minutes'],
  [0.0417, '1 hour 0 minutes'],
  [0, '0 minutes'],
])('%d days are %s', (days, text) => {
  expect(durationText(days)).toBe(text);
});
