import type { Objective } from '../engine/cost/cost.ts';
import { choosesTime, leavesOut } from './speeds/speed-wish.ts';
import type { Voyage } from './voyage-fields.ts';
import { isWork } from './work/work-ways.ts';

/**
 * Which routes a voyage is planned for that is only compared by an objective: the fastest needs no other, all others begin with it.
 * Undefined: all.
 */
export function toCompare(objective: string, voyage: Voyage | null): readonly Objective[] | undefined {
  return objective === 'traveltime' && !choosesTime(voyage) ? [objective] : undefined;
}

/**
 * Whether a plan with proofs may be better than one without: where the order of stops is free, and on one mesh, where a wide gap makes
 * the engine look again. Of others a proof only says how good they are.
 */
export function proofMayImprove(voyage: Voyage | null, isForecast: boolean): boolean {
  if (!isForecast || !voyage) return true;
  const { stops, stop_order } = voyage;
  return stop_order === 'best' || leavesOut(voyage) || (stops?.some(isWork) ?? false);
}
