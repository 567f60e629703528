/**
 * The voyage through the meshes of a forecast that costs least money at their speeds. As on one mesh (money/least-cost.ts) it is the one
 * that consumes least where a day consumes as much more as it costs: in every mesh, and wherever it stays or waits. What is proved of
 * what is consumed there is proved of the money, in tonnes of fuel.
 */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';
import type { DatedOptions, DatedRoute, Provable, SailedTrack } from '../../engine/plan-dated.ts';
import type { RoutePlan } from '../../engine/route-plan.ts';
import { type Sea, type Span, seaOf } from '../../engine/sea/sea.ts';
import { cheapestOf } from '../money/cheapest-of.ts';
import { requireFuel } from '../money/least-cost.ts';
import { priced, unpricedParts, unpricedTrack } from '../money/priced.ts';
import type { TradeOffVoyage, VoyageObjective, VoyageRoute } from '../voyage-route.ts';
import { planWaiting } from './plan-waiting.ts';

/** A route through a forecast, by whatever it is the best. */
export interface DatedVoyage
  extends Omit<DatedRoute, 'objective' | 'optimality'>,
    Pick<VoyageRoute, 'stops' | 'legs' | 'worth' | 'belowReserve' | 'optimality' | 'saves' | 'remarks'> {
  readonly objective: VoyageObjective;
}

export interface DatedVoyages extends Omit<RoutePlan, 'routes'> {
  readonly routes: readonly DatedVoyage[];
  /** Voyages at other speeds, where they were asked for. */
  readonly tradeOff?: readonly TradeOffVoyage[];
  /** As of VoyagePlan. */
  readonly tradeOffNote?: string;
}

/** A sea whose days consume what they cost, with the sea as it is. */
export interface PricedForecast {
  readonly sea: Sea;
  readonly unpriced: Sea;
  /** What a day costs, tonnes of fuel. */
  readonly perDay: number;
}

/**
 * @param spans of the sea
 * @throws ImpossibleOnMesh where its meshes do not tell of fuel
 */
export function pricedForecast(unpriced: Sea, spans: readonly Span[], perDay: number): PricedForecast {
  requireFuel(unpriced.mesh);
  const meshes = unpriced.meshes.map((mesh) => priced(mesh, perDay));
  const { provedOn: wider } = unpriced;
  let bound: Sea | null = null;
  const byFuel = () => {
    bound ??= pricedForecast(wider!('consumed'), spans, perDay).sea;
    return bound;
  };
  const provedOn: Sea['provedOn'] = wider && ((aim) => (aim === 'days' ? wider(aim) : byFuel()));
  return { sea: { ...seaOf(meshes, spans, unpriced), provedOn }, unpriced, perDay };
}

/** The least consumption between two places of a priced sea. @param fastest as it was planned in the sea as it is */
export function cheapestDirectly(
  sea: Sea,
  [start, end]: readonly [LatLon, LatLon],
  { optimality }: Pick<DatedVoyage, 'optimality'>,
  options: DatedOptions,
): DatedVoyage {
  const [{ route, prove }] = planWaiting(sea, start, end, { ...options, objectives: ['fuel'] }).routes as [
    Provable,
  ];
  return options.certificate ? { ...route, optimality: prove({}, optimality ?? null) } : route;
}

/** What a route is the best by: days, or what is consumed, or both, in tonnes of fuel. @param perDay what a day costs */
export function sumOf(objective: VoyageObjective, { timeDays, consumption }: Track, perDay: number): number {
  const days = timeDays.at(-1)!;
  if (objective === 'traveltime') return days;
  return consumption!.at(-1)! + (objective === 'cost' ? perDay * days : 0);
}

/**
 * The plan with the voyage that costs least at the speeds of the meshes: the one that was planned for it, or one of the others at such
 * speeds, should that cost less.
 *
 * @param found in the priced sea; null where time ran out before one was
 */
export function withCheapest(planned: DatedVoyages, found: DatedVoyage | null, perDay: number): DatedVoyages {
  const { optimality: _, ...fastest } = planned.routes[0]!;
  const own = found ? unpriced(found, perDay) : { ...fastest, complete: false };
  const others = planned.routes.filter(({ objective }) => objective !== 'within');
  const cheapest = cheapestOf<DatedVoyage>(own, others, perDay);
  const complete = cheapest.complete && own.complete;
  return { ...planned, routes: [...planned.routes, { ...cheapest, complete }] };
}

function unpriced(route: DatedVoyage, perDay: number): DatedVoyage {
  const own = (track: SailedTrack): SailedTrack => unpricedTrack(track, perDay);
  return {
    ...route,
    track: own(route.track),
    unsmoothed: unpricedTrack(route.unsmoothed, perDay),
    sailing: own(route.sailing),
    blind: route.blind && own(route.blind),
    ...unpricedParts(route, perDay),
  };
}
