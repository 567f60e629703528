import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';

/** A path found: the points from start to end, and the cell of each leg (one more than there are points). */
export interface PointPath {
  readonly points: readonly number[];
  readonly cells: readonly number[];
}

export interface SearchTask {
  readonly start: Terminal;
  readonly end: Terminal;
  /** Whether pinches may be used. */
  readonly pinches: boolean;
  /** Says when time is up: the search then ends with what it has. */
  readonly isOver: () => boolean;
}

/** The corner on the other side of each corner's pinch, −1 = none, or none allowed. */
export function pinchPartners({ pinch, cornerCount }: Mesh, allowed: boolean): Int32Array {
  const partner = new Int32Array(cornerCount).fill(-1);
  if (!allowed) return partner;
  for (let k = 0; k < pinch.length; k += 2) {
    partner[pinch[k]] = pinch[k + 1];
    partner[pinch[k + 1]] = pinch[k];
  }
  return partner;
}
