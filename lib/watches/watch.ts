/** A watch: a voyage on its way, of a route with a departure. */
import type { PlannedWay } from './planned-way.ts';

/** A place where the ship was, as somebody on board says. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** ISO 8601, UTC, as all times. */
  readonly time: string;
}

export interface Watch {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** API key id or IAM principal; null where callers are not told apart. */
  readonly requester: string | null;
  readonly created: string;
  /** The route that is sailed now. */
  readonly routeId: number;
  readonly objective: string;
  /** When the voyage began, on whichever route: no report is older. */
  readonly departure: string;
  readonly way: PlannedWay;
  /** The end that was asked for; null: some days after the planned arrival. */
  readonly until: string | null;
  readonly tellFromPercent: number;
  /** The latest report by its own time; null while there is none. */
  readonly position: Position | null;
  /** From this instant on it has ended, ISO 8601. */
  readonly endsAt: string;
  /** Why it ends then. */
  readonly ends: 'arrival' | 'until' | 'deleted';
}

const MS_PER_DAY = 86_400_000;
/** A ship that is late is watched for so long after its planned arrival. */
const DAYS_AFTER_ARRIVAL = 3;
/** Watches that have ended are kept for so long. */
export const KEPT_DAYS = 30;

export const arrivalOf = ({ times }: PlannedWay): number => times.at(-1)!;

/** When a watch ends by itself: without any report of the ship when it has arrived by plan. */
export function endOf({ way, until, position }: Pick<Watch, 'way' | 'until' | 'position'>) {
  const arrival = arrivalOf(way);
  const last = until === null ? arrival + DAYS_AFTER_ARRIVAL * MS_PER_DAY : Date.parse(until);
  const arrives = position === null && arrival < last;
  return {
    endsAt: new Date(arrives ? arrival : last).toISOString(),
    ends: arrives ? ('arrival' as const) : ('until' as const),
  };
}

export const hasEnded = ({ endsAt }: Pick<Watch, 'endsAt'>, now: Date): boolean =>
  Date.parse(endsAt) <= now.getTime();
