/**
 * The exact cases of the literature: flows with known fastest times, the same in time or changing, on grids of equal cells. The unit of
 * length is a tenth of a degree at the equator, own speed 1 is ten knots; currents are constant in a cell and in a slice of time.
 */
import { planDated } from '../lib/engine/plan-dated.ts';
import { overlayOf } from '../lib/engine/sea/overlay.ts';
import { seaOf } from '../lib/engine/sea/sea.ts';
import { type Grid, gridMesh, placeAt, unitDays } from '../test/engine/sea/grid-sea.ts';
import type { Figure } from './goals.ts';
import { printTable, processorMilliseconds } from './statistics.ts';

type Point = readonly [x: number, y: number];

interface Case {
  readonly name: string;
  readonly box: Grid['box'];
  readonly flow: (x: number, y: number, t: number) => Point;
  readonly from: Point;
  readonly to: Point;
  /** Of published solvers. */
  readonly published: string;
  readonly exact: number;
  /** Per cent on the finest grid. */
  readonly goal: number;
  /** For how long the flow changes; absent of one that does not. */
  readonly changes?: number;
}

const { PI, cos, sin } = Math;
const corner: Point = [cos(PI / 6), sin(PI / 6)];
const eddy = (x: number, y: number, p: number, q: number): Point => {
  const r = 3 * ((x - p) ** 2 + (y - q) ** 2) + 1;
  return [-(y - q) / r, (x - p) / r];
};
const fourVortices = (x: number, y: number): Point => {
  const [a, b, c, d] = [eddy(x, y, 2, 2), eddy(x, y, 4, 4), eddy(x, y, 2, 5), eddy(x, y, 5, 1)];
  const sum = (k: 0 | 1) => 1.7 * (-a[k] - b[k] - c[k] + d[k]);
  return [sum(0), sum(1)];
};

const CASES: readonly Case[] = [
  {
    name: 'vortex (Techy 2011)',
    box: [-0.6, -0.2, 1.3, 1.7],
    flow: (x, y) => [0.9 * y, -0.9 * x],
    from: corner,
    to: [0, 1],
    published: '1.98',
    exact: 1.9749381,
    goal: 0.1,
  },
  {
    name: 'moving vortex and sink (Techy 2011)',
    box: [-0.6, -0.1, 1.2, 1.7],
    flow: (x, y, t) => [-0.3 * x - (t - 0.5) * y, (t - 0.5) * x - 0.3 * y],
    from: corner,
    to: [0, 1],
    published: '1.03',
    exact: 1.0300835,
    goal: 0.1,
    changes: 1.2,
  },
  {
    name: 'four vortices (Ferraro 2021)',
    box: [-1, -2, 8, 6],
    flow: fourVortices,
    from: [0, 0],
    to: [6, 2],
    published: '8.95',
    exact: 8.9494562,
    goal: 1,
  },
  {
    name: 'double gyre',
    box: [0, 0, 2, 1],
    flow: (x, y) => [-0.1 * PI * sin(PI * x) * cos(PI * y), 0.1 * PI * cos(PI * x) * sin(PI * y)],
    from: [1.5, 0.5],
    to: [0.5, 0.5],
    published: '',
    exact: 1.0057842,
    goal: 0.1,
  },
  {
    name: 'shear',
    box: [-0.5, -0.5, 1.5, 1.5],
    flow: (_x, y) => [y, 0],
    from: [0, 0],
    to: [1, 0],
    published: '',
    exact: 0.9638891,
    goal: 0.1,
  },
  {
    name: 'Zermelo (Bryson, Ho)',
    box: [-2, -3, 7, 3],
    flow: (_x, y) => [-y, 0],
    from: [3.6587, -1.8637],
    to: [0, 0],
    published: '',
    exact: 5.4641016,
    goal: 1,
  },
];

const SIZES = [50, 100, 200];

interface Measured {
  readonly time: number;
  /** Processor time of the plan and its proof. */
  readonly ms: number;
  readonly gapPercent: number;
}

function measure(one: Case, cells: number): Measured {
  const grid: Grid = { columns: cells, rows: cells, box: one.box };
  const slices = one.changes ? cells / 5 : 1;
  const [day, length] = [unitDays(grid), (one.changes ?? 0) / slices];
  const meshes = Array.from({ length: slices }, (_, k) =>
    gridMesh(grid, (x, y) => {
      const [u, v] = one.flow(x, y, (k + 0.5) * length);
      return { u, v };
    }),
  );
  const [start, end] = [placeAt(grid, ...one.from), placeAt(grid, ...one.to)];
  let [time, gapPercent] = [0, Infinity];
  const ms = processorMilliseconds(() => {
    const spans = meshes.map((_, mesh) => ({ from: day * length * mesh, mesh }));
    const plan = planDated(seaOf(meshes, spans, overlayOf(meshes)), start, end, {
      objectives: ['traveltime'],
      certificate: true,
    });
    const [{ track, optimality }] = plan.routes;
    time = track.timeDays.at(-1)! / day;
    gapPercent = optimality!.gapPercent;
  });
  return { time, ms, gapPercent };
}

/** Prints the cases; answers how far off the finest grids are. */
export function measureChangingSea(): Figure[] {
  const measured = CASES.map((one) => ({ one, of: SIZES.map((cells) => measure(one, cells)) }));
  const percent = (time: number, exact: number) => 100 * (time / exact - 1);
  printTable(
    [
      'flow',
      'exact',
      'published',
      ...SIZES.map((n) => `${n} × ${n}`),
      ...SIZES.map((n) => `off, ${n}`),
      ...SIZES.map((n) => `proved, ${n}`),
      'ms, 200',
    ],
    measured.map(({ one, of }) => [
      one.name,
      one.exact.toFixed(7),
      one.published,
      ...of.map(({ time }) => time.toFixed(7)),
      ...of.map(({ time }) => `${percent(time, one.exact).toFixed(4)} %`),
      ...of.map(({ gapPercent }) => `${gapPercent.toFixed(2)} %`),
      of.at(-1)!.ms.toFixed(0),
    ]),
  );
  return measured.map(({ one, of }) => {
    const off = Math.abs(percent(of.at(-1)!.time, one.exact));
    return { what: `${one.name}, off by`, unit: '%', measured: off, goal: one.goal };
  });
}
