import type { PlannedWaypoint, Terminal, Terminals } from '../waypoints/waypoints.ts';

/** Where a search begins. */
export interface Source extends Pick<PlannedWaypoint, 'used'> {
  /** The open cells that it touches. */
  readonly cells: readonly number[];
  /** What was spent before. */
  readonly cost: number;
}

export interface SearchTask {
  readonly sources: readonly Source[];
  /** Where the search leads; null: to every point. */
  readonly goal: Pick<Terminal, 'used' | 'cells'> | null;
  /** 1: paths lead from the sources to the goal; −1: from the goal to the sources. */
  readonly sign: 1 | -1;
  /**
   * By corner of the mesh: the corner on the other side of its pinch, −1 = none; null where pinches are not
   * used.
   */
  readonly partner: Int32Array | null;
  /** Only paths that cost less than this are looked for. */
  readonly bound: number;
  /**
   * Points are passed if a path through them may cost this fraction more than the best, by how many were passed before;
   * absent = none.
   */
  readonly slackOf?: (passed: number) => number;
  /**
   * By point, a lower bound of the cost of the rest of a path that falls along a leg by no more than the cost of the
   * leg: it is the potential then, and the order is that of A*.
   */
  readonly atLeast?: (point: number) => number;
  /** Whether time is up: the search then ends with what it has found. */
  readonly isOver: () => boolean;
}

/** What a search between two ends begins with: at the start (sign 1), or at the end (−1). */
export function between({ start, end, partner }: Ends, sign: 1 | -1) {
  const [from, goal] = sign > 0 ? [start, end] : [end, start];
  return { sources: [{ used: from.used, cells: from.cells, cost: 0 }], goal, sign, partner };
}

/** What a search connects, and the pinches that it may use. */
export interface Ends extends Terminals {
  /** By corner: the corner on the other side of its pinch, −1 = none; null where pinches are not used. */
  readonly partner: Int32Array | null;
}
