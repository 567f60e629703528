import type { MeshSource } from '../engine/mesh-source.ts';
import type { Faults } from './mesh-refused.ts';

/** Where a neighbour lies by the direction that names it: east and north of the cell as −1, 0 or 1. */
const TOWARDS: Record<number, { name: string; east: number; north: number }> = {
  1: { name: 'north-east', east: 1, north: 1 },
  2: { name: 'east', east: 1, north: 0 },
  3: { name: 'south-east', east: 1, north: -1 },
  4: { name: 'south', east: 0, north: -1 },
  [-1]: { name: 'south-west', east: -1, north: -1 },
  [-2]: { name: 'west', east: -1, north: 0 },
  [-3]: { name: 'north-west', east: -1, north: 1 },
  [-4]: { name: 'north', east: 0, north: 1 },
};

/** Every neighbour touches its cell on the side, or at the corner, that its direction names. */
export function validateNeighbours(
  { ids, bounds, neighbours: { start, cell, direction } }: Pick<MeshSource, 'ids' | 'bounds' | 'neighbours'>,
  faults: Faults,
): void {
  for (let row = 0; row < ids.length; row++) {
    for (let link = start[row]!; link < start[row + 1]!; link++) {
      const towards = TOWARDS[direction[link]!]!;
      const other = cell[link]!;
      const [west, south, east, north] = bounds.subarray(4 * row, 4 * row + 4) as unknown as number[];
      const [west2, south2, east2, north2] = bounds.subarray(4 * other, 4 * other + 4) as unknown as number[];
      const touches =
        liesTowards(towards.east, west!, east!, west2!, east2!, true) &&
        liesTowards(towards.north, south!, north!, south2!, north2!, false);
      if (!touches) {
        const where = `${towards.name} of cell ${ids[row]}`;
        faults.add(
          'neighbours that do not touch',
          () =>
            `cell ${ids[other]}: expected to touch the ${where} (${south} to ${north}, ${west} to ${east}), found ${south2} to ${north2}, ${west2} to ${east2}`,
        );
      }
    }
  }
}

/** Along one axis: beside it on the given side, or, for 0, over a common length. */
function liesTowards(
  side: number,
  min: number,
  max: number,
  otherMin: number,
  otherMax: number,
  isLongitude: boolean,
): boolean {
  if (side === 0) return otherMin < max && otherMax > min;
  const [edge, otherEdge] = side > 0 ? [max, otherMin] : [min, otherMax];
  return edge === otherEdge || (isLongitude && edge === 180 * side && otherEdge === -180 * side);
}
