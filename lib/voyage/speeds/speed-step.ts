/** The step of a voyage that chooses its speeds. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { RoutePlan } from '../../engine/route-plan.ts';
import { Impossible } from '../../request/impossible.ts';
import { speedsOf, type WithinVoyage } from '../../speed/choose-speeds.ts';
import { type Legs, type Passage, passageThrough } from '../../speed/passage.ts';
import { dependsOnSpeed, SpeedCurves } from '../../speed/speed-curves.ts';
import { TOLD_DUALITY, Voyages } from '../../speed/voyages.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { KMH_PER_KNOT, kmhPerUnit } from '../../vessel/units.ts';
import type { PlanUse, VoyageOptions } from '../kept.ts';
import { tonnesPerDay } from '../money/tonnes-per-day.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';

/** The least speed of a vehicle that does not say it, as a part of its greatest. */
const LEAST_PART = 0.2;
const MS_PER_DAY = 86_400_000;

/** The fields of a voyage that choose its speed, as they are where it sails at full speed. */
export const FULL_SPEED = {
  within_hours: null,
  arrive_by: null,
  max_speed_kn: null,
  min_speed_kn: null,
  trade_off: null,
  within_tonnes: null,
  choose_speed: null,
} as const;

/** How long a voyage may take, days, that leaves out what that is too short for; null for others. */
export const limitOf = (voyage: Voyage | null): number | null =>
  voyage && leavesOut(voyage) ? daysAllowed(voyage) : null;

/** Whether some of its stops may be left out. */
export const leavesOut = ({ stops }: Pick<Voyage, 'stops'>): boolean =>
  stops?.some(({ value }) => value !== undefined) ?? false;

/**
 * Whether a voyage leaves the speed, or its limits, to be chosen; such a voyage is planned on an environment mesh. Where stops may be
 * left out, the time allowed limits a voyage at full speed too.
 */
export function choosesSpeed(voyage: Voyage | null): voyage is Voyage {
  if (!voyage) return false;
  const fields = Object.keys(FULL_SPEED) as (keyof typeof FULL_SPEED)[];
  const isLimit = (field: string) => leavesOut(voyage) && (field === 'within_hours' || field === 'arrive_by');
  return fields.some((field) => isGiven(voyage[field]) && !isLimit(field));
}

/** A request that was stored before there was a field does not have it. */
const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Why no speed can be chosen for a voyage, and what to do about it; null where it can. */
export function speedRefusal(vehicle: Vehicle | null, voyage: Voyage | null): string | null {
  if (!choosesSpeed(voyage)) return null;
  if (!vehicle) {
    return 'No speed can be chosen without a vehicle: store one whose consumption_model depends on its speed, and name it as vehicle_type.';
  }
  const named = `The vehicle "${vehicle.vessel_type}"`;
  if (!dependsOnSpeed(vesselOf(vehicle))) {
    return `${named} consumes the same at every speed, so that none can be chosen: store it with a consumption_model that depends on its speed.`;
  }
  const most = vehicle.max_speed * kmhPerUnit(vehicle.unit)!;
  const { max_speed_kn, min_speed_kn } = voyage;
  const limits = [
    ['max_speed_kn', max_speed_kn],
    ['min_speed_kn', min_speed_kn],
  ] as const;
  for (const [name, knots] of limits) {
    if (knots !== null && knots * KMH_PER_KNOT > most * (1 + 1e-9)) {
      return `${named} sails at most ${knotsText(most)} knots: send a lower ${name} than ${knots}, or store another max_speed.`;
    }
  }
  return null;
}

/** The vehicle as it may sail on a voyage: what its mesh has to be made for. */
export function vehicleUnderWay<V extends Vehicle | null>(vehicle: V, voyage: Voyage | null): V {
  const knots = voyage?.max_speed_kn ?? null;
  return vehicle && knots !== null ? { ...vehicle, max_speed: knots, unit: 'knots' } : vehicle;
}

/** Whether the time under way is chosen: for a limit of it or of consumption, for a price, or to tell what other times would cost. */
export function choosesTime(voyage: Voyage | null): boolean {
  if (voyage === null) return false;
  const { trade_off, within_tonnes, choose_speed, price } = voyage;
  return daysAllowed(voyage) !== null || [trade_off, within_tonnes, choose_speed, price].some(isGiven);
}

/** Which speeds are chosen for a plan; null: none. */
export function choosesFor(use: PlanUse, voyage: Voyage | null): 'within' | 'all' | null {
  if (use === 'guide' || !choosesTime(voyage)) return null;
  if (!isGiven(voyage!.trade_off)) return 'within';
  if (use === 'answer') return 'all';
  return choosesTime({ ...voyage!, trade_off: null }) ? 'within' : null;
}

/** A voyage at full speed, for which speeds are to be chosen. */
export interface AtFullSpeed {
  readonly plan: VoyagePlan;
  /** Of each route of the plan. */
  readonly known: readonly Legs[];
  readonly passage: Passage;
  /** What the passage depends on besides the mesh. */
  readonly key: string;
  /** What staying at stops takes and consumes. */
  readonly stays: { readonly days: number; readonly consumption: number };
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
  { vehicle, voyage }: PlannedRequest,
  { plan, known: legs, passage, key: ends, stays, join }: AtFullSpeed,
  options: VoyageOptions,
): VoyagePlan {
  const choice = choosesFor(options.useOf?.(plan.routes) ?? 'answer', voyage);
  if (!choice) return plan;
  const leastKmh = leastSpeed(vehicle!, voyage!);
  const key = `${ends} ${leastKmh}`;
  const known = options.voyages?.get(mesh, key);
  const make = () => {
    const vessel = vesselOf(vehicleUnderWay(vehicle!, voyage));
    return new Voyages(new SpeedCurves(mesh, vessel, leastKmh), legs, passage, options);
  };
  const voyages = known ?? make();
  const query = {
    withinDays: daysAllowed(voyage!),
    withinTonnes: tonnesAllowed(mesh, voyage!, plan),
    perDay: voyage!.price ? tonnesPerDay(voyage!.price) : null,
    tradeOff: choice === 'all' ? voyage!.trade_off : null,
    stays,
    fastestGapPercent: plan.routes[0]!.optimality?.gapPercent ?? null,
  };
  const { within, cheapest, tradeOff } = speedsOf(voyages, query, known !== undefined);
  options.voyages?.set(mesh, key, voyages);
  const routes = [
    ...plan.routes,
    ...(within ? [withinRoute(within, join(within), plan, options)] : []),
    ...(cheapest ? [cheapestRoute(cheapest, join(cheapest), options)] : []),
  ];
  return { ...plan, routes, ...(tradeOff && { tradeOff }) };
}

/** A route that just keeps the reserve is not to miss it by a rounding error, tonnes. */
const ROUNDING = 1e-9;

/** What may be consumed; null where nothing limits it, or the fastest route keeps what has to stay aboard. */
function tonnesAllowed(
  { consumption }: Mesh,
  { within_tonnes, choose_speed, fuel_aboard_tonnes, reserve_tonnes }: Voyage,
  { routes: [fastest] }: VoyagePlan,
): number | null {
  if (isGiven(within_tonnes) && consumption !== 'fuel') {
    throw new Impossible('The vehicle consumes no fuel: leave out within_tonnes.');
  }
  if (isGiven(within_tonnes)) return within_tonnes;
  if (!choose_speed) return null;
  const allowed = fuel_aboard_tonnes! - (reserve_tonnes ?? 0);
  return fastest!.track.consumption!.at(-1)! <= allowed ? null : Math.max(0, allowed - ROUNDING);
}

function daysAllowed({ within_hours, arrive_by, departure }: Voyage): number | null {
  if (isGiven(within_hours)) return within_hours / 24;
  if (!isGiven(arrive_by) || !isGiven(departure)) return null;
  return (Date.parse(arrive_by) - Date.parse(departure)) / MS_PER_DAY;
}

/** km/h. */
export function leastSpeed({ max_speed, min_speed, unit }: Vehicle, { min_speed_kn }: Voyage): number {
  if (isGiven(min_speed_kn)) return min_speed_kn * KMH_PER_KNOT;
  return (min_speed ?? LEAST_PART * max_speed) * kmhPerUnit(unit)!;
}

function withinRoute(
  { dualityPercent, optimality, note, complete }: WithinVoyage,
  route: Omit<VoyageRoute, 'objective'>,
  plan: VoyagePlan,
  { certificate }: VoyageOptions,
): VoyageRoute {
  const fastest = plan.routes[0]!.track;
  const [days, consumption] = [fastest.timeDays.at(-1)!, fastest.consumption!.at(-1)!];
  const saved = consumption - route.track.consumption!.at(-1)!;
  const duality =
    `Of the gap ${dualityPercent.toFixed(2)} % are a duality gap: near this time the best path changes, ` +
    'and this is the better of the paths on either side';
  return {
    ...route,
    objective: 'within',
    complete: route.complete && complete,
    ...(certificate && { optimality }),
    saves: {
      consumption: saved,
      percent: consumption > 0 ? (100 * saved) / consumption : 0,
      hours: 24 * (route.track.timeDays.at(-1)! - days),
    },
    remarks: [...(dualityPercent > TOLD_DUALITY ? [duality] : []), ...(certificate && note ? [note] : [])],
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

const knotsText = (kmh: number): string => String(Number((kmh / KMH_PER_KNOT).toFixed(2)));
