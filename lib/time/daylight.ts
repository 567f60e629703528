/** When it is day at a place, by the position of the sun (suncalc, after Meeus 1998, chapters 15 and 25). */
import { getPosition, getTimes } from 'suncalc';

/** Degrees of the centre of the sun, without refraction: its upper edge on the horizon, and the ends of two twilights. */
const ALTITUDE = { sun: -0.833, civil: -6, nautical: -12 } as const;

export type Daylight = keyof typeof ALTITUDE;

export const DAYLIGHTS = Object.keys(ALTITUDE) as [Daylight, ...Daylight[]];

/** Degrees that suncalc adds for refraction to every altitude below the horizon (Meeus, formula 16.4). */
const REFRACTION = (0.0002967 / Math.tan(0.00312536 / 0.08901179)) * (180 / Math.PI);

const MS_PER_DAY = 86_400_000;
/** To which sunrise and sunset are found. */
const PRECISION_MS = 500;

/** Degrees. */
interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Whether it is day at a place. @param time milliseconds since 1970 */
export const isDay = ({ lat, lon }: Place, daylight: Daylight, time: number): boolean =>
  getPosition(new Date(time), lat, lon).altitude - REFRACTION >= ALTITUDE[daylight];

/** The days at a place between two times, ascending. One that has begun before or goes on after is cut; a polar day is one stretch. */
export function daysAt(place: Place, daylight: Daylight, { from, to }: Stretch): Stretch[] {
  const days: Stretch[] = [];
  const isDayAt = (time: number) => isDay(place, daylight, time);
  let [time, isLight, since] = [from, isDayAt(from), from];
  for (const next of turns(place, from, to)) {
    // from one of the sun's turns to the next it only rises or only sinks
    if (isDayAt(next) !== isLight) {
      const change = changeBetween(time, next, isDayAt);
      if (isLight) days.push({ from: since, to: change });
      [isLight, since] = [!isLight, change];
    }
    time = next;
  }
  if (isLight) days.push({ from: since, to });
  return days;
}

/** Times after `from` at which the sun stands highest and lowest, up to `to`, and then `to` itself. */
function* turns({ lat, lon }: Place, from: number, to: number): Generator<number> {
  for (let day = from - MS_PER_DAY; day < to + MS_PER_DAY; day += MS_PER_DAY) {
    const { nadir, solarNoon } = getTimes(new Date(day), lat, lon);
    for (const turn of [nadir.getTime(), solarNoon.getTime()]) if (turn > from && turn < to) yield turn;
  }
  yield to;
}

/** When something changes that changes once between two times. */
function changeBetween(from: number, to: number, is: (time: number) => boolean): number {
  const before = is(from);
  let [low, high] = [from, to];
  while (high - low > PRECISION_MS) {
    const middle = (low + high) / 2;
    if (is(middle) === before) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
