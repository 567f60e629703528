import type { Mesh } from './mesh.ts';
import type { Potential } from './potential.ts';
import type { Terminal } from './waypoints.ts';

/** A path found: the points from start to end, and the cell of each leg (one more than there are points). */
export interface PointPath {
  readonly cost: number;
  readonly points: readonly number[];
  readonly cells: readonly number[];
}

export interface SearchTask {
  readonly origin: Terminal;
  readonly target: Terminal;
  /** Backward: the origin is where the vessel is going to, and every leg is sailed towards it. */
  readonly backward: boolean;
  /** Whether pinches may be used. */
  readonly pinches: boolean;
  readonly potential: Potential;
  /** The search goes on past the target until nothing cheaper than this multiple of the best is left. */
  readonly slack: number;
  /** What the target can be reached for, as far as is known: nothing dearer is looked at. */
  readonly limit: number;
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
