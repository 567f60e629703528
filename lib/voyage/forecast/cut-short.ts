/** What is answered of voyages whose time for the calculation ended before all that was asked for was found. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { SailedTrack } from '../../engine/plan-dated.ts';
import type { DatedVoyage, DatedVoyages } from './cheapest-in-time.ts';

/**
 * Without what enters something that is closed.
 *
 * @returns the plan itself where nothing does; null where nothing is left
 */
export function withoutEntering(
  plan: DatedVoyages,
  isEntered: (track: SailedTrack) => boolean,
): DatedVoyages | null {
  const entered = new Set([...tracksOf(plan)].filter(isEntered));
  if (entered.size === 0) return plan;
  const routes = plan.routes.filter(({ track, sailing }) => !entered.has(track) && !entered.has(sailing));
  // others are told by what they save
  if (routes[0] !== plan.routes[0]) return null;
  const left = routes.map((route) =>
    route.blind && entered.has(route.blind) ? { ...route, blind: undefined } : route,
  );
  const tradeOff = plan.tradeOff?.filter(({ track }) => !entered.has(track as SailedTrack));
  return { ...plan, routes: left, ...(tradeOff && { tradeOff }) };
}

/** The tracks of a plan, each once. */
export const tracksOf = ({ routes, tradeOff = [] }: DatedVoyages): Set<SailedTrack> =>
  new Set([
    ...routes.flatMap(({ track, sailing, blind }) => [track, sailing, ...(blind ? [blind] : [])]),
    ...tradeOff.map(({ track }) => track as SailedTrack),
  ]);

/** Told to be the best of those that were found; of the objectives that none was planned for, that is the fastest. */
export function cutShort(
  { routes, tradeOff, ...plan }: DatedVoyages,
  asked: readonly Objective[],
): DatedVoyages {
  const [fastest] = routes as [DatedVoyage];
  const others = asked.filter((objective) => routes.every((route) => route.objective !== objective));
  const all = [...routes, ...others.map((objective) => ({ ...fastest, objective, optimality: null }))];
  return {
    ...plan,
    routes: all.map((route) => ({ ...route, complete: false })),
    ...(tradeOff && { tradeOff: tradeOff.map((point) => ({ ...point, complete: false })) }),
  };
}
