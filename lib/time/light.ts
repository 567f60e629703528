/** Day, civil twilight and night at a place, one after the other. */
import { daysAt, isDay, type Stretch } from './daylight.ts';

export type Light = 'day' | 'twilight' | 'night';

export interface LightBand extends Stretch {
  readonly light: Light;
}

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** All of a stretch, ascending, each other than the one before; a single one of an instant. Milliseconds since 1970. */
export function lightAt(place: Place, { from, to }: Stretch): LightBand[] {
  if (!(to > from)) return [{ from, to: from, light: lightOf(place, from) }];
  const [suns, twilights] = (['sun', 'civil'] as const).map((light) => daysAt(place, light, { from, to }));
  const edges = [...suns!, ...twilights!].flatMap((day) => [day.from, day.to]);
  const times = [...new Set([from, ...edges, to])].sort((a, b) => a - b);
  const isIn = (days: readonly Stretch[], time: number) =>
    days.some((day) => day.from <= time && time < day.to);
  const bands: LightBand[] = [];
  for (const [k, time] of times.slice(0, -1).entries()) {
    const light = isIn(suns!, time) ? 'day' : isIn(twilights!, time) ? 'twilight' : 'night';
    const before = bands.at(-1);
    const end = times[k + 1]!;
    if (before?.light === light) bands[bands.length - 1] = { ...before, to: end };
    else bands.push({ from: time, to: end, light });
  }
  return bands;
}

function lightOf(place: Place, time: number): Light {
  if (isDay(place, 'sun', time)) return 'day';
  return isDay(place, 'civil', time) ? 'twilight' : 'night';
}
