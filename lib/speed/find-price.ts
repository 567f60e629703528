/** The price of an hour at which a voyage takes as long as it may. */

const STEPS = 60;
/** From one price to the next that is tried, where the voyage still takes too long. */
const GROWTH = 4;

/** How exactly a price is found: as a fraction of it, or of what it leads to; whichever comes first. */
export interface Exactness {
  readonly price: number;
  readonly excess: number;
}

/**
 * The least price, nearly, at which `excess` is at most 0; it falls as the price rises, perhaps in steps.
 *
 * @param first a usual price
 */
export function findPrice(excess: (λ: number) => number, first: number, error: Exactness): number {
  let [low, lowExcess] = [0, excess(0)];
  if (lowExcess <= 0) return 0;
  let [high, highExcess] = [first, excess(first)];
  for (let k = 0; k < STEPS && highExcess > 0; k++) {
    [low, lowExcess] = [high, highExcess];
    high *= GROWTH;
    highExcess = excess(high);
  }
  for (let k = 0; k < STEPS && high - low > error.price * high; k++) {
    const λ = low + partBetween(k, lowExcess, highExcess) * (high - low);
    const found = excess(λ);
    if (Math.abs(found) < error.excess) return λ;
    if (found > 0) [low, lowExcess] = [λ, found];
    else [high, highExcess] = [λ, found];
  }
  return high;
}

/**
 * Where to look next for a root between two places, as a part of the way from the first: by regula falsi, each third step and where a
 * value is infinite in the middle.
 */
export function partBetween(step: number, first: number, second: number): number {
  if (step % 3 === 2 || !Number.isFinite(first - second)) return 0.5;
  return Math.min(0.95, Math.max(0.05, first / (first - second)));
}
