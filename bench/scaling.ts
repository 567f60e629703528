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

/** Splits the first cells into four, by default all; everything else stays the same. */
export function splitInFour(source: MeshSource, first = source.ids.length): MeshSource {
  return {
    ...splitSeaInFour(source, first),
    accessible: inFour(source.accessible, 1, first),
    speeds: inFour(source.speeds, 8, first),
    rates: source.rates && inFour(source.rates, 8, first),
    consumption: source.consumption,
  };
}

/** The same for a mesh without a vessel. */
export function splitSeaInFour(source: EnvironmentSource, first = source.ids.length): EnvironmentSource {
  const { currents, environment } = source;
  const bounds = quarterBounds(source.bounds, first);
  return {
    ids: Array.from({ length: bounds.length / 4 }, (_, k) => `${k}`),
    bounds,
    currents: inFour(currents, 2, first),
    ...(environment && { environment: environmentInFour(environment, first) }),
    neighbours: quarterNeighbours(source.neighbours, bounds, first),
  };
}

/** The cell that cell k was a part of, where the first cells were split. */
export const wholeOf = (k: number, first: number): number => (k < 4 * first ? k >> 2 : k - 3 * first);

function environmentInFour({ cellCount, columns, zones }: Environment, first: number): Environment {
  const all = ENVIRONMENT_COLUMNS.map((name) => [name, columns[name] && inFour(columns[name], 1, first)]);
  return {
    cellCount: cellCount + 3 * first,
    columns: Object.fromEntries(all),
    zones: new Map([...zones].map(([name, cells]) => [name, inFour(cells, 1, first)])),
  };
}

/** Repeats the first rows of a column `width` elements wide four times. */
function inFour<Column extends Float64Array | Uint8Array>(
  column: Column,
  width: number,
  first: number,
): Column {
  const out = new (column.constructor as new (length: number) => Column)(column.length + 3 * first * width);
  for (let k = 0; k < out.length / width; k++) {
    for (let w = 0; w < width; w++) out[width * k + w] = column[width * wholeOf(k, first) + w];
  }
  return out;
}

function quarterBounds(bounds: Float64Array, first: number): Float64Array {
  const quarters = new Float64Array(bounds.length + 12 * first);
  for (let i = 0; i < 4 * first; i += 4) {
    const [west, south, east, north] = bounds.subarray(i, i + 4);
    const lon = 0.5 * (west + east);
    const lat = 0.5 * (south + north);
    quarters.set(
      [west, south, lon, lat, lon, south, east, lat, west, lat, lon, north, lon, lat, east, north],
      4 * i,
    );
  }
  quarters.set(bounds.subarray(4 * first), 16 * first);
  return quarters;
}

/** For each cell, the touching parts of its own whole cell and of that one's neighbours. */
function quarterNeighbours(
  neighbours: MeshSource['neighbours'],
  bounds: Float64Array,
  first: number,
): MeshSource['neighbours'] {
  const touch = (a: number, b: number) =>
    a !== b &&
    bounds[4 * a] <= bounds[4 * b + 2] &&
    bounds[4 * b] <= bounds[4 * a + 2] &&
    bounds[4 * a + 1] <= bounds[4 * b + 3] &&
    bounds[4 * b + 1] <= bounds[4 * a + 3];
  const start = [0];
  const cell: number[] = [];
  const addTouching = (a: number, whole: number) => {
    const [from, parts] = whole < first ? [4 * whole, 4] : [whole + 3 * first, 1];
    for (let b = from; b < from + parts; b++) if (touch(a, b)) cell.push(b);
  };
  for (let a = 0; a < bounds.length / 4; a++) {
    const i = wholeOf(a, first);
    addTouching(a, i);
    for (let k = neighbours.start[i]; k < neighbours.start[i + 1]; k++) addTouching(a, neighbours.cell[k]);
    start.push(cell.length);
  }
  // any direction will do: the compiler derives it from the bounds
  return {
    start: Int32Array.from(start),
    cell: Int32Array.from(cell),
    direction: new Int8Array(cell.length).fill(2),
  };
}
