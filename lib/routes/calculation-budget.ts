/** How long a calculation may take, so that none holds up all others: in proportion to its mesh and to what is asked. */
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { OutOfTime } from '../voyage/out-of-time.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';
import { endedAfter } from './ended-after.ts';

/** Cells of a mesh on which a plain request has its budget once; larger meshes have it in proportion. */
const PLAIN_CELLS = 100_000;
/** The part of its budget after which a search answers what it has; the rest is for what follows, such as what zones cost. */
const SEARCH_PART = 2 / 3;

/** The calculation took longer than it may. */
export class CalculationTooLong extends Error {
  override readonly name = 'CalculationTooLong';

  constructor(budgetMs: number) {
    const seconds = Math.round(budgetMs / 1000);
    super(
      `No route was found in the ${seconds} s that a calculation of this size may take: ` +
        'ask for less, for simpler zones, or for a mesh with fewer or simpler cells.',
    );
  }
}

/**
 * @param plainMs for two points on a mesh of usual size
 * @param cells of the mesh
 * @param legs between the points that the voyage goes to
 */
export const calculationBudgetMs = (plainMs: number, cells: number, legs: number): number =>
  plainMs * Math.max(1, cells / PLAIN_CELLS) * Math.max(1, legs);

/**
 * The best plan that is found in its time. Where that was not enough, its routes are not `complete`, or their gaps are wider; without
 * any way there is no plan. What does not look at the clock, as the division of cells at the borders of zones, is ended with the
 * budget: its mesh has to be dropped.
 *
 * @throws CalculationTooLong, and what `plan` throws
 */
export function planWithin(
  budgetMs: number,
  plan: (timeBudgetMs: number) => VoyagePlan,
  now = () => performance.now(),
): VoyagePlan {
  const begun = now();
  const searchMs = SEARCH_PART * budgetMs;
  const tooLong = () => new CalculationTooLong(budgetMs);
  try {
    return endedAfter(budgetMs, () => plan(searchMs), tooLong);
  } catch (error) {
    // a search that was ended early may not have come to a way
    const isInTime = now() - begun < searchMs && !(error instanceof OutOfTime);
    if (!(error instanceof RouteInaccessible) || isInTime) throw error;
    throw tooLong();
  }
}
