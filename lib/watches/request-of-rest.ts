/** The request for a route from where the ship is: the same as that of the watched route, without what is done. */
import type { RouteRequest } from '../routes/route-request.ts';
import { plainVoyage, type Voyage } from '../voyage/voyage-fields.ts';
import type { DatedEntry } from './planned-way.ts';
import type { RestOfWay } from './rest-of-way.ts';
import type { Watch } from './watch.ts';

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** The time under way is chosen, so that speeds are not those of the mesh. */
export const choosesTime = (voyage: Voyage | null): boolean =>
  (voyage?.within_hours ?? voyage?.arrive_by ?? voyage?.trade_off ?? null) !== null;

/** What is asked anew each time, or only made sense once. */
const ONCE = {
  mesh_ids: null,
  departures: null,
  arrival_window: null,
  trade_off: null,
  alternatives: null,
} as const;

export function requestOfRest(
  watch: Pick<Watch, 'way'>,
  { waypoints, leaves, planned }: RestOfWay,
  { stops: called = [] }: Pick<DatedEntry, 'stops'>,
  asked: Voyage | null,
): RouteRequest {
  const [start, end] = [waypoints[0]!, waypoints.at(-1)!];
  const { times, vehicleType } = watch.way;
  const [begun, here] = [times[0]!, planned[0]!];
  const isDone = (name: string) =>
    called.some((stop) => stop.name === name && begun + stop.arrives_days * MS_PER_DAY <= here);
  const stops = asked?.stops?.filter(({ name }) => !isDone(name)) ?? [];
  const names = new Set(stops.map(({ name }) => name));
  const left = stops.map((stop) => ({ ...stop, after: stop.after.filter((name) => names.has(name)) }));
  const hours = asked?.within_hours == null ? null : asked.within_hours - (leaves - begun) / MS_PER_HOUR;
  const voyage: Voyage = {
    ...(asked ?? plainVoyage()),
    ...ONCE,
    departure: new Date(leaves).toISOString(),
    stops: left.length > 0 ? left : null,
    within_hours: hours !== null && hours > 0 ? hours : null,
  };
  return {
    start_lat: start.lat,
    start_lon: start.lon,
    end_lat: end.lat,
    end_lon: end.lon,
    start_name: null,
    end_name: null,
    vehicle_type: vehicleType,
    mesh_id: null,
    force_new_route: true,
    tags: ['watch'],
    voyage,
  };
}
