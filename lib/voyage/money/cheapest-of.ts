/** Which of the voyages that were planned costs least money: those that were looked for by time or fuel alone may. */
import type { VoyageRoute } from '../voyage-route.ts';

type Priced = Pick<VoyageRoute, 'objective' | 'track' | 'legs' | 'worth' | 'optimality'>;

/**
 * The voyage that was planned for its cost, or another one that does as much, should that cost less.
 *
 * @param own with the proof of its cost, in tonnes of fuel
 * @param perDay what a day costs, tonnes of fuel
 */
export function cheapestOf<R extends Priced>(own: R, others: readonly R[], perDay: number): R {
  const costOf = ({ track }: R) => track.consumption!.at(-1)! + perDay * track.timeDays.at(-1)!;
  const isWorthIt = ({ worth }: R) => (worth?.value ?? 0) >= (own.worth?.value ?? 0);
  const best = others
    .filter(isWorthIt)
    .reduce((one, other) => (costOf(other) < costOf(one) ? other : one), own);
  // what was proved of the others was not their money
  const legs = best === own ? best.legs : best.legs?.map((leg) => ({ ...leg, gapPercent: null }));
  const cost = costOf(best);
  const { optimality = null } = own;
  const least = optimality && Math.min(optimality.least, cost);
  const gapPercent = cost === 0 ? 0 : 100 * (cost / least! - 1);
  return {
    ...best,
    objective: 'cost' as const,
    ...(legs && { legs }),
    ...((own.optimality !== undefined || best.optimality !== undefined) && {
      optimality: optimality && { ...optimality, least: least!, gapPercent },
    }),
  };
}
