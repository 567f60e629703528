/**
 * Where a mesh is finer than what it tells, cells that cost the same and fill a square of a grid are joined to a block: a
 * leg across a block costs what it costs across its cells.
 */
import { computed } from '../computed.ts';
import { NEGLIGIBLE } from '../tolerances.ts';
import type { Mesh } from './mesh.ts';

/** Squares are so wide that at least as many would hold the open cells: over few, the errors of a path do not cancel out. */
const ENOUGH = 32_768;

export interface Blocks {
  /** The first cell of each block, ascending; it may be the only one. */
  readonly cells: Int32Array;
  /** By open cell of the mesh: the number of its block. */
  readonly blockOf: Int32Array;
  /** By block: how many cells it has. */
  readonly sizes: Int32Array;
  /** By corner of the mesh: 1 at single cells, and at the ends and in the middle of the sides of blocks. */
  readonly hasCorner: Uint8Array;
}

/** @returns null where not even half of the cells are joined */
export function joinCells(mesh: Mesh): Blocks | null {
  const { openCount, cornerCount, cornerPoint, cornerCell } = mesh;
  const grid = gridOver(mesh);
  if (!grid) return null;
  const squareOf = new Float64Array(openCount).map((_, cell) => grid.squareOf(cell));
  const squares = new Map<number, { first: number; area: number }>();
  for (let cell = 0; cell < openCount; cell++) {
    if (squareOf[cell] < 0) continue;
    const square = computed(squares, squareOf[cell], () => ({ first: cell, area: 0 }));
    square.area += costTheSame(mesh, square.first, cell) ? areaOf(mesh, cell) : Number.NaN;
  }
  const first = new Int32Array(openCount).map((_, cell) => {
    const square = squares.get(squareOf[cell]);
    return square && Math.abs(square.area / grid.area - 1) < NEGLIGIBLE ? square.first : cell;
  });
  const cells = first.filter((block, cell) => block === cell);
  if (2 * cells.length > openCount) return null;
  const number = new Int32Array(openCount);
  for (let k = 0; k < cells.length; k++) number[cells[k]] = k;
  const blockOf = first.map((cell) => number[cell]);
  const sizes = new Int32Array(cells.length);
  for (const block of blockOf) sizes[block]++;
  const hasCorner = new Uint8Array(cornerCount);
  for (let p = 0; p < cornerCount; p++) {
    let [isEnd, isInside] = [false, true];
    for (let k = 4 * p; k < 4 * p + 4; k++) {
      const block = blockOf[cornerCell[k]];
      isInside &&= block === blockOf[cornerCell[4 * p]];
      isEnd ||= sizes[block] === 1;
    }
    if (!isInside && (isEnd || grid.isOnLines(cornerPoint[2 * p], cornerPoint[2 * p + 1]))) hasCorner[p] = 1;
  }
  return { cells, blockOf, sizes, hasCorner };
}

/** The squares from the south-west of a mesh; null where cells are as wide as they. */
function gridOver(mesh: Mesh) {
  const { bounds, openCount } = mesh;
  let [west, south, area] = [Infinity, Infinity, 0];
  for (let cell = 0; cell < openCount; cell++) {
    west = Math.min(west, bounds[4 * cell]);
    south = Math.min(south, bounds[4 * cell + 1]);
    area += areaOf(mesh, cell);
  }
  // in a quadtree any cell will do: the sizes of all are powers of two apart
  const one = openCount >> 1;
  const doublings = Math.floor(0.5 * Math.log2(area / (areaOf(mesh, one) * ENOUGH)));
  if (!(doublings > 0)) return null;
  const width = 2 ** doublings * (bounds[4 * one + 2] - bounds[4 * one]);
  const height = 2 ** doublings * (bounds[4 * one + 3] - bounds[4 * one + 1]);
  /** Which of the intervals of length 1 holds [low, high]; −1 = none. */
  const holding = (low: number, high: number) => {
    const k = Math.floor(0.5 * (low + high));
    return low > k - NEGLIGIBLE && high < k + 1 + NEGLIGIBLE ? k : -1;
  };
  return {
    area: width * height,
    /** A number for the square that a cell lies in, −1 = none. */
    squareOf: (cell: number) => {
      const x = holding((bounds[4 * cell] - west) / width, (bounds[4 * cell + 2] - west) / width);
      const y = holding((bounds[4 * cell + 1] - south) / height, (bounds[4 * cell + 3] - south) / height);
      return x < 0 || y < 0 ? -1 : x * 2 ** 24 + y;
    },
    /** Whether a place is at the end or in the middle of a side of a square, or in the middle of a square. */
    isOnLines: (lon: number, lat: number) =>
      isWhole((2 * (lon - west)) / width) && isWhole((2 * (lat - south)) / height),
  };
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < NEGLIGIBLE;

/** Square degrees. */
function areaOf({ bounds }: Mesh, cell: number): number {
  return (bounds[4 * cell + 2] - bounds[4 * cell]) * (bounds[4 * cell + 3] - bounds[4 * cell + 1]);
}

function costTheSame({ motion, profile, profiles, headings }: Mesh, a: number, b: number): boolean {
  const isSame = (values: Float64Array, count: number, i: number, j: number) => {
    for (let k = 0; k < count; k++) if (values[count * i + k] !== values[count * j + k]) return false;
    return true;
  };
  if (!isSame(motion, 4, a, b) || profile[a] < 0 !== profile[b] < 0) return false;
  return profile[a] < 0 || isSame(profiles, 2 * headings, profile[a], profile[b]);
}
