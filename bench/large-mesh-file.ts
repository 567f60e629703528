/** Writes a mesh file of any size: a reference mesh whose cells are split into four, repeatedly. */
import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import type { EnvironmentSource } from '../lib/engine/mesh/mesh-source.ts';
import { parseMesh } from '../lib/meshes/read/parse-mesh.ts';
import { splitSeaInFour, wholeOf } from './scaling.ts';

type Fields = Record<string, unknown>;

export interface LargeMeshFile {
  readonly cells: number;
  /** Of the JSON. */
  readonly bytes: number;
}

/** Writes the file, gzipped like those of a mesh pipeline. Fewer than four of the cells may be lacking. */
export async function writeLargeMeshFile(path: string, original: URL, most: number): Promise<LargeMeshFile> {
  let cells = 0;
  let bytes = 0;
  const pieces = function* () {
    for (const piece of largeMeshJson(gunzipSync(readFileSync(original)), most)) {
      bytes += piece.length; // the text is ASCII only
      cells += piece.startsWith(CELL) ? 1 : 0;
      yield piece;
    }
  };
  await pipeline(Readable.from(inBlocks(pieces())), createGzip({ level: 6 }), createWriteStream(path));
  return { cells, bytes };
}

const CELL = '\n{"geometry"';

function* largeMeshJson(json: Buffer, most: number): Generator<string> {
  const original = JSON.parse(json.toString());
  const { bounds, neighbours, whole } = splitUpTo(parseMesh(json).source, most);
  const n = whole.length;
  yield `{"config": ${JSON.stringify(original.config)}, "cellboxes": [`;
  for (let i = 0; i < n; i++) {
    const cell = varied(original.cellboxes[whole[i]], i);
    const sides = bounds.subarray(4 * i, 4 * i + 4);
    const fields = { ...cell, ...rectangle(sides), id: `${i}` };
    yield `${CELL}: "${polygon(sides)}", ${JSON.stringify(fields).slice(1)}${i < n - 1 ? ',' : ''}`;
  }
  yield '], "neighbour_graph": {';
  for (let i = 0; i < n; i++) {
    const links: Record<string, number[]> = {
      1: [],
      2: [],
      3: [],
      4: [],
      '-1': [],
      '-2': [],
      '-3': [],
      '-4': [],
    };
    for (let k = neighbours.start[i]; k < neighbours.start[i + 1]; k++) {
      links[direction(bounds, i, neighbours.cell[k])].push(neighbours.cell[k]);
    }
    yield `\n"${i}": ${JSON.stringify(links)}${i < n - 1 ? ',' : ''}`;
  }
  yield '}}';
}

/** All cells are split as often as there is room for; then so many of the first that there is none left. */
function splitUpTo(
  original: EnvironmentSource,
  most: number,
): Pick<EnvironmentSource, 'bounds' | 'neighbours'> & { whole: Int32Array } {
  let { environment: _, ...sea }: EnvironmentSource = original;
  let whole = Int32Array.from(sea.ids, (_, i) => i);
  for (;;) {
    const first = Math.min(whole.length, Math.floor((most - whole.length) / 3));
    if (first <= 0) return { ...sea, whole };
    const before = whole;
    sea = splitSeaInFour(sea, first);
    whole = Int32Array.from(sea.ids, (_, k) => before[wholeOf(k, first)]);
  }
}

/**
 * The fields of the cell that was split, with wind as in meshes for vessels with wind drag. Ice and wind
 * differ slightly between the parts, so that gzip has as much work as with real data.
 */
function varied({ geometry: _, ...cell }: Fields, i: number): Fields {
  const fraction = (i * 0.618034) % 1;
  const eight = (from: number) => Array.from({ length: 8 }, (_, k) => from * (1 + (fraction + k) / 7));
  return {
    ...cell,
    ...(typeof cell.SIC === 'number' && { SIC: cell.SIC * (1 - 0.01 * fraction) }),
    ...(cell.speed !== undefined && { 'wind resistance': eight(1234.5), 'relative wind speed': eight(8.5) }),
  };
}

function rectangle([west, south, east, north]: Float64Array): Fields {
  return { cx: (west + east) / 2, cy: (south + north) / 2, dcx: (east - west) / 2, dcy: (north - south) / 2 };
}

const polygon = ([west, south, east, north]: Float64Array): string =>
  `POLYGON ((${west} ${south}, ${west} ${north}, ${east} ${north}, ${east} ${south}, ${west} ${south}))`;

/** Names of the directions, by the steps north (−1, 0, 1) and east from a cell. */
const DIRECTIONS = [
  [-1, 4, 3],
  [-2, 0, 2],
  [-3, -4, 1],
];

function direction(bounds: Float64Array, a: number, b: number): number {
  const side = (axis: 0 | 1) =>
    bounds[4 * b + axis] >= bounds[4 * a + 2 + axis]
      ? 2
      : bounds[4 * b + 2 + axis] <= bounds[4 * a + axis]
        ? 0
        : 1;
  return DIRECTIONS[side(1)][side(0)];
}

/** Joins short texts: a stream of a million of them would be slow. */
function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length < 2 ** 18) continue;
    yield block;
    block = '';
  }
  yield block;
}
