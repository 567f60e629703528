import { describe, expect, it } from 'vitest';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import { evaluatePath } from '../../../lib/engine/path/evaluate.ts';
import {
  planWithFewerWaypoints,
  withFewerWaypoints,
} from '../../../lib/voyage/among-zones/fewer-waypoints.ts';
import type { VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';

const grid: Grid = { columns: 1, rows: 4, box: [0, 0, 6, 4] };
/** Turns twice just below a parallel, beyond which its first and its last leg would meet. */
const path = [
  [0.2, 1.9],
  [2, 1.98],
  [4, 1.98],
  [5.8, 1.9],
].map(([x, y]): Point => {
  const { lat, lon } = placeAt(grid, x!, y!);
  return [lon, lat];
});

/** As sailed where the sea beyond the parallel has a speed of its own. */
function sailed(speed: number, fixed: readonly Point[] = []) {
  const mesh = gridMesh(grid, (_, y) => ({
    speed: y > 2 && y < 3 ? speed : 1,
    closed: speed === 0 && y > 2,
  }));
  const whole = evaluatePath(mesh, costsFor(mesh, 'traveltime'), path);
  // without the places where it comes from cell to cell
  const turns = path.map((turn) => whole.coordinates.findIndex((one) => String(one) === String(turn)));
  const at = <T>(list: readonly T[]) => turns.map((k) => list[k]!);
  const track = {
    coordinates: at(whole.coordinates),
    timeDays: at(whole.timeDays),
    distanceM: at(whole.distanceM),
    consumption: at(whole.consumption!),
    speedKmh: at(whole.speedKmh),
    cells: at(whole.cells),
  };
  return { track, sailing: withFewerWaypoints(mesh, { track, sailing: track }, 'traveltime', fixed) };
}

describe('two turns in the same direction', () => {
  it('are made one, outside of both, where that takes hardly longer', () => {
    const { track, sailing } = sailed(1);
    expect(sailing.coordinates).toEqual([
      path[0],
      [expect.closeTo(0.3, 3), expect.closeTo(0.2024, 3)],
      path[3],
    ]);
    const times = sailing.timeDays.at(-1)! / track.timeDays.at(-1)!;
    expect(times).toBeGreaterThan(1);
    expect(times).toBeLessThan(1.001);
  });

  it('have the speed at which both parts of a leg are sailed, where one of them is slower', () => {
    const { sailing } = sailed(0.9999);
    expect(sailing.coordinates).toHaveLength(3);
    for (const k of [1, 2]) {
      const km = (sailing.distanceM[k]! - sailing.distanceM[k - 1]!) / 1000;
      const hours = 24 * (sailing.timeDays[k]! - sailing.timeDays[k - 1]!);
      expect(sailing.speedKmh[k]! / (km / hours)).toBeCloseTo(1, 9);
      expect(sailing.speedKmh[k]).toBeLessThan(18.52 * (1 - 1e-6));
    }
  });

  it.each([
    ['the sea is slow', 0.1],
    ['there is none', 0],
  ])('stay where %s beyond them', (_, speed) => {
    const { track, sailing } = sailed(speed);
    expect(sailing).toBe(track);
  });

  it('stay where one is a stop', () => {
    const { track, sailing } = sailed(1, [path[2]!]);
    expect(sailing).toBe(track);
  });
});

describe('the waypoints of a plan', () => {
  const mesh = gridMesh(grid, () => ({}));
  const { track, sailing: few } = sailed(1);
  const route = (more: object = {}) =>
    ({ objective: 'traveltime', track, sailing: track, ...more }) as unknown as VoyageRoute;
  const plan = (on: typeof mesh | undefined, ...routes: VoyageRoute[]) =>
    ({ mesh: on, routes }) as unknown as VoyagePlan;
  const thinned = (routes: VoyageRoute[], keepsOut: (one: VoyageRoute) => boolean = () => true) =>
    planWithFewerWaypoints({ ...mesh }, plan(mesh, ...routes), keepsOut).routes.map(
      ({ sailing }) => sailing.coordinates,
    );
  const [joined, own] = [few.coordinates, track.coordinates];

  it('are fewer on a mesh that zones have changed, where the route keeps out as well', () => {
    expect(thinned([route()])).toEqual([joined]);
    expect(thinned([route()], () => false)).toEqual([own]);
    for (const on of [mesh, undefined]) {
      const whole = plan(on, route());
      expect(planWithFewerWaypoints(mesh, whole, () => true)).toBe(whole);
    }
  });

  it('stay where speeds were chosen between them, where stops are waited at, and at stops', () => {
    for (const objective of ['within', 'cost']) expect(thinned([route({ objective })])).toEqual([own]);
    const stop = (lon: number, lat: number, more: object) => ({
      place: { used: { lon, lat } },
      waitDays: 0,
      vertex: 0,
      ...more,
    });
    const stops = (more: object) => [stop(0.02, 0.19, {}), stop(0.5, 0.5, more), stop(0.58, 0.19, {})];
    expect(thinned([route({ stops: stops({}) })])).toEqual([joined]);
    expect(thinned([route({ stops: stops({ waitDays: 1 }) })])).toEqual([own]);
    expect(thinned([route({ stops: stops({ pauses: [] }) })])).toEqual([own]);
  });

  it('are the same of routes that shared them', () => {
    const twice = planWithFewerWaypoints(
      { ...mesh },
      plan(mesh, route(), route({ objective: 'fuel' })),
      () => true,
    ).routes;
    expect(twice[1]!.sailing).toBe(twice[0]!.sailing);
  });

  it('have speeds, metres and consumption of the legs between them', () => {
    expect(few.speedKmh).toEqual([0, expect.closeTo(18.52, 2), expect.closeTo(18.52, 2)]);
    expect(few.consumption!.at(-1)).toBeCloseTo(few.timeDays.at(-1)!, 9);
    expect(few.distanceM[0]).toBe(0);
    expect(few.distanceM.at(-1)! / track.distanceM.at(-1)!).toBeCloseTo(1, 3);
    expect(few.distanceM.at(-1)).toBeGreaterThan(track.distanceM.at(-1)!);
    expect(few.cells).toHaveLength(3);
    expect(few.cells[0]).toBe(-1);
  });
});
