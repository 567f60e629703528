import type { Terminal } from '../waypoints/waypoints.ts';

export interface SearchTask {
  readonly start: Terminal;
  readonly end: Terminal;
  /** By corner of the mesh: the corner on the other side of its pinch, −1 = none; null where pinches are not used. */
  readonly partner: Int32Array | null;
  /** Only a path that costs less is looked for. */
  readonly bound: number;
  /** Says when time is up: the search then ends with what it has. */
  readonly isOver: () => boolean;
}
