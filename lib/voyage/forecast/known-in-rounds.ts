/**
 * What was planned through a forecast in a round with coarser borders (plan-forecast.ts).
 *
 * There was more water then. So a way that enters nothing that is closed is still the best, and what is proved of it holds: only ways that
 * enter something are planned again.
 */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { DatedRoute, Provable, ProvablePlan, SailedTrack } from '../../engine/plan-dated.ts';
import type { KnownPaths } from '../../speed/in-time/voyages-in-time.ts';
import { CarriedTracks } from '../among-zones/carried-over.ts';
import type { KnownPlans } from './plan-waiting.ts';

/** What is known of the voyages through a sea. */
export interface KnownInRound {
  readonly plans: KnownPlans;
  /** By departure and legs: the paths that were found for speeds of their own. */
  readonly paths: Map<string, KnownPaths>;
}

/** Whether a track enters what is closed. */
type IsEntered = (track: SailedTrack) => boolean;

export const nothingKnown = (): KnownInRound => ({ plans: new Map(), paths: new Map() });

/**
 * What of that holds in the sea of the next round.
 *
 * @param from the meshes of its sea
 * @param to those of the next one
 */
export function stillKnown(
  { plans, paths }: KnownInRound,
  isEntered: IsEntered,
  from: readonly Mesh[],
  to: readonly Mesh[],
): KnownInRound {
  const keepsClear = (route: DatedRoute) => ![...linesOf(route)].some(isEntered);
  const carried = [...plans].flatMap(([key, plan]) => {
    const own = plan.routes.every(({ route }) => keepsClear(route)) ? carriedPlan(plan, from, to) : null;
    return own ? [[key, own] as const] : [];
  });
  const known = [...paths].map(
    ([key, own]) => [key, own.those((routes) => routes.every(keepsClear))] as const,
  );
  return { plans: new Map(carried), paths: new Map(known) };
}

const linesOf = ({ track, sailing, blind }: DatedRoute): Set<SailedTrack> =>
  new Set([track, sailing, ...(blind ? [blind] : [])]);

/** With the cells of the other meshes; null where it would enter a closed one. */
function carriedPlan(plan: ProvablePlan, from: readonly Mesh[], to: readonly Mesh[]): ProvablePlan | null {
  const tracks = new CarriedTracks<SailedTrack>(({ meshes }, vertex) => {
    const mesh = meshes[vertex]!;
    return [from[mesh]!, to[mesh]!];
  });
  const routes = plan.routes.map(({ route, prove }): Provable => {
    const own = {
      ...route,
      track: tracks.carry(route.track),
      unsmoothed: tracks.carry(route.unsmoothed as SailedTrack),
      sailing: tracks.carry(route.sailing),
      blind: route.blind && tracks.carry(route.blind),
    };
    return { route: own, prove };
  });
  return tracks.areOpen ? { ...plan, routes } : null;
}
