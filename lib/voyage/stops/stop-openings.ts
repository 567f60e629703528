/** When a stop is open: its windows, the days at its place, and its limits of weather. */
import { computed } from '../../engine/computed.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { daysAt } from '../../time/daylight.ts';
import { common, endOf, lastBegin, type Openings, openingsOf, type Stretch } from '../order/openings.ts';
import type { Opening } from '../voyage-route.ts';
import type { Stop } from './stop-fields.ts';

const MS_PER_DAY = 86_400_000;
/** Days after the departure up to which sunrises are known. */
const HORIZON_DAYS = 400;

/** By point: when it is come to at the earliest and at the latest, and when its work can be done. Days since departure. */
export interface Opened {
  readonly earliest: number;
  readonly latest: number;
  readonly openings: Openings | null;
  /** What decides that. */
  readonly decidedBy: readonly Opening[];
}

/** What is open always. @param latest by when it is come to */
export const alwaysOpen = (latest: number): Opened => ({
  earliest: -Infinity,
  latest,
  openings: null,
  decidedBy: [],
});

/**
 * By stop, when it is open for so many days of work.
 *
 * @param departure ISO 8601; null where no stop has a time
 * @param weatherAt when its limits of weather are kept
 */
export function openedAt(
  departure: string | null,
  weatherAt: (stop: Stop) => readonly Opening[],
): (stop: Stop, stayDays: number) => Opened {
  const begun = departure === null ? 0 : Date.parse(departure);
  const daysOf = (time: string) => (Date.parse(time) - begun) / MS_PER_DAY;
  const known = new Map<Stop, readonly Opening[]>();
  const decidedBy = (stop: Stop) =>
    computed(known, stop, () => [...windowsOf(stop, daysOf), ...daylightAt(stop, begun), ...weatherAt(stop)]);
  return (stop, stayDays) => {
    const { not_before, not_after } = stop;
    const earliest = not_before === null ? -Infinity : daysOf(not_before);
    const latest = not_after === null ? Infinity : daysOf(not_after);
    const own = decidedBy(stop);
    const open = own.reduce((all, { stretches }) => common(all, stretches), ALWAYS);
    if (isAlways(open)) return { ...alwaysOpen(latest), earliest };
    const openings = openingsOf(open, stop.may_pause ?? false);
    const stretches: Stretch[] = [];
    const isPossible = endOf(openings, earliest, stayDays, stretches) < Infinity;
    return {
      earliest: isPossible ? stretches[0]!.from : earliest,
      latest: isPossible ? Math.min(latest, lastBegin(openings, stayDays)) : -Infinity,
      openings,
      decidedBy: own,
    };
  };
}

const ALWAYS: readonly Stretch[] = [{ from: -Infinity, to: Infinity }];

const isAlways = ([first]: readonly Stretch[]): boolean => first?.from === -Infinity && first.to === Infinity;

function windowsOf({ windows }: Stop, daysOf: (time: string) => number): Opening[] {
  if (!windows) return [];
  return [
    { reason: 'window', stretches: windows.map(({ from, to }) => ({ from: daysOf(from), to: daysOf(to) })) },
  ];
}

function daylightAt({ lat, lon, daylight }: Stop & LatLon, begun: number): Opening[] {
  if (!daylight) return [];
  const horizon = { from: begun, to: begun + HORIZON_DAYS * MS_PER_DAY };
  const since = (time: number) => (time - begun) / MS_PER_DAY;
  // a day that lasts until the horizon has no end
  const stretches = daysAt({ lat, lon }, daylight, horizon).map(({ from, to }) => ({
    from: since(from),
    to: to === horizon.to ? Infinity : since(to),
  }));
  return [{ reason: 'daylight', stretches }];
}
