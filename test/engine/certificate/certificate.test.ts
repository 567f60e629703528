/** Certificates hold: against random paths and brute force. */
import { describe, expect, it } from 'vitest';
import { Certifier } from '../../../lib/engine/certificate/certificate.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { departure } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import { type Track, totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { seaOf, spaced } from '../../speed/seas.ts';
import { runs, some } from '../../thorough.ts';
import { forRandomMeshes, trialOf } from '../for-random-meshes.ts';
import { bruteForce } from '../oracle/brute-force.ts';
import type { MeshTraits } from '../random-mesh.ts';
import { attackRoute } from './attack-trial.ts';

describe('an attack with random paths finds none that is cheaper than the bound', () => {
  it.each<{ trials?: number } & Partial<MeshTraits>>([
    { headings: 'alike', cells: 20 },
    { headings: 'alike', currents: 'strong', place: 'polar', cells: 14 },
    { headings: 'alike', currents: 'overwhelming', cells: 20 },
    { headings: 'alike', place: 'globe', cells: 14 },
    { headings: 'wind', cells: 9, trials: 1 },
    { headings: 'wild', cells: 7, trials: 1 },
    { headings: 'blocked', place: 'antimeridian', cells: 12 },
  ])('%j', ({ trials = runs(1, 2), ...traits }) => {
    forRandomMeshes(trials, traits, ({ mesh, start, end, random }) =>
      attackRoute(mesh, start, end, runs(50, 100), random).flatMap(({ objective, breaches, unproved }) =>
        [...breaches, ...unproved].map((fault) => `${objective}: ${JSON.stringify(fault)}`),
      ),
    );
  });
});

describe('cells are proved again in which V changed after they were proved', () => {
  // on these meshes, the proof fails in some cell after others were proved
  it.each(some(1, [156, 546, 1000]))('seed %i', (seed) => {
    const { mesh, start, end, random } = trialOf(seed, { cells: 20, headings: 'alike' })!;
    const reports = attackRoute(mesh, start, end, 0, random);
    expect(reports.flatMap(({ unproved }) => unproved)).toEqual([]);
    expect(reports.every(({ gapPercent }) => gapPercent !== null)).toBe(true);
  });
});

it('a pair is proved again after V was lowered on its source', () => {
  // on this mesh, the momenta that are tried then do not prove all such pairs at once
  const { mesh, start, end, random } = trialOf(292, {})!;
  const reports = attackRoute(mesh, start, end, 0, random);
  expect(reports.flatMap(({ unproved }) => unproved)).toEqual([]);
});

describe('brute force finds no route that is cheaper than the certificate allows', () => {
  it.each(some(2, ['islands', 'none', 'walls', 'scattered'] as const))('closed cells: %s', (closed) => {
    forRandomMeshes(runs(1, 2), { cells: 14, closed }, ({ mesh, source, start, end, random }) =>
      attackRoute(mesh, start, end, 0, random).flatMap(({ objective, cost, gapPercent }) => {
        const brute = bruteForce(source, objective as 'traveltime', start, end, { perEdge: 4, rounds: 2 });
        const least = cost / (1 + (gapPercent ?? Infinity) / 100);
        return brute && brute.cost < least * (1 - 1e-9) ? [`${objective}: ${brute.cost} < ${least}`] : [];
      }),
    );
  });
});

it('the bound is closer where V is lowered away from the route', () => {
  const gaps = { near: 0, anywhere: 0 };
  for (const seed of [1, 2, 3, 4, 5]) {
    const { mesh, start, end } = trialOf(seed, {
      cells: 20,
      headings: 'alike',
      currents: 'none',
      closed: 'none',
    })!;
    const { track } = planRoute(mesh, start, end).routes[0]!;
    const cost = totalOf(track, 'traveltime');
    const certifier = new Certifier(mesh, { ...placeWaypoints(mesh, start, end, 300), pinches: false });
    const gapOf = (route: Track) => certifier.certify(costsFor(mesh, 'traveltime'), cost, route)!.gapPercent;
    gaps.near += gapOf(track);
    gaps.anywhere += gapOf({ ...track, coordinates: [] });
  }
  expect(gaps.near).toBeLessThan(0.7 * gaps.anywhere);
});

describe('a glider of 1 km/h in a uniform current: what is lost beside the route does not reach it', () => {
  const n = 48;
  const currents = some(1, [
    { part: 0.9, towards: 330 },
    { part: 0.9, towards: 90 },
    { part: 0.95, towards: 350 },
  ]);
  it.each(currents)('of $part of its speed, towards $towards°', ({ part, towards }) => {
    const speed = 1 / 3.6;
    const [u, v] = [Math.sin, Math.cos].map((of) => part * speed * of((towards * Math.PI) / 180));
    const source: MeshSource = {
      ...seaOf(spaced(-64, -58, n), spaced(-50, -38, n), () => ({ u, v })),
      accessible: new Uint8Array(n * n).fill(1),
      speeds: new Float64Array(8 * n * n).fill(speed),
      rates: null,
      consumption: null,
    };
    const [start, end] = [
      { lon: -63.7, lat: -49.7 },
      { lon: -58.4, lat: -39 },
    ];
    const mesh = openMesh(compileMesh(source));
    const { optimality } = planRoute(mesh, start, end, { certificate: true }).routes[0]!;
    expect(optimality!.gapPercent).toBeLessThan(0.6);
  });
});

/** Four cells of a degree about a point; those named are closed. */
function fourCells(closed: readonly number[], rates = [20, 20, 20, 20]): MeshSource {
  const corners = [0, 1, 2, 3].map((row) => [row % 2, Math.floor(row / 2)] as const);
  const open = [0, 1, 2, 3].filter((row) => !closed.includes(row));
  const links = [0, 1, 2, 3].map((row) => (open.includes(row) ? open.filter((other) => other !== row) : []));
  // NE, E, SE, S, SW, W, NW, N of the neighbour graph, by the step east and north
  const direction = (from: number, to: number) => {
    const dx = corners[to]![0] - corners[from]![0];
    const dy = corners[to]![1] - corners[from]![1];
    return [-1, -2, -3, 4, 0, -4, 3, 2, 1][3 * (dx + 1) + dy + 1]!;
  };
  return {
    ids: ['0', '1', '2', '3'],
    bounds: Float64Array.from(corners.flatMap(([x, y]) => [x, 60 + y, x + 1, 61 + y])),
    accessible: Uint8Array.from([0, 1, 2, 3], (row) => (closed.includes(row) ? 0 : 1)),
    currents: Float64Array.from([0.5, 0.2, 0, 0, -0.4, 0.4, 0.3, 0]),
    speeds: new Float64Array(32).fill(5),
    rates: Float64Array.from({ length: 32 }, (_, k) => rates[k >> 3]!),
    consumption: 'fuel',
    neighbours: {
      start: Int32Array.from([0, 1, 2, 3, 4], (k) => links.slice(0, k).flat().length),
      cell: Int32Array.from(links.flat()),
      direction: Int8Array.from(links.flatMap((to, from) => to.map((other) => direction(from, other)))),
    },
  };
}

describe('special places', () => {
  const gapsOf = (closed: number[], start: [number, number], end: [number, number]) =>
    planRoute(
      openMesh(compileMesh(fourCells(closed))),
      { lon: start[0], lat: start[1] },
      { lon: end[0], lat: end[1] },
      { certificate: true },
    ).routes.map(({ optimality }) => optimality!.gapPercent);

  it('a route of no length is the best', () => {
    expect(gapsOf([], [0.5, 60.5], [0.5, 60.5])).toEqual([0, 0]);
  });

  it('is as good for consumption as for time where every day consumes the same', () => {
    const gaps = gapsOf([1], [0.2, 60.3], [0.3, 61.8]);
    expect(gaps[0]).toBeGreaterThan(0);
    expect(gaps[1]).toBeCloseTo(gaps[0]!, 6);
  });

  it('the gap shows a route that consumes more than another one as fast', () => {
    const mesh = openMesh(compileMesh(fourCells([], [20, 20, 21, 21])));
    const [start, end] = [
      { lon: 0.2, lat: 60.3 },
      { lon: 1.8, lat: 60.4 },
    ];
    const plan = planRoute(mesh, start, end);
    const certifier = new Certifier(mesh, { ...placeWaypoints(mesh, start, end, 300), pinches: false });
    const [time, fuel] = plan.routes.map(({ track }) => track) as [Track, Track];
    certifier.certify(costsFor(mesh, 'traveltime'), time.timeDays.at(-1)!, time);
    const cost = 1.04 * fuel.consumption!.at(-1)!;
    const gap = certifier.certify(costsFor(mesh, 'fuel'), cost, fuel)!.gapPercent;
    expect(gap).toBeGreaterThanOrEqual(4);
    expect(gap).toBeLessThan(4.5);
  });

  it('ends at a corner, on an edge, in one cell', () => {
    for (const gap of [
      ...gapsOf([], [1, 61], [0.2, 60.3]),
      ...gapsOf([], [1, 60.37], [0.2, 61.3]),
      ...gapsOf([], [1, 60.37], [1, 60.9]),
      ...gapsOf([], [0.1, 60.2], [0.9, 60.5]),
      ...gapsOf([], [0.1, 60.2], [1.9, 61.5]),
    ]) {
      expect(gap).toBeLessThan(0.5);
    }
  });

  it('through a pinch', () => {
    for (const gap of gapsOf([1, 2], [0.2, 60.3], [1.8, 61.6])) {
      // less would mean that the proof knows no path
      expect(gap).toBeGreaterThan(1e-4);
      expect(gap).toBeLessThan(0.5);
    }
  });

  it('where time or work end, a weaker bound is proved, and what ended it is told', () => {
    const mesh = openMesh(compileMesh(fourCells([])));
    const [start, end] = [
      { lon: 0.2, lat: 60.3 },
      { lon: 1.8, lat: 61.6 },
    ];
    const ends = placeWaypoints(mesh, start, end, 300);
    const { track } = planRoute(mesh, start, end).routes[0]!;
    const cost = totalOf(track, 'traveltime');
    const certifier = new Certifier(mesh, { ...ends, pinches: false });
    const costs = costsFor(mesh, 'traveltime');
    const whole = certifier.certify(costs, cost, track)!;
    expect(whole.endedBy).toBeNull();
    expect(certifier.certify(costs, cost, track, { workPerNode: 0.1 })!.endedBy).toBe('work');
    const none = certifier.certify(costs, cost, track, { isOver: () => true })!;
    expect(none.endedBy).toBe('time');
    // the great circle at the greatest speed over ground of any cell
    const { x, y } = departure([start.lon, start.lat], [end.lon, end.lat]);
    const days = Math.hypot(x, y) / (5 + Math.hypot(0.5, 0.2)) / 86_400;
    expect(none.least).toBeGreaterThan(0.99 * days);
    expect(none.least).toBeLessThan(whole.least);
  });
});

describe('a bound that work ended', () => {
  it.each<Partial<MeshTraits>>([
    { headings: 'alike', currents: 'strong' },
    { headings: 'wind', currents: 'weak' },
    { headings: 'blocked', currents: 'strong' },
  ])('is not contradicted either: %j', (traits) => {
    const ended = new Set<string | null>();
    forRandomMeshes(1, { cells: 12, ...traits }, ({ mesh, start, end, random }) =>
      [1, 10].flatMap((workPerNode) =>
        attackRoute(mesh, start, end, 50, random, { workPerNode }).flatMap(
          ({ objective, breaches, unproved, endedBy }) => {
            ended.add(endedBy);
            return [...breaches, ...unproved].map((fault) => `${objective}: ${JSON.stringify(fault)}`);
          },
        ),
      ),
    );
    expect(ended).toContain('work');
  });
});
