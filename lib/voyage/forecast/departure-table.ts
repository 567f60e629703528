/** The departures of a request: each with its voyages and its row of the table, and the best of those that count. */
import type { SailedTrack } from '../../engine/plan-dated.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import { OutOfTime } from '../out-of-time.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { Departure, VoyageObjective } from '../voyage-route.ts';
import type { DatedVoyage, DatedVoyages } from './cheapest-in-time.ts';
import { beyondPart, type ForecastTimes } from './dated-parts.ts';

const MS_PER_DAY = 86_400_000;

export interface Planned {
  readonly departure: string;
  readonly plan: DatedVoyages | null;
  readonly row: Departure;
  readonly error?: DepartureError;
}

export type Counted = Planned & { readonly plan: DatedVoyages };
type DepartureError = RouteInaccessible | Impossible | ImpossibleOnMesh;

/** Whether another departure may do. */
const isOfDeparture = (error: unknown): error is DepartureError =>
  error instanceof RouteInaccessible || error instanceof Impossible || error instanceof ImpossibleOnMesh;

/** The voyages of a departure with its row. */
export function plannedAt(
  departure: string,
  voyage: Voyage | null,
  times: ForecastTimes,
  voyages: () => DatedVoyages,
): Planned {
  const none = { departure, arrival: null, days: null, consumption: null, gap_percent: null };
  try {
    const plan = voyages();
    return { departure, plan, row: rowOf(departure, voyage, times, plan.routes[0]!) };
  } catch (error) {
    if (!isOfDeparture(error)) throw error;
    const row: Departure = {
      ...none,
      beyond_forecast_hours: null,
      status: 'FAILURE',
      reason: error.message,
    };
    return { departure, plan: null, row, error };
  }
}

/** @param route its fastest */
export function rowOf(
  departure: string,
  voyage: Voyage | null,
  times: ForecastTimes,
  { track, optimality }: DatedVoyage,
): Departure {
  const reason = refusalOf(voyage, times, departure, track);
  return {
    departure,
    arrival: new Date(arrivalOf(departure, track)).toISOString(),
    days: track.timeDays.at(-1)!,
    consumption: track.consumption?.at(-1) ?? null,
    gap_percent: optimality?.gapPercent ?? null,
    beyond_forecast_hours: beyondHours(times, departure, track),
    status: reason ? reason.status : 'SUCCESS',
    reason: reason?.text ?? null,
  };
}

/** Why a departure does not count whose voyage is this; null where it does. */
export function refusalOf(
  voyage: Voyage | null,
  times: ForecastTimes,
  departure: string,
  track: SailedTrack,
): { status: Departure['status']; text: string } | null {
  const { arrival_window: window, beyond_forecast } = voyage ?? {};
  const hours = beyond_forecast ? beyondHours(times, departure, track) : 0;
  if (hours > 0) {
    const text = `${hours.toFixed(1)} hours of the voyage are on no mesh that is valid then`;
    return { status: 'FAILURE', text };
  }
  if (!window) return null;
  const arrival = arrivalOf(departure, track);
  if (arrival < Date.parse(window.from))
    return { status: 'OUTSIDE_WINDOW', text: 'It arrives before the arrival_window' };
  if (arrival > Date.parse(window.to))
    return { status: 'OUTSIDE_WINDOW', text: 'It arrives after the arrival_window' };
  return null;
}

const arrivalOf = (departure: string, { timeDays }: SailedTrack) =>
  Date.parse(departure) + timeDays.at(-1)! * MS_PER_DAY;

const beyondHours = (times: ForecastTimes, departure: string, track: SailedTrack) =>
  beyondPart(times, departure, track)?.hours ?? 0;

/** In this order; a departure may not have all: what does not keep the reserve is none. */
const OBJECTIVES: readonly VoyageObjective[] = ['traveltime', 'fuel', 'battery', 'within', 'cost'];

interface Best {
  readonly own: Counted;
  readonly route: DatedVoyage;
}

/**
 * By objective the best of the departures that count.
 *
 * @throws why none does
 */
export function bestDepartures(
  planned: readonly Planned[],
  isTable: boolean,
  costOf: (route: DatedVoyage) => number,
): Best[] {
  const isCounted = (one: Planned): one is Counted => one.plan !== null && one.row.status === 'SUCCESS';
  const counted = planned.filter(isCounted);
  if (counted.length === 0) {
    const errors = planned.flatMap(({ error }) => error ?? []);
    // another departure that is out of time may have a way
    const isOpen = (error: DepartureError) => error instanceof OutOfTime;
    if (errors.length === planned.length) throw errors.find(isOpen) ?? errors[0]!;
    const reasons = [...Map.groupBy(planned, ({ row }) => row.reason)].map(
      ([reason, own]) => `${reason}${arrivals(own)}`,
    );
    const what = isTable ? 'No departure counts' : 'The voyage is refused';
    throw new ImpossibleOnMesh(`${what}: ${reasons.join('; ')}.`);
  }
  const objectives = new Set(counted.flatMap(({ plan }) => plan.routes.map(({ objective }) => objective)));
  const bests = OBJECTIVES.filter((objective) => objectives.has(objective)).map((objective): Best => {
    const all = counted.flatMap((own) => {
      const route = own.plan.routes.find((one) => one.objective === objective);
      return route ? [{ own, route }] : [];
    });
    const worthOf = ({ route }: Best) => route.worth?.value ?? 0;
    const isBetter = (one: Best, other: Best) =>
      worthOf(one) > worthOf(other) ||
      (worthOf(one) === worthOf(other) && costOf(one.route) < costOf(other.route));
    return all.reduce((best, one) => (isBetter(one, best) ? one : best));
  });
  return isTable ? bests.filter((best) => !isSlowedInVain(best, bests)) : bests;
}

/** When those arrive that miss the window, so that a person sees which window or departures would do. */
function arrivals(planned: readonly Planned[]): string {
  const times = planned
    .flatMap(({ row: { status, arrival } }) => (status === 'OUTSIDE_WINDOW' && arrival ? arrival : []))
    .toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined) return '';
  return first === last ? `, at ${first}` : `, between ${first} and ${last}`;
}

/** Whether it sails slower to keep the reserve, and another departure keeps it in less time at full speed. */
function isSlowedInVain({ own, route }: Best, [first]: readonly Best[]): boolean {
  const isSlowed =
    route.objective === 'within' && own.plan.routes.every((one) => one.objective !== 'traveltime');
  return isSlowed && first!.route.objective === 'traveltime' && daysOf(first!.route) <= daysOf(route);
}

const daysOf = ({ track }: DatedVoyage): number => track.timeDays.at(-1)!;
