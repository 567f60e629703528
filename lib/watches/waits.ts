/** How long the ship waits at the stops of the rest, which it may come to at another time than planned, and in another sea. */
import { endOf, type Openings } from '../voyage/order/openings.ts';
import type { Stop } from '../voyage/stops/stop-fields.ts';
import { openedAt } from '../voyage/stops/stop-openings.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { Opening } from '../voyage/voyage-route.ts';
import { isWork } from '../voyage/work/work-ways.ts';
import type { Call, RestOfWay } from './rest-of-way.ts';

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** A shorter wait is the rounding of a time. */
const SAME_MS = 1;

export interface StopWait {
  /** As planned, ms; pauses of what is done too. */
  readonly planned: number;
  /** Of a ship that comes there at an instant: ms; null where the weather does not allow it any more. */
  readonly from: (arrives: number) => number | null;
}

/** When the limits of weather of a stop are kept; null where the sea does not tell. */
export type Weather = (stop: Stop) => readonly Opening[] | null;

/** By call; null for those that are as planned. */
export function waitsAtStops(
  { calls, leaves }: Pick<RestOfWay, 'calls' | 'leaves'>,
  voyage: Voyage | null,
  weather: Weather,
): (StopWait | null)[] {
  const since = new Date(leaves).toISOString();
  const openIn = openedAt(since, (stop) => weather(stop) ?? []);
  const openWhatever = openedAt(since, () => []);
  return calls.map((call): StopWait | null => {
    const stop = voyage?.stops?.find(({ name }) => name === call.name);
    if (!stop || call.waits === null || !weather(stop)) return null;
    const { planned, days } = plannedAt(stop, { waits: call.waits, takes: call.takes });
    const { earliest, openings } = openIn(stop, days);
    if (!openings && earliest === -Infinity && planned < SAME_MS) return null;
    const whatever = openWhatever(stop, days).openings;
    const from = (arrives: number) => {
      const now = (arrives - leaves) / MS_PER_DAY;
      const ready = Math.max(now, earliest);
      const ends = endIn(openings, ready, days);
      if (ends < Infinity) return (ends - now - days) * MS_PER_DAY;
      // one that is too late for its windows waits for nothing
      return endIn(whatever, ready, days) < Infinity ? null : Math.max(0, ready - now) * MS_PER_DAY;
    };
    return { planned, from };
  });
}

/** What the plan waits at a stop, ms, and for how many days of work it has to be open. Work on a line keeps the pauses on it. */
function plannedAt(stop: Stop, { waits, takes }: Pick<Call, 'takes'> & { readonly waits: number }) {
  if (isWork(stop)) return { planned: waits, days: stop.may_pause ? 0 : takes / MS_PER_DAY };
  const stays = stop.stay_hours * MS_PER_HOUR;
  return { planned: waits + takes - stays, days: stays / MS_PER_DAY };
}

const endIn = (openings: Openings | null, ready: number, days: number): number =>
  openings ? endOf(openings, ready, days) : ready + days;
