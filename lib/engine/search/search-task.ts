import type { Terminal } from '../waypoints/waypoints.ts';

export interface SearchTask {
  /** The ends of the route. */
  readonly start: Terminal;
  readonly end: Terminal;
  /**
   * 1: the search begins at the start; −1: it begins at the end and follows legs from their heads to their
   * tails.
   */
  readonly sign: 1 | -1;
  /**
   * By corner of the mesh: the corner on the other side of its pinch, −1 = none; null where pinches are not
   * used.
   */
  readonly partner: Int32Array | null;
  /** Only paths that cost less than this are looked for. */
  readonly bound: number;
  /** Whether the potential is an exact lower bound that falls along a leg by no more than the cost of the leg. */
  readonly isExact: boolean;
  /** Whether time is up: the search then ends with what it has found. */
  readonly isOver: () => boolean;
}
