/** The neighbour graph of a mesh whose cells were divided. */
import Flatbush from 'flatbush';
import { Growing } from '../../engine/compile/growing.ts';
import type { EnvironmentSource } from '../../engine/mesh/mesh-source.ts';

type Neighbours = EnvironmentSource['neighbours'];

/**
 * Pieces of one cell, or of two neighbouring cells, are neighbours if they touch.
 *
 * @param bounds west, south, east, north of each piece
 * @param parent by piece, the cell that it is or is part of; ascending
 */
export function pieceNeighbours(
  { start, cell, direction }: Neighbours,
  { bounds, parent }: { readonly bounds: Float64Array; readonly parent: Int32Array },
): Neighbours {
  const count = parent.length;
  const index = new Flatbush(Math.max(1, count));
  for (let i = 0; i < count; i++)
    index.add(bounds[4 * i]!, bounds[4 * i + 1]!, bounds[4 * i + 2]!, bounds[4 * i + 3]!);
  index.finish();
  const first = firstPieces(parent, start.length - 1);
  const isWhole = (row: number) => first[row + 1]! - first[row]! === 1;
  const starts = new Int32Array(count + 1);
  const cells = new Growing(Int32Array, 1);
  const directions = new Growing(Int8Array, 1);
  let links = 0;
  const link = (other: number, towards: number) => {
    cells.at(links)[links] = other;
    directions.at(links)[links++] = towards;
  };
  for (let i = 0; i < count; i++) {
    const row = parent[i]!;
    const linked = cell.subarray(start[row]!, start[row + 1]!);
    if (isWhole(row) && linked.every(isWhole)) {
      for (const [k, neighbour] of linked.entries()) link(first[neighbour]!, direction[start[row]! + k]!);
    } else {
      for (const other of touching(index, bounds, i)) {
        const k = linked.indexOf(parent[other]!);
        if (k >= 0) link(other, direction[start[row]! + k]!);
        else if (parent[other] === row && other !== i) link(other, other < i ? -2 : 2);
      }
    }
    starts[i + 1] = links;
  }
  return { start: starts, cell: cells.first(links), direction: directions.first(links) };
}

/** By cell: its first piece; one more at the end. */
function firstPieces(parent: Int32Array, rows: number): Int32Array {
  const first = new Int32Array(rows + 1).fill(parent.length);
  for (let i = parent.length - 1; i >= 0; i--) first[parent[i]!] = i;
  return first;
}

/** The pieces that touch one, also across the antimeridian, in their order. */
function touching(index: Flatbush, bounds: Float64Array, i: number): number[] {
  const [west, south, east, north] = [
    bounds[4 * i]!,
    bounds[4 * i + 1]!,
    bounds[4 * i + 2]!,
    bounds[4 * i + 3]!,
  ];
  const found = index.search(west, south, east, north);
  if (west <= -180) found.push(...index.search(west + 360, south, east + 360, north));
  if (east >= 180) found.push(...index.search(west - 360, south, east - 360, north));
  return found.sort((a, b) => a - b);
}
