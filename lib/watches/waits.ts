/** How long the ship waits at the stops of the rest, which it may come to at another time than planned. */
import { endOf, type Stretch } from '../voyage/order/openings.ts';
import type { Stop } from '../voyage/stops/stop-fields.ts';
import { openedAt } from '../voyage/stops/stop-openings.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { RestOfWay } from './rest-of-way.ts';

const MS_PER_DAY = 86_400_000;

export interface Wait {
  /** The index of its waypoint. */
  readonly at: number;
  /** As planned, ms. */
  readonly planned: number;
  /** Of a ship that comes there at an instant: ms. */
  readonly from: (arrives: number) => number;
}

/** In the order of the rest. A stop with limits of weather is waited at as planned: its weather then was the plan's. */
export function waitsOf({ calls, leaves }: RestOfWay, voyage: Voyage | null): Wait[] {
  const opened = openedAt(new Date(leaves).toISOString(), () => []);
  return calls.flatMap(({ name, at, waits, takes }): Wait[] => {
    const stop = voyage?.stops?.find((each) => each.name === name);
    if (!stop || hasWeather(stop)) return [];
    const days = stop.may_pause ? 0 : takes / MS_PER_DAY;
    const { earliest, openings } = opened(stop, days);
    const from = (arrives: number) => {
      const now = (arrives - leaves) / MS_PER_DAY;
      const ready = Math.max(now, earliest);
      const stretches: Stretch[] = [];
      if (openings) endOf(openings, ready, days, stretches);
      // one that is too late waits for nothing
      return ((stretches[0]?.from ?? ready) - now) * MS_PER_DAY;
    };
    return [{ at, planned: waits, from }];
  });
}

const hasWeather = ({ most_wind_kn, most_wave_m, most_ice_percent }: Stop): boolean =>
  [most_wind_kn, most_wave_m, most_ice_percent].some((limit) => limit !== undefined);
