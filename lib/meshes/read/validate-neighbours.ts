import type { MeshSource } from '../../engine/mesh/mesh-source.ts';
import type { Faults } from '../mesh-refused.ts';

/** Position of a neighbour: east and north of the cell, as −1, 0 or 1. */
interface Towards {
  readonly name: string;
  readonly east: number;
  readonly north: number;
}

/** Positions by the direction that names the neighbour in the graph. */
const TOWARDS: Record<number, Towards> = {
  1: { name: 'north-east', east: 1, north: 1 },
  2: { name: 'east', east: 1, north: 0 },
  3: { name: 'south-east', east: 1, north: -1 },
  4: { name: 'south', east: 0, north: -1 },
  [-1]: { name: 'south-west', east: -1, north: -1 },
  [-2]: { name: 'west', east: -1, north: 0 },
  [-3]: { name: 'north-west', east: -1, north: 1 },
  [-4]: { name: 'north', east: 0, north: 1 },
};

/** Checks that every neighbour touches its cell on the side, or at the corner, that its direction names. */
export function validateNeighbours(
  { ids, bounds, neighbours: { start, cell, direction } }: Pick<MeshSource, 'ids' | 'bounds' | 'neighbours'>,
  faults: Faults,
): void {
  for (let row = 0; row < ids.length; row++) {
    for (let link = start[row]; link < start[row + 1]; link++) {
      const towards = TOWARDS[direction[link]];
      const other = cell[link];
      if (touches(bounds, row, other, towards)) continue;
      faults.add('neighbours that do not touch', () => {
        const expected = `the ${towards.name} of cell ${ids[row]} (${extent(bounds, row)})`;
        return `cell ${ids[other]}: expected to touch ${expected}, found ${extent(bounds, other)}`;
      });
    }
  }
}

function touches(bounds: Float64Array, row: number, other: number, { east, north }: Towards): boolean {
  const [a, b] = [4 * row, 4 * other];
  return (
    liesTowards(east, bounds[a], bounds[a + 2], bounds[b], bounds[b + 2], 180) &&
    liesTowards(north, bounds[a + 1], bounds[a + 3], bounds[b + 1], bounds[b + 3], Infinity)
  );
}

/** Along one axis: adjacent on the given side, also across ±`seam`, or, for 0, with a common length. */
function liesTowards(
  side: number,
  min: number,
  max: number,
  otherMin: number,
  otherMax: number,
  seam: number,
): boolean {
  if (side === 0) return otherMin < max && otherMax > min;
  const edge = side > 0 ? max : min;
  const otherEdge = side > 0 ? otherMin : otherMax;
  return edge === otherEdge || (edge === side * seam && otherEdge === -side * seam);
}

function extent(bounds: Float64Array, row: number): string {
  const [west, south, east, north] = bounds.subarray(4 * row, 4 * row + 4);
  return `latitudes ${south} to ${north}, longitudes ${west} to ${east}`;
}
