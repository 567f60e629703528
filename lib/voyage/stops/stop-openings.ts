/** When a stop is open: its windows, and the days at its place. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { daysAt } from '../../time/daylight.ts';
import { common, endOf, lastBegin, type Openings, openingsOf, type Stretch } from '../order/openings.ts';
import type { Stop } from './stop-fields.ts';

const MS_PER_DAY = 86_400_000;
/** Days after the departure up to which sunrises are known. */
const HORIZON_DAYS = 400;

/** By point: when it is come to at the earliest and at the latest, and when its work can be done. Days since departure. */
export interface Opened {
  readonly earliest: number;
  readonly latest: number;
  readonly openings: Openings | null;
  /** Where it is done by day only, those days. */
  readonly days: readonly Stretch[] | null;
}

/** What is open always. @param latest by when it is come to */
export const alwaysOpen = (latest: number): Opened => ({
  earliest: -Infinity,
  latest,
  openings: null,
  days: null,
});

/** By stop, when it is open for so many days of work. @param departure ISO 8601; null where no stop has a time */
export function openedAt(departure: string | null): (stop: Stop, stayDays: number) => Opened {
  const begun = departure === null ? 0 : Date.parse(departure);
  const daysOf = (time: string) => (Date.parse(time) - begun) / MS_PER_DAY;
  const days = new Map<Stop, readonly Stretch[] | null>();
  return (stop, stayDays) => {
    const { not_before, not_after, windows } = stop;
    if (!days.has(stop)) days.set(stop, daylightAt(stop, begun));
    const light = days.get(stop)!;
    const earliest = not_before === null ? -Infinity : daysOf(not_before);
    const latest = not_after === null ? Infinity : daysOf(not_after);
    const whole = windows?.map(({ from, to }) => ({ from: daysOf(from), to: daysOf(to) })) ?? null;
    const open = whole && light ? common(whole, light) : (whole ?? light);
    if (!open || isAlways(open)) return { earliest, latest, openings: null, days: null };
    const openings = openingsOf(open, stop.may_pause ?? false);
    const stretches: Stretch[] = [];
    const isPossible = endOf(openings, earliest, stayDays, stretches) < Infinity;
    return {
      earliest: isPossible ? stretches[0]!.from : earliest,
      latest: isPossible ? Math.min(latest, lastBegin(openings, stayDays)) : -Infinity,
      openings,
      days: light,
    };
  };
}

const isAlways = ([first]: readonly Stretch[]): boolean => first?.from === -Infinity && first.to === Infinity;

/** Days since departure; null where it is always open. */
function daylightAt({ lat, lon, daylight }: Stop & LatLon, begun: number): readonly Stretch[] | null {
  if (!daylight) return null;
  const horizon = { from: begun - MS_PER_DAY, to: begun + HORIZON_DAYS * MS_PER_DAY };
  const since = (time: number) => (time - begun) / MS_PER_DAY;
  // a day that lasts until the horizon has no end
  return daysAt({ lat, lon }, daylight, horizon).map(({ from, to }) => ({
    from: from === horizon.from ? -Infinity : since(from),
    to: to === horizon.to ? Infinity : since(to),
  }));
}
