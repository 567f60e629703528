/** The step of a voyage that chooses its speeds. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import type { RoutePlan } from '../../engine/route-plan.ts';
import { Impossible } from '../../request/impossible.ts';
import { type SailedPoint, speedsOf, type WithinVoyage } from '../../speed/choose-speeds.ts';
import { throughLines } from '../../speed/cut-at-places.ts';
import { NO_STAYS } from '../../speed/known-path.ts';
import { type Legs, type Passage, passageThrough } from '../../speed/passage.ts';
import { SpeedCurves } from '../../speed/speed-curves.ts';
import { TOLD_DUALITY, Voyages } from '../../speed/voyages.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { KMH_PER_KNOT } from '../../vessel/units.ts';
import { onlyWhole } from '../../zones/whole.ts';
import type { VoyageOptions } from '../kept.ts';
import { tonnesPerDay } from '../money/tonnes-per-day.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { TradeOffVoyage, VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { fastestBetween, keepsBetween, type LegByLeg } from './between-bunkers.ts';
import { choosesFor, daysAllowed, isGiven, leastSpeed, vehicleUnderWay } from './speed-wish.ts';

/** A voyage at full speed, for which speeds are to be chosen. */
export interface AtFullSpeed {
  readonly plan: VoyagePlan;
  /** Of each route of the plan. */
  readonly known: readonly Legs[];
  readonly passage: Passage;
  /** What the passage depends on besides the mesh. */
  readonly key: string;
  /** What staying and working at stops takes and consumes. */
  readonly stays: { readonly days: number; readonly consumption: number };
  /** Which voyages its speeds are the best of, where not of all. */
  readonly note: string | null;
  /** Where order and ways are others at a price: the voyages at full speed, and all that obey the request. */
  readonly atPrice: { readonly known: readonly Legs[]; readonly passage: Passage } | null;
  /** In one order; null where there are no stops, or orders are free. */
  readonly legByLeg: LegByLeg | null;
  /** By stop in the order sailed, the line of its work. */
  readonly lines: readonly Track['coordinates'][];
  /** One route of its legs. */
  readonly join: (voyage: Pick<WithinVoyage, 'order' | 'legs'>) => Omit<VoyageRoute, 'objective'>;
}

/** A voyage without stops. */
export const directly = ({ start, end }: PlannedRequest, plan: RoutePlan): AtFullSpeed => ({
  plan,
  known: plan.routes.map((route) => ({ order: [], routes: [route] })),
  passage: passageThrough([start, end]),
  key: keyOf([start, end]),
  stays: { days: 0, consumption: 0 },
  note: null,
  atPrice: null,
  legByLeg: null,
  lines: [],
  join: ({ legs: [route] }) => route!,
});

export const keyOf = (places: readonly LatLon[]): string =>
  places.flatMap(({ lat, lon }) => [lat, lon]).join();

/**
 * The plan with what was asked of speeds.
 *
 * @param mesh made for the vehicle under way
 * @throws Impossible where the time is too short
 */
export function withSpeeds(
  mesh: Mesh,
  request: PlannedRequest,
  { plan, known: legs, passage, key: ends, stays, note, atPrice, legByLeg, lines, join }: AtFullSpeed,
  options: VoyageOptions,
): VoyagePlan {
  const { vehicle, voyage } = request;
  const choice = choosesFor(options.useOf?.(plan.routes) ?? 'answer', voyage);
  if (!choice) return plan;
  const key = `${ends} ${leastSpeed(vehicle!, voyage!)}`;
  const known = options.voyages?.get(mesh, key);
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const begun = now();
  const make = (legs: readonly Legs[], passage: Passage) => {
    const left = { ...options, timeBudgetMs: Math.max(0, timeBudgetMs - (now() - begun)) };
    const isWider = options.certificate && legs[0]!.routes.length > 1;
    const { curves, wider } = curvesFor(mesh, request, isWider ? options.provedOn : undefined);
    return new Voyages(curves, legs, passage, left, wider);
  };
  const voyages = known ?? make(legs, passage);
  const query = {
    withinDays: daysAllowed(voyage!),
    withinTonnes: tonnesAllowed(mesh, voyage!, plan.routes),
    perDay: voyage!.price ? tonnesPerDay(voyage!.price) : null,
    tradeOff: choice === 'all' ? voyage!.trade_off : null,
    stays,
    fastestGapPercent: plan.routes[0]!.optimality?.gapPercent ?? null,
  };
  const ownOrder = atPrice ? { ...query, perDay: null } : query;
  const { tradeOff, ...others } = speedsOf(voyages, ownOrder, known !== undefined);
  options.voyages?.set(mesh, key, voyages);
  const madeOnce = (legs: string, known: readonly Legs[], passage: Passage) => {
    const ofLegs = `${key} legs ${legs}`;
    const made = options.voyages?.get(mesh, ofLegs) ?? make(known, passage);
    options.voyages?.set(mesh, ofLegs, made);
    return made;
  };
  const within = keepsBetween(voyage!)
    ? fastestBetween(mesh, voyage!, plan.routes[0]!, legs, legByLeg!, madeOnce)
    : others.within;
  const inAnyOrder = () => {
    // what was found for a time may cost less than what is found for the price
    const all = within ? [...atPrice!.known, pathOf(within, mesh.consumption!)] : atPrice!.known;
    const alone = { ...query, withinDays: null, withinTonnes: null, tradeOff: null, stays: NO_STAYS };
    return speedsOf(make(all, atPrice!.passage), alone).cheapest;
  };
  const cheapest = atPrice && query.perDay !== null ? inAnyOrder() : others.cheapest;
  const joined = (sailed: WithinVoyage) => ({ ...join(sailed), ...(note && { remarks: [note] }) });
  const routes = [
    ...plan.routes,
    ...(within ? [withinRoute(within, joined(within), plan, options)] : []),
    ...(cheapest ? [cheapestRoute(cheapest, join(cheapest), options)] : []),
  ];
  if (!tradeOff) return { ...plan, routes };
  const told = ({ order, legs, ...point }: SailedPoint): TradeOffVoyage => ({
    ...point,
    ...(lines.length > 0 && { path: throughLines(point.track.coordinates, lines) }),
    ...(isGiven(voyage!.fuel_aboard_tonnes) && { route: join({ order, legs: legs() }) }),
  });
  return { ...plan, routes, tradeOff: tradeOff.map(told), ...(note && { tradeOffNote: note }) };
}

/** The speeds of a vehicle on a mesh, and on that where voyages are proved instead. */
export function curvesFor(
  mesh: Mesh,
  { vehicle, voyage }: PlannedRequest,
  provedOn: VoyageOptions['provedOn'],
): { readonly curves: SpeedCurves; readonly wider: SpeedCurves | null } {
  const vessel = vesselOf(vehicleUnderWay(vehicle!, voyage));
  const leastKmh = leastSpeed(vehicle!, voyage!);
  const wider = provedOn?.('traveltime') ?? null;
  return {
    curves: new SpeedCurves(mesh, vessel, leastKmh),
    wider: wider && new SpeedCurves(wider, vessel, Math.min(leastKmh, slowestLimit(voyage!))),
  };
}

/** The path of a voyage whose speeds were chosen, for others. */
const pathOf = ({ order, legs }: WithinVoyage, objective: Objective): Legs => ({
  order,
  routes: legs.map((leg) => ({ ...leg, objective })),
});

/** km/h: where a limit is below the least speed, it is what is sailed. */
const slowestLimit = ({ zones }: Voyage): number =>
  Math.min(...onlyWhole(zones ?? []).map(({ max_speed_kn }) => (max_speed_kn ?? Infinity) * KMH_PER_KNOT));

/** A route that just keeps the reserve is not to miss it by a rounding error, tonnes. */
const ROUNDING = 1e-9;

/** What may be consumed on the whole voyage; null where nothing limits that, or the fastest route keeps what has to stay aboard. */
export function tonnesAllowed(
  { consumption }: Pick<Mesh, 'consumption'>,
  voyage: Voyage,
  [fastest]: readonly Pick<VoyageRoute, 'track'>[],
): number | null {
  const { within_tonnes, choose_speed, fuel_aboard_tonnes, reserve_tonnes } = voyage;
  if (isGiven(within_tonnes) && consumption !== 'fuel') {
    throw new Impossible('The vehicle consumes no fuel: leave out within_tonnes.');
  }
  if (isGiven(within_tonnes)) return within_tonnes;
  if (!choose_speed || keepsBetween(voyage)) return null;
  const allowed = fuel_aboard_tonnes! - (reserve_tonnes ?? 0);
  return fastest!.track.consumption!.at(-1)! <= allowed ? null : Math.max(0, allowed - ROUNDING);
}

function withinRoute(
  { dualityPercent, optimality, note, complete }: WithinVoyage,
  route: Omit<VoyageRoute, 'objective'>,
  plan: VoyagePlan,
  { certificate }: VoyageOptions,
): VoyageRoute {
  const duality =
    `Of the gap ${dualityPercent.toFixed(2)} % are a duality gap: near this time the best path changes, ` +
    'and this is the better of the paths on either side';
  return {
    ...route,
    objective: 'within',
    complete: route.complete && complete,
    ...(certificate && { optimality }),
    saves: saved(plan.routes[0]!.track, route.track),
    remarks: [
      ...(route.remarks ?? []),
      ...(dualityPercent > TOLD_DUALITY ? [duality] : []),
      ...(certificate && note ? [note] : []),
    ],
  };
}

/** What a route saves against the fastest. */
export function saved(fastest: Track, own: Track): NonNullable<VoyageRoute['saves']> {
  const all = fastest.consumption!.at(-1)!;
  const consumption = all - own.consumption!.at(-1)!;
  return {
    consumption,
    percent: all > 0 ? (100 * consumption) / all : 0,
    hours: 24 * (own.timeDays.at(-1)! - fastest.timeDays.at(-1)!),
  };
}

const cheapestRoute = (
  { optimality, complete }: WithinVoyage,
  route: Omit<VoyageRoute, 'objective'>,
  { certificate }: VoyageOptions,
): VoyageRoute => ({
  ...route,
  objective: 'cost',
  complete: route.complete && complete,
  ...(certificate && { optimality }),
});
