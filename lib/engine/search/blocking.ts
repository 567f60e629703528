/** Cells with so strong a current that a vessel cannot, or hardly, sail in some directions. */
import type { Costs } from '../cost/cost.ts';

/** Currents up to this fraction of the speed leave every direction possible, with a margin. */
const MILD = 0.75;
/** A current this many times as fast as the vessel leaves a range of 60° of bearings. */
const NARROWING = 2;

/** By cell: 1 where the current is stronger than that; null if it is so in no cell. */
export function blockingCells({ motion }: Costs): Uint8Array | null {
  let blocking: Uint8Array | null = null;
  for (let k = 0; k < motion.length; k += 4) {
    if (isSwift(motion, k, MILD)) {
      blocking ??= new Uint8Array(motion.length / 4);
      blocking[k / 4] = 1;
    }
  }
  return blocking;
}

/** Whether the current of a cell leaves at most a range of 60° of bearings. */
export function isNarrowed({ motion }: Costs, cell: number): boolean {
  return isSwift(motion, 4 * cell, NARROWING);
}

/** Whether the current of the cell that begins at index k is at least `times` as fast as the vessel. */
function isSwift(motion: Float64Array, k: number, times: number): boolean {
  return (times * motion[k]) ** 2 <= motion[k + 2] ** 2 + motion[k + 3] ** 2;
}

/** Costs as if in the given cells every leg had the current behind it: none is higher than it was. */
export function withCurrentBehind(costs: Costs, cells: Uint8Array): Costs {
  const motion = costs.motion.slice();
  const profile = costs.profile.slice();
  for (let k = 0; k < motion.length; k += 4) {
    if (cells[k / 4] === 0) continue;
    motion[k] += Math.hypot(motion[k + 2], motion[k + 3]);
    motion[k + 2] = motion[k + 3] = 0;
    profile[k / 4] = -1;
  }
  return { ...costs, motion, profile };
}
