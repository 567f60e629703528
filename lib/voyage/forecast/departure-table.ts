/** The departures of a request: each with its voyages and its row of the table, and the best of those that count. */
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import type { Voyage } from '../voyage-fields.ts';
import type { Departure } from '../voyage-route.ts';
import type { DatedVoyage, DatedVoyages } from './cheapest-in-time.ts';
import { beyondPart, type ForecastTimes } from './dated-parts.ts';

const MS_PER_DAY = 86_400_000;

export interface Planned {
  readonly departure: string;
  readonly plan: DatedVoyages | null;
  readonly row: Departure;
  readonly error?: DepartureError;
}

type Counted = Planned & { readonly plan: DatedVoyages };
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
    const [{ track, optimality }] = plan.routes as [DatedVoyage];
    const days = track.timeDays.at(-1)!;
    const arrival = Date.parse(departure) + days * MS_PER_DAY;
    const beyondHours = beyondPart(times, departure, track)?.hours ?? 0;
    const reason = refusal(voyage, arrival, beyondHours);
    const row: Departure = {
      departure,
      arrival: new Date(arrival).toISOString(),
      days,
      consumption: track.consumption?.at(-1) ?? null,
      gap_percent: optimality?.gapPercent ?? null,
      beyond_forecast_hours: beyondHours,
      status: reason ? reason.status : 'SUCCESS',
      reason: reason?.text ?? null,
    };
    return { departure, plan, row };
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

/** Why a departure does not count. */
function refusal(
  voyage: Voyage | null,
  arrival: number,
  beyondHours: number,
): { status: Departure['status']; text: string } | null {
  const { arrival_window: window, beyond_forecast } = voyage ?? {};
  if (beyond_forecast && beyondHours > 0) {
    const text = `${beyondHours.toFixed(1)} hours of the voyage are on no mesh that is valid then`;
    return { status: 'FAILURE', text };
  }
  if (!window) return null;
  if (arrival < Date.parse(window.from))
    return { status: 'OUTSIDE_WINDOW', text: 'It arrives before the arrival_window' };
  if (arrival > Date.parse(window.to))
    return { status: 'OUTSIDE_WINDOW', text: 'It arrives after the arrival_window' };
  return null;
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
): { readonly own: Counted; readonly route: DatedVoyage }[] {
  const isCounted = (one: Planned): one is Counted => one.plan !== null && one.row.status === 'SUCCESS';
  const counted = planned.filter(isCounted);
  if (counted.length === 0) {
    const failed = planned.find(({ error }) => error)?.error;
    if (failed && planned.every(({ error }) => error)) throw failed;
    const reasons = [...new Set(planned.map(({ row }) => row.reason))].join('; ');
    throw new ImpossibleOnMesh(`${isTable ? 'No departure counts' : 'The voyage is refused'}: ${reasons}.`);
  }
  return counted[0]!.plan.routes.map((_, k) => {
    const costOfPlan = ({ plan }: Counted) => costOf(plan.routes[k]!);
    const worthOf = ({ plan }: Counted) => plan.routes[k]!.worth?.value ?? 0;
    const isBetter = (one: Counted, other: Counted) =>
      worthOf(one) > worthOf(other) ||
      (worthOf(one) === worthOf(other) && costOfPlan(one) < costOfPlan(other));
    const own = counted.reduce((best, one) => (isBetter(one, best) ? one : best));
    return { own, route: own.plan.routes[k]! };
  });
}
