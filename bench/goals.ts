/** The goals of the engine, and what was measured. */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { FieldSolver } from '../lib/engine/field.ts';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import { totalOf } from '../lib/engine/path/track.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../lib/engine/waypoints/errors.ts';
import { trialOf } from '../test/engine/for-random-meshes.ts';
import { bruteForce } from '../test/engine/oracle/brute-force.ts';
import { gapsToBruteForce } from '../test/engine/oracle/examine.ts';
import type { MeshTraits } from '../test/engine/random-mesh.ts';
import { referenceMesh, referenceRoutes, referenceSource } from '../test/engine/reference.ts';
import { comb, labyrinth, spiral } from './labyrinth.ts';
import { median, printTable, processorMilliseconds, quantile } from './statistics.ts';
import { cutOutRoute, stressed } from './vary-mesh.ts';

export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 's' | 'MB' | '%' | '';
  readonly measured: number;
  /** The maximum; the minimum if `isFloor`. */
  readonly goal: number;
  readonly isFloor?: boolean;
}

export function printFigures(figures: readonly Figure[]): void {
  const show = (value: number, unit: string) =>
    `${unit === '%' ? value.toFixed(4) : value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`.trim();
  printTable(
    ['what', 'goal', 'measured', ''],
    figures.map(({ what, unit, measured, goal, isFloor }) => [
      what,
      `${isFloor ? 'at least' : 'at most'} ${goal} ${unit}`.trim(),
      show(measured, unit),
      (isFloor ? measured >= goal : measured <= goal) ? 'met' : 'NOT MET',
    ]),
  );
}

const RUNS = 5;
const WARM_UP_RUNS = 3;
const RANDOM_ROUTES = 80;

/** Milliseconds of processor time after warming up: the median of `runs`. */
export function requestMs(mesh: Mesh, start: LatLon, end: LatLon, runs = RUNS): number {
  const request = () => planRoute(mesh, start, end);
  request();
  return median(Array.from({ length: runs }, () => processorMilliseconds(request)));
}

/** The pairs of antarctic-peninsula-4k on the mesh of the same region with 16,290 cells. */
export function measurePeninsula(): Figure[] {
  const mesh = referenceMesh('antarctic-peninsula-16k');
  const pairs = pairsOf('antarctic-peninsula-4k');
  // a process that has served few requests still compiles the engine
  for (let k = 0; k < WARM_UP_RUNS; k++) for (const { start, end } of pairs) planRoute(mesh, start, end);
  const times = pairs.map(({ start, end }) => requestMs(mesh, start, end));
  return [
    { what: 'antarctic-peninsula-16k, worst request', unit: 'ms', measured: Math.max(...times), goal: 60 },
  ];
}

/** From one place to all: a field of four points an edge on weddell-sea-8k, its points laid out anew, to a plain request. */
export function measureField(): Figure[] {
  const mesh = referenceMesh('weddell-sea-8k');
  const pairs = pairsOf('weddell-sea-8k');
  const plain = median(pairs.map(({ start, end }) => requestMs(mesh, start, end)));
  const fields = pairs.map(({ start }) => {
    const find = () => new FieldSolver(mesh, 'traveltime', { pointsPerEdge: 4 }).from([{ at: start }]);
    find();
    return median(Array.from({ length: RUNS }, () => processorMilliseconds(find)));
  });
  return [
    {
      what: 'costs from one place to all, four points an edge, to a plain request',
      unit: '',
      measured: median(fields) / plain,
      goal: 3,
    },
  ];
}

/** Corridors one cell wide. */
export function measureWinding(): Figure[] {
  return [labyrinth, comb, spiral].map((make) => {
    const { source, start, end } = make(401);
    const mesh = openMesh(compileMesh(source));
    return {
      what: `${make.name} of 401 × 401`,
      unit: 's',
      measured: requestMs(mesh, start, end, 1) / 1000,
      goal: 4,
    };
  });
}

/**
 * Reference meshes with speeds ±20 % and consumption ±25 % by heading, and currents five times as strong. The
 * comparison is brute force on the cells of the route and the cells next to them.
 */
export function measureStressed(): Figure[] {
  return (['weddell-sea-8k', 'antarctic-peninsula-4k'] as const).map((name) => {
    const source = stressed(referenceSource(name), 7);
    const mesh = openMesh(compileMesh(source));
    const gaps = pairsOf(name).flatMap(({ start, end }) => {
      const { routes } = planRoute(mesh, start, end);
      return routes.map(({ objective, track }) => {
        const near = cutOutRoute(source, track.cells, 1);
        const brute = bruteForce(near, objective, start, end, { perEdge: 4, rounds: 4 })!;
        return totalOf(track, objective) / brute.cost - 1;
      });
    });
    return { what: `${name} stressed`, unit: '%', measured: 100 * Math.max(...gaps), goal: 0.005 };
  });
}

/** Random meshes, compared with brute force: smooth seas, and wild ones on which speeds differ by heading. */
export function measureRandom(): Figure[] {
  const wild = (seed: number) => ({ headings: (['wind', 'wild', 'blocked'] as const)[seed % 3]! });
  const smooth = (seed: number) => ({ sea: 'smooth', place: seed % 5 === 0 ? 'polar' : 'region' }) as const;
  return [
    ...gapsOn('smooth seas', smooth, 0.01, 0.05),
    // whether a route is the very best there is no goal: this only shows that it is not far from it
    ...gapsOn('wild meshes', wild, 1, 1),
  ];
}

/** @param traits by seed */
function gapsOn(
  what: string,
  traits: (seed: number) => Partial<MeshTraits>,
  usual: number,
  worst: number,
): Figure[] {
  const gaps: number[] = [];
  for (let seed = 1; gaps.length < RANDOM_ROUTES; seed++) {
    const trial = trialOf(seed, { cells: 500 + ((977 * seed) % 3500), ...traits(seed) });
    if (!trial || trial.mesh.edgeCount < 1000 || trial.mesh.edgeCount > 10_000) continue;
    try {
      const plan = planRoute(trial.mesh, trial.start, trial.end);
      for (const { gap } of gapsToBruteForce(trial, plan, { perEdge: 4, rounds: 3 })) gaps.push(gap);
    } catch (error) {
      if (!(error instanceof RouteInaccessible)) throw error;
    }
  }
  return [0.99, 1].map((part, k) => ({
    what: `${gaps.length} routes on ${what}, ${k === 0 ? '99th percentile' : 'worst'}`,
    unit: '%',
    measured: 100 * quantile(gaps, part),
    goal: [usual, worst][k]!,
  }));
}

function pairsOf(name: 'weddell-sea-8k' | 'antarctic-peninsula-4k') {
  return referenceRoutes(name).filter(({ mesh, objective }) => mesh === name && objective === 'traveltime');
}
