/** Growth of time and memory: a real mesh whose cells are split into four, repeatedly. */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { ENVIRONMENT_COLUMNS, type Environment } from '../lib/engine/mesh/environment.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import type { EnvironmentSource, MeshSource } from '../lib/engine/mesh/mesh-source.ts';
import { totalOf } from '../lib/engine/path/track.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import { referenceRoutes, referenceSource } from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { median, processorMilliseconds, slope } from './statistics.ts';

const MESH = 'weddell-sea-8k';
/** Up to 2.1 million cells. */
const SPLITS = 4;
const RUNS = 3;

export function measureLoading(): string[][] {
  return ['antarctic-peninsula-4k', 'weddell-sea-8k', 'antarctic-peninsula-16k'].map((name) => {
    const source = referenceSource(name);
    const bytes = compileMesh(source);
    const ms = median(Array.from({ length: 5 }, () => processorMilliseconds(() => openMesh(bytes))));
    return [name, `${source.ids.length}`, ms.toFixed(2), (bytes.length / source.ids.length).toFixed(0)];
  });
}

/**
 * The mean and the worst over the pairs of a mesh, at each size. The exponent is that of the mean as a
 * function of the number of cells. The gap is to the routes of the original mesh, the worse of both
 * objectives.
 */
export function measureScaling(): { rows: string[][]; figures: Figure[] } {
  const pairs = referenceRoutes(MESH).filter(({ objective }) => objective === 'traveltime');
  const rows: string[][] = [];
  const points: [number, number][] = [];
  const figures: Figure[] = [];
  const unsplit: number[] = [];
  let source = referenceSource(MESH);
  for (let level = 0; level <= SPLITS; level++) {
    if (level > 0) source = splitInFour(source);
    let bytes = new Uint8Array(0);
    const compileMs = processorMilliseconds(() => {
      bytes = compileMesh(source) as Uint8Array<ArrayBuffer>;
    });
    const mesh = openMesh(bytes);
    const costs: number[] = [];
    const times = pairs.map(({ start, end }) => {
      const request = () => planRoute(mesh, start, end);
      for (const { objective, track } of request().routes) costs.push(totalOf(track, objective));
      return median(Array.from({ length: RUNS }, () => processorMilliseconds(request)));
    });
    if (level === 0) unsplit.push(...costs);
    const gap = 100 * Math.max(...costs.map((cost, k) => cost / unsplit[k] - 1));
    const worst = Math.max(...times) / 1000;
    const size = `${source.ids.length} cells`;
    if (level === 3) figures.push({ what: `${size}, worst request`, unit: 's', measured: worst, goal: 1 });
    if (level === 4) {
      figures.push({ what: `${size}, worst request`, unit: 's', measured: worst, goal: 5 });
      figures.push({ what: `${size}, above the mesh not split`, unit: '%', measured: gap, goal: 0.001 });
    }
    const ms = times.reduce((a, b) => a + b, 0) / times.length;
    points.push([Math.log(source.ids.length), Math.log(ms)]);
    rows.push([
      `${source.ids.length}`,
      `${mesh.edgeCount}`,
      (compileMs / 1000).toFixed(1),
      ms.toFixed(1),
      (1000 * worst).toFixed(1),
      `${gap.toFixed(4)} %`,
      (bytes.length / 2 ** 20).toFixed(0),
    ]);
  }
  figures.push({ what: 'scaling exponent', unit: '', measured: slope(points), goal: 1.05 });
  return { rows, figures };
}

/** Splits every cell into four; everything else stays the same. */
export function splitInFour(source: MeshSource): MeshSource {
  return {
    ...splitSeaInFour(source),
    accessible: Uint8Array.from(
      { length: 4 * source.accessible.length },
      (_, k) => source.accessible[k >> 2],
    ),
    speeds: fourTimes(source.speeds, 8),
    rates: source.rates && fourTimes(source.rates, 8),
    consumption: source.consumption,
  };
}

/** The same for a mesh without a vessel. */
export function splitSeaInFour({
  bounds,
  currents,
  environment,
  neighbours,
}: EnvironmentSource): EnvironmentSource {
  const quarters = quarterBounds(bounds);
  return {
    ids: Array.from({ length: bounds.length }, (_, k) => `${k}`),
    bounds: quarters,
    currents: fourTimes(currents, 2),
    ...(environment && { environment: environmentInFour(environment) }),
    neighbours: quarterNeighbours(neighbours, quarters),
  };
}

function environmentInFour({ cellCount, columns, zones }: Environment): Environment {
  const four = ENVIRONMENT_COLUMNS.map((name) => [name, columns[name] && fourTimes(columns[name], 1)]);
  return {
    cellCount: 4 * cellCount,
    columns: Object.fromEntries(four),
    zones: new Map(
      [...zones].map(([name, cells]) => [
        name,
        Uint8Array.from({ length: 4 * cellCount }, (_, k) => cells[k >> 2]),
      ]),
    ),
  };
}

/** Repeats each row of a column `width` elements wide four times. */
function fourTimes(column: Float64Array, width: number): Float64Array {
  const out = new Float64Array(4 * column.length);
  for (let k = 0; k < out.length / width; k++) {
    for (let w = 0; w < width; w++) out[width * k + w] = column[width * (k >> 2) + w];
  }
  return out;
}

function quarterBounds(bounds: Float64Array): Float64Array {
  const quarters = new Float64Array(4 * bounds.length);
  for (let i = 0; i < bounds.length; i += 4) {
    const [west, south, east, north] = bounds.subarray(i, i + 4);
    const lon = 0.5 * (west + east);
    const lat = 0.5 * (south + north);
    quarters.set(
      [west, south, lon, lat, lon, south, east, lat, west, lat, lon, north, lon, lat, east, north],
      4 * i,
    );
  }
  return quarters;
}

/** For each quarter, the touching quarters of its own cell and of its cell's neighbours. */
function quarterNeighbours(
  neighbours: MeshSource['neighbours'],
  bounds: Float64Array,
): MeshSource['neighbours'] {
  const touch = (a: number, b: number) =>
    a !== b &&
    bounds[4 * a] <= bounds[4 * b + 2] &&
    bounds[4 * b] <= bounds[4 * a + 2] &&
    bounds[4 * a + 1] <= bounds[4 * b + 3] &&
    bounds[4 * b + 1] <= bounds[4 * a + 3];
  const start = [0];
  const cell: number[] = [];
  for (let a = 0; a < bounds.length / 4; a++) {
    const i = a >> 2;
    for (let q = 4 * i; q < 4 * i + 4; q++) if (touch(a, q)) cell.push(q);
    for (let k = neighbours.start[i]; k < neighbours.start[i + 1]; k++) {
      for (let q = 4 * neighbours.cell[k]; q < 4 * neighbours.cell[k] + 4; q++) if (touch(a, q)) cell.push(q);
    }
    start.push(cell.length);
  }
  // any direction will do: the compiler derives it from the bounds
  return {
    start: Int32Array.from(start),
    cell: Int32Array.from(cell),
    direction: new Int8Array(cell.length).fill(2),
  };
}
