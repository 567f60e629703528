import type { VoyageOptions } from './kept.ts';
import { choosesTime, leavesOut } from './speeds/speed-wish.ts';
import type { Voyage } from './voyage-fields.ts';
import { isWork } from './work/work-ways.ts';

/**
 * How a voyage is planned that is only compared by an objective: with the proofs and the routes that this one depends on. The fastest
 * needs no other route; all others begin with it.
 */
export function toCompare(
  objective: string,
  voyage: Voyage | null,
  isForecast: boolean,
): { readonly certificate: boolean } & Pick<VoyageOptions, 'objectives'> {
  const certificate = proofMayImprove(voyage, isForecast);
  const isAlone = objective === 'traveltime' && !choosesTime(voyage);
  return { certificate, ...(!certificate && isAlone && { objectives: ['traveltime'] }) };
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
