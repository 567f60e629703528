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
  /** The line or the survey that is sailed here, days since departure. */
  readonly work: { readonly begins: number; readonly ends: number; readonly nm: number } | null;
  /** From where the row before was left; null at the first. */
  readonly nmTo: number | null;
  readonly hoursTo: number | null;
}

export interface Schedule {
  readonly departure: Date | null;
  /** At least two. */
  readonly rows: readonly ScheduleRow[];
}

/** When the windows of stops open, by name, ISO 8601. */
export type Openings = ReadonlyMap<string, string>;

type Place = Omit<ScheduleRow, 'nmTo' | 'hoursTo'>;

/** @throws OtherDeparture for another than that of a route that was planned for a time */
export function scheduleOf(route: RouteEntry, asked: Date | null, openings: Openings): Schedule {
  const departure = departureOf(route, asked);
  const [first, ...others] = placesOf(route, openings);
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
function placesOf({ stops, waypoints: { start, end }, path }: RouteEntry, openings: Openings): Place[] {
  if (stops) return stops.map((stop, k) => stopPlace(stop, whatOf(stop, k, stops.length), openings));
  const days = path.features[0]!.properties.traveltime.at(-1)!;
  const plain = { waitsFor: null, work: null };
  return [
    { ...plain, ...start, name: start.name || 'Start', what: 'departure', arrives: 0, begins: 0, leaves: 0 },
    { ...plain, ...end, name: end.name || 'End', what: 'arrival', arrives: days, begins: days, leaves: days },
  ];
}

function whatOf({ work }: ScheduledStop, k: number, count: number): ScheduleRow['what'] {
  if (k === 0) return 'departure';
  return k === count - 1 ? 'arrival' : (work?.kind ?? 'stop');
}

function stopPlace(stop: ScheduledStop, what: ScheduleRow['what'], openings: Openings): Place {
  const { lat, lon, arrives_days: arrives, leaves_days: leaves, wait_hours = 0, work } = stop;
  const name = stop.name ?? 'Stop';
  const begins = arrives + wait_hours / HOURS_PER_DAY;
  const opens = openings.get(name);
  const reason = opens ? `its window opens at ${utc(new Date(opens))}` : 'its window opens later';
  const worked = begins + (stop.stay_hours ?? 0) / HOURS_PER_DAY;
  return {
    ...{ name, what, lat, lon, arrives, begins, leaves },
    waitsFor: wait_hours > 0 ? reason : null,
    work: work ? { begins: worked, ends: worked + work.hours / HOURS_PER_DAY, nm: work.nm } : null,
  };
}

/** Waits for the sea to change, which only a route with a departure has. */
function seaWaits({ waits = [], departure }: RouteEntry): Place[] {
  const days = (time: string) => (Date.parse(time) - Date.parse(departure!)) / MS_PER_DAY;
  return waits.map(({ lat, lon, from, to, reason }, k) => ({
    ...{ name: `Wait ${k + 1}`, what: 'wait', lat, lon, waitsFor: reason, work: null },
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
