/** A watch: a voyage on its way, of a route with a departure. */

import type { PlannedWay } from '../routes/planned-way.ts';
import type { Judgement, WatchStatus } from './judge-rest.ts';

/** A place where the ship was, as somebody on board says. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** ISO 8601, UTC, as all times. */
  readonly time: string;
}

export const byTime = (a: Position, b: Position): number => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);

/** What was aboard at a place. */
export interface FuelReport extends Position {
  readonly tonnes: number;
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
  /** The latest by its own time that said what was aboard; null while there is none. */
  readonly fuel: FuelReport | null;
  /** When a report came that was the latest by its own time; null while there is none. */
  readonly reported: string | null;
  /** The stops that some report said are done. */
  readonly done: readonly string[];
  /** What the latest check found; null before the first, and on a new route. */
  readonly check: WatchCheck | null;
  /** What a check found that is not in the feed yet, or perhaps not told; of a route that was followed before too. */
  readonly untold: WatchEvent | null;
  /** From this instant on it has ended, ISO 8601. */
  readonly endsAt: string;
  /** Why it ends then. */
  readonly ends: 'arrival' | 'until' | 'deleted';
}

/** The rest of a voyage in the newest sea. */
export interface WatchCheck {
  /** Of the sea and the route: each is checked once. Null where the check failed. */
  readonly key: string | null;
  readonly time: string;
  /** Those that the rest was priced on. */
  readonly meshes: readonly number[];
  /** When the ship arrives in that sea; null where its way is closed. */
  readonly arrives: string | null;
  readonly status: WatchStatus;
  /** Why the status is unknown. */
  readonly reason: string | null;
  /** What is then left at the end of what is aboard, tonnes; null or absent where that is not known. */
  readonly fuelLeft?: number | null;
  /** How far from the reported place the rest begins, where that is on land or too shallow; absent or 0: it begins there. */
  readonly movedNm?: number;
  /** What was told last. */
  readonly told: Judgement | null;
}

/** Something that changed. */
export interface WatchEvent {
  readonly time: string;
  readonly status: WatchStatus;
  readonly was: WatchStatus;
  readonly sentence: string;
  /** Tonnes are null where something else is consumed, or nothing is said; hours where the way is closed. */
  readonly rest: {
    readonly hours: number | null;
    readonly tonnes: number | null;
    readonly planned_hours: number;
    readonly planned_tonnes: number | null;
    /** In money, of a voyage that is sailed for least of it. */
    readonly cost?: number | null;
    readonly planned_cost?: number | null;
    /** At the end, of what was reported to be aboard; less than 0 where it is too little. */
    readonly fuel_left_tonnes?: number;
  };
  readonly place?: { readonly lat: number; readonly lon: number };
  readonly meshes: readonly number[];
  /** The best way from where the ship was. */
  readonly route_id?: number;
}

export const statusOf = ({ check }: Pick<Watch, 'check'>): WatchStatus => check?.status ?? 'holds';

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

const SECONDS_PER_DAY = 86_400;

/** When what is kept of a watch that ends then may be deleted, epoch seconds. */
export const expiryOf = (endsAt: string): number =>
  Math.ceil(Date.parse(endsAt) / 1000) + KEPT_DAYS * SECONDS_PER_DAY;

export const hasEnded = ({ endsAt }: Pick<Watch, 'endsAt'>, now: Date): boolean =>
  Date.parse(endsAt) <= now.getTime();
