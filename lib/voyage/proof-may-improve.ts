import { leavesOut } from './speeds/speed-wish.ts';
import type { Voyage } from './voyage-fields.ts';
import { isWork } from './work/work-ways.ts';

/**
 * Whether a plan with proofs may be better than one without: where the order of stops is free, and on one mesh, where a wide gap makes
 * the engine look again. Of others a proof only says how good they are.
 */
export function proofMayImprove(voyage: Voyage | null, isForecast: boolean): boolean {
  if (!isForecast || !voyage) return true;
  const { stops, stop_order } = voyage;
  return stop_order === 'best' || leavesOut(voyage) || (stops?.some(isWork) ?? false);
}
