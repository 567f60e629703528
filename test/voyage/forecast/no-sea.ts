/** Voyages of which only the days of their legs matter: there is no sea. */
import type { DatedRoute } from '../../../lib/engine/plan-dated.ts';
import type { Beginning } from '../../../lib/voyage/forecast/beginning.ts';
import type { ProvableVoyage } from '../../../lib/voyage/forecast/prove-stops.ts';
import { stopsOf } from '../../../lib/voyage/order/stop-sets.ts';
import type { Itinerary } from '../../../lib/voyage/stops/itinerary.ts';

export const nowhere = { begins: 0 } as Beginning;

interface Stop {
  readonly value?: number;
  readonly stay?: number;
  readonly earliest?: number;
  readonly latest?: number;
  /** Numbers of the stops that come before it. */
  readonly after?: readonly number[];
}

/** Its stops are the points 1 and so on. */
export function itineraryThrough(all: readonly Stop[], limitDays = Infinity): Itinerary {
  const column = (ends: number, of: (stop: Stop) => number) =>
    Float64Array.from([ends, ...all.map(of), ends]);
  return {
    count: all.length,
    names: ['Start', ...all.map((_, k) => `S${k + 1}`), 'End'],
    stay: column(0, ({ stay = 0 }) => stay),
    earliest: column(-Infinity, ({ earliest = -Infinity }) => earliest),
    latest: column(Infinity, ({ latest = Infinity }) => latest).with(-1, limitDays),
    openings: [null, ...all.map(() => null), null],
    works: [null, ...all.map(() => null), null],
    limitDays,
    stops: stopsOf(
      all.map((_, k) => [k + 1]),
      {
        before: all.map(({ after = [] }) => new Set(after.map((point) => point - 1))),
        beforeIfDone: all.map(() => new Set()),
        value: Float64Array.from(all, ({ value = 0 }) => value),
      },
    ),
  } as unknown as Itinerary;
}

/** A voyage in an order, and its consumption: so many tonnes a day. */
export const sailedThrough = (
  itinerary: Itinerary,
  daysOf: (from: number, to: number) => number,
  order: readonly number[],
  { tonnes = 10, ...more }: Partial<ProvableVoyage> & { readonly tonnes?: number } = {},
): ProvableVoyage => {
  const points = [0, ...order, itinerary.count + 1];
  const routes = points.slice(1).map((to, k) => {
    const days = daysOf(points[k]!, to);
    const track = { timeDays: [0, days], consumption: [0, tonnes * days] };
    return { track, objective: 'traveltime' } as unknown as DatedRoute;
  });
  return { points, routes, provable: [], itinerary, objective: 'traveltime', idleRate: 0, ...more };
};
