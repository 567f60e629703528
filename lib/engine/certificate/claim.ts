import type { Terminal } from '../waypoints/waypoints.ts';

/** Start and end of a request, and whether its paths may use pinches. */
export interface Claim {
  readonly start: Terminal;
  readonly end: Terminal;
  readonly pinches: boolean;
  /** Further points that get a node, so that the costs from or to them are bounded as well; no two in one place. */
  readonly places?: readonly Terminal[];
}
