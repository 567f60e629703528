/** What a voyage through stops would cost that is planned on the sea of its departure alone, in the sea that it then meets. */

import type { Objective } from '../../engine/cost/cost.ts';
import type { Track } from '../../engine/path/track.ts';
import type { DatedRoute, SailedTrack } from '../../engine/plan-dated.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import type { VoyageOptions } from '../kept.ts';
import { OutOfTime } from '../out-of-time.ts';
import { FULL_SPEED } from '../speeds/speed-wish.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { planStops } from '../stops/plan-stops.ts';
import { callsOf } from '../stops/sail-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyageRoute, VoyageStop } from '../voyage-route.ts';
import { isWork } from '../work/work-ways.ts';
import type { Beginning } from './beginning.ts';
import type { PricedForecast } from './cheapest-in-time.ts';
import { itineraryAlong } from './itinerary-in-time.ts';
import { joined, priceOrNull } from './join-dated.ts';

interface BlindOptions {
  readonly idleRate: number;
  readonly priced?: PricedForecast | null;
  readonly objectives?: readonly Objective[];
  /** What of the time is left; the clock. */
  readonly left: Pick<VoyageOptions, 'timeBudgetMs' | 'now'>;
}

/** By objective, of a voyage that does what another one does; null where it can't be sailed, undefined where it is not planned in time. */
export function blindVoyages(
  at: Beginning,
  itinerary: Itinerary,
  order: readonly number[],
  request: PlannedRequest,
  { idleRate, priced, objectives, left }: BlindOptions,
): DatedRoute['blind'][] {
  if (left.timeBudgetMs === 0) return [undefined, undefined];
  const { comes } = itinerary;
  const { meshes, slices } = at.sea;
  const own = slices[sliceAt(at.sea, at.begins)]!.mesh;
  const mesh = meshes[own]!;
  const { visits, of } = itinerary.stops;
  const isDone = new Set(order.map((point) => of[point]!));
  const places = request.voyage!.stops!.map((stop, k) =>
    isWork(stop) ? stop : { ...stop, ...comes[visits[k]![0]!]!.used },
  );
  const done = places.filter((_, k) => isDone.has(k));
  const names = new Set(done.map(({ name }) => name));
  const stops = done.map(({ value: _, ...stop }) => ({
    ...stop,
    after: stop.after.filter((name) => names.has(name)),
  }));
  const [start, end] = [comes[0]!.used, comes.at(-1)!.used];
  const asked = { ...request, start, end, voyage: { ...request.voyage!, ...FULL_SPEED, stops, price: null } };
  try {
    const { routes } = planStops(mesh, asked, {
      ...left,
      adjustmentLimitNm: 0,
      ...(objectives && { objectives }),
      ...(priced && { dayCosts: { perDay: priced.perDay, unpriced: priced.unpriced.meshes[own]! } }),
    });
    return routes.map((route) =>
      route.complete ? inChangingSea(at, itinerary, route, idleRate) : undefined,
    );
  } catch (error) {
    if (error instanceof OutOfTime) return [undefined, undefined];
    const isNone = error instanceof RouteInaccessible || error instanceof Impossible;
    if (isNone || error instanceof ImpossibleOnMesh) return [null, null];
    throw error;
  }
}

function inChangingSea(
  at: Beginning,
  itinerary: Itinerary,
  { objective, track, stops = [] }: VoyageRoute,
  idleRate: number,
): SailedTrack | null {
  const numbers = stops.slice(1, -1).map((stop) => visitOf(itinerary, stop));
  if (numbers.includes(-1)) return null;
  const points = [0, ...numbers, itinerary.count + 1];
  const tracks: SailedTrack[] = [];
  const along = () => {
    const days = tracks.map(({ timeDays }) => timeDays.at(-1)!);
    return itineraryAlong(at, itinerary, points.slice(0, days.length + 1), days, idleRate);
  };
  for (let k = 1; k < stops.length; k++) {
    const coordinates = track.coordinates.slice(begunAt(track, stops[k - 1]!), stops[k]!.vertex + 1);
    const { leaves } = callsOf({ itinerary: along(), points: points.slice(0, k) }, tracks).at(-1)!;
    const sailed = priceOrNull(at, coordinates, leaves, idleRate, objective);
    if (!sailed) return null;
    tracks.push(sailed);
  }
  const own = along();
  const isDone = points.every((point) => !own.works[point] || own.works[point].log);
  return isDone ? joined({ points, routes: tracks, itinerary: own, idleRate }, (own) => own) : null;
}

/** The number of a stop as it is done; −1 where the forecast does not offer that way. */
function visitOf({ names, works }: Itinerary, { name, work }: VoyageStop): number {
  const key = work?.sailing.coordinates.join();
  return names.findIndex((own, k) => k > 0 && own === name && works[k]?.sailing.coordinates.join() === key);
}

/** The vertex at which the leg from a stop begins. */
function begunAt({ coordinates }: Track, { vertex, arrivesDays, leavesDays, work }: VoyageStop): number {
  if (!work) return leavesDays > arrivesDays ? vertex + 1 : vertex;
  const [here, next] = [coordinates[work.ends]!, coordinates[work.ends + 1]];
  return work.stayAfter > 0 && next?.join() === here.join() ? work.ends + 1 : work.ends;
}
