/**
 * Gaps of no width: two cells have only a corner in common, and all that is between them is closed at some time. What is closed on all meshes
 * makes a pinch of the overlay instead.
 */
import type { Mesh } from '../mesh/mesh.ts';

/** By pair of cells, from · openCount + to: the cells between them. */
export type Gaps = ReadonlyMap<number, readonly number[]>;

/** @param isClosedOn by mesh, whether a cell is closed */
export function findGaps(mesh: Mesh, isClosedOn: readonly ((cell: number) => boolean)[]): Gaps {
  const { cornerCell, cornerEdge, cornerCount, edgeTopology, openCount } = mesh;
  const gaps = new Map<number, readonly number[]>();
  for (let corner = 4 * (cornerCount - 1); corner >= 0; corner -= 4) {
    for (const from of cornerCell.subarray(corner, corner + 4)) {
      const between: number[] = [];
      for (const edge of cornerEdge.subarray(corner, corner + 4)) {
        const [low, high] = [edgeTopology[4 * edge], edgeTopology[4 * edge + 1]];
        if (low === from) between.push(high);
        if (high === from) between.push(low);
      }
      const isBeside = (cell: number) => cell < 0 || cell === from || between.includes(cell);
      const to = cornerCell.subarray(corner, corner + 4).find((cell) => !isBeside(cell));
      if (from >= 0 && to !== undefined && isClosedOn.some((is) => between.every(is)))
        gaps.set(from * openCount + to, between);
    }
  }
  return gaps;
}
