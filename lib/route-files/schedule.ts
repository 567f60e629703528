/** The schedule of a voyage: a row each for its ends, its stops, and its waits for the sea, in the order of time. */
import { METRES_PER_NM } from '../engine/geometry/sphere.ts';
import { utc } from './number-text.ts';
import { departureOf } from './passage-plan.ts';
import type { RouteEntry, ScheduledStop } from './route-entry.ts';

const HOURS_PER_DAY = 24;
const MS_PER_DAY = 86_400_000;

export interface ScheduleRow {
  readonly name: string;
  readonly what: 'departure' | 'stop' | 'line' | 'area' | 'wait' | 'arrival';
  readonly lat: number;
  readonly lon: number;
  /** Days since departure: arriving, the end of waiting, and leaving. */
  readonly arrives: number;
  readonly begins: number;
  readonly leaves: number;
  /** Why it waits; null where it does not. */
  readonly waitsFor: string | null;
  /** For how long what is done here is laid down. */
  readonly pausesDays: number;
  /** The line or the survey that is sailed here, days since departure. */
  readonly work: {
    readonly begins: number;
    readonly ends: number;
    readonly hours: number;
    readonly nm: number;
  } | null;
  /** Tonnes aboard on arriving; null where the request does not say what was. */
  readonly fuelLeft: number | null;
  /** Tonnes taken before leaving; null where none are. */
  readonly fuelTaken: number | null;
  /** From where the row before was left; null at the first. */
  readonly nmTo: number | null;
  readonly hoursTo: number | null;
}

export interface Schedule {
  readonly departure: Date | null;
  /** At least two. */
  readonly rows: readonly ScheduleRow[];
}

type Place = Omit<ScheduleRow, 'nmTo' | 'hoursTo'>;

/** @throws OtherDeparture for another than that of a route that was planned for a time */
export function scheduleOf(route: RouteEntry, asked: Date | null): Schedule {
  const departure = departureOf(route, asked);
  const [first, ...others] = placesOf(route, departure);
  const last = others.pop()!;
  const between = [...others, ...seaWaits(route)].sort((a, b) => a.arrives - b.arrives);
  const places = [first!, ...between, last];
  const nmAt = distanceAlong(route);
  const rows = places.map((place, k): ScheduleRow => {
    const before = places[k - 1];
    if (!before) return { ...place, nmTo: null, hoursTo: null };
    return {
      ...place,
      nmTo: Math.max(nmAt(place.arrives) - nmAt(before.leaves), 0),
      hoursTo: Math.max(place.arrives - before.leaves, 0) * HOURS_PER_DAY,
    };
  });
  return { departure, rows };
}

/** Its ends, and the stops between them. */
function placesOf(route: RouteEntry, departure: Date | null): Place[] {
  const { stops, waypoints, path, fuel_left_tonnes: fuelLeft = null } = route;
  if (stops) return stops.map((stop, k) => stopPlace(stop, whatOf(stop, k, stops.length), departure));
  const { traveltime, fuel } = path.features[0]!.properties;
  const days = traveltime.at(-1)!;
  const plain = { waitsFor: null, pausesDays: 0, work: null, fuelTaken: null };
  const aboard = fuelLeft === null ? null : fuelLeft + (fuel?.at(-1) ?? 0);
  const begun = { ...plain, fuelLeft: aboard, arrives: 0, begins: 0, leaves: 0 };
  const ended = { ...plain, fuelLeft, arrives: days, begins: days, leaves: days };
  const { start, end } = waypoints;
  return [
    { ...begun, ...start, name: start.name || 'Start', what: 'departure' },
    { ...ended, ...end, name: end.name || 'End', what: 'arrival' },
  ];
}

function whatOf({ work }: ScheduledStop, k: number, count: number): ScheduleRow['what'] {
  if (k === 0) return 'departure';
  return k === count - 1 ? 'arrival' : (work?.kind ?? 'stop');
}

function stopPlace(stop: ScheduledStop, what: ScheduleRow['what'], departure: Date | null): Place {
  const { lat, lon, arrives_days: arrives, leaves_days: leaves, wait_hours = 0, work, pauses = [] } = stop;
  const name = stop.name ?? 'Stop';
  const begins = arrives + wait_hours / HOURS_PER_DAY;
  /** When so many hours here are done. */
  const doneAt = (hours: number) =>
    pauses.reduce(
      (time, { from_days: from, to_days: to }) => (from < time ? time + to - from : time),
      begins + hours / HOURS_PER_DAY,
    );
  const before = stop.stay_hours ?? 0;
  return {
    ...{ name, what, lat, lon, arrives, begins, leaves },
    waitsFor: wait_hours > 0 ? reasonOf(stop, departure && timeOf(departure, begins)) : null,
    pausesDays: pauses.reduce((sum, { from_days: from, to_days: to }) => sum + to - from, 0),
    work: work
      ? { begins: doneAt(before), ends: doneAt(before + work.hours), hours: work.hours, nm: work.nm }
      : null,
    fuelLeft: stop.fuel_left_tonnes ?? null,
    fuelTaken: stop.refuelled_tonnes ?? null,
  };
}

function reasonOf({ waits_for: waitsFor = 'window' }: ScheduledStop, until: Date | null): string {
  const at = until ? `at ${utc(until)}` : 'later';
  if (waitsFor === 'window') return `its window opens ${at}`;
  return waitsFor === 'daylight' ? `it gets light ${at}` : `${waitsFor} within its limit ${at}`;
}

/** Waits for the sea to change, which only a route with a departure has. */
function seaWaits({ waits = [], departure }: RouteEntry): Place[] {
  const days = (time: string) => (Date.parse(time) - Date.parse(departure!)) / MS_PER_DAY;
  return waits.map(({ lat, lon, from, to, reason }, k) => ({
    ...{
      name: `Wait ${k + 1}`,
      what: 'wait',
      lat,
      lon,
      waitsFor: reason,
      pausesDays: 0,
      work: null,
      fuelLeft: null,
      fuelTaken: null,
    },
    ...{ arrives: days(from), begins: days(to), leaves: days(to) },
  }));
}

/** Nautical miles since departure, at days since departure. */
function distanceAlong({ path }: RouteEntry): (days: number) => number {
  const { traveltime, distance } = path.features[0]!.properties;
  return (days) => {
    const next = traveltime.findIndex((each) => each >= days);
    if (next < 0) return distance.at(-1)! / METRES_PER_NM;
    if (next === 0) return 0;
    const part = (days - traveltime[next - 1]!) / (traveltime[next]! - traveltime[next - 1]!);
    return (distance[next - 1]! + part * (distance[next]! - distance[next - 1]!)) / METRES_PER_NM;
  };
}

export const timeOf = (departure: Date, days: number): Date =>
  new Date(departure.getTime() + days * MS_PER_DAY);
