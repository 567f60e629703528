/** How long a calculation may take, so that none holds up all others: in proportion to its mesh and to what is asked. */
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';

/** Cells of a mesh on which a plain request has its budget once; larger meshes have it in proportion. */
const PLAIN_CELLS = 100_000;

/** The calculation took longer than it may. */
export class CalculationTooLong extends Error {
  override readonly name = 'CalculationTooLong';

  constructor(budgetMs: number) {
    const seconds = Math.round(budgetMs / 1000);
    super(
      `No route was found in the ${seconds} s that a calculation of this size may take: ` +
        'ask for less, or for a mesh with fewer or simpler cells.',
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
 * A plan whose search was complete in its time; a proof that was not has a wider gap, and is no failure.
 *
 * @throws CalculationTooLong, and what `plan` throws
 */
export function planWithin(
  budgetMs: number,
  plan: (timeBudgetMs: number) => VoyagePlan,
  now = () => performance.now(),
): VoyagePlan {
  const begun = now();
  try {
    const planned = plan(budgetMs);
    if (planned.routes.every(({ complete }) => complete)) return planned;
  } catch (error) {
    // A search that was ended early may not have come to a way.
    if (!(error instanceof RouteInaccessible) || now() - begun < budgetMs) throw error;
  }
  throw new CalculationTooLong(budgetMs);
}
