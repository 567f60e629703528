/** The request for the rest of a voyage: the same as that of its route, from where the ship is, without what is done. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { leavesOut, limitsFuel } from '../voyage/speeds/speed-wish.ts';
import { plainVoyage, type Voyage } from '../voyage/voyage-fields.ts';
import type { RouteRequest } from './route-request.ts';

const MS_PER_HOUR = 3_600_000;

/** A voyage as it was requested. */
export interface BegunVoyage {
  readonly asked: Voyage | null;
  /** When it began, ms since 1970. */
  readonly begun: number;
  readonly end: LatLon & { readonly name: string | null };
  readonly vehicleType: string | null;
  readonly tags: readonly string[];
}

/** Where the ship is. */
export interface ShipAt extends LatLon {
  /** When, ms since 1970. */
  readonly time: number;
  /** The names of the stops that are behind it. */
  readonly done: ReadonlySet<string>;
  /** Tonnes; null where nobody says. */
  readonly fuelAboard: number | null;
  /** Tonnes that the plan burns until there; null where it does not say. */
  readonly burnt: number | null;
}

/** What only made sense at the departure, or is asked anew. */
const AT_DEPARTURE = { mesh_ids: null, departures: null, arrival_window: null } as const;

/** Hours that are left of those that the voyage may take; null where it may take any. */
export const hoursLeft = ({ asked, begun }: BegunVoyage, { time }: Pick<ShipAt, 'time'>): number | null =>
  asked?.within_hours == null ? null : asked.within_hours - (time - begun) / MS_PER_HOUR;

/** The request's fields on fuel, with what is aboard now, and what is left of what may be burnt. */
function bunkersAt({ fuelAboard, burnt }: ShipAt, asked: Voyage | null) {
  const { reserve_tonnes = null, capacity_tonnes = null, within_tonnes = null } = asked ?? {};
  return {
    within_tonnes: within_tonnes && Math.max(0, within_tonnes - (burnt ?? 0)),
    fuel_aboard_tonnes: fuelAboard,
    reserve_tonnes: fuelAboard === null ? null : reserve_tonnes,
    capacity_tonnes: fuelAboard === null ? null : capacity_tonnes,
  };
}

export function requestOfRest(of: BegunVoyage, ship: ShipAt): RouteRequest {
  const { asked, end, vehicleType, tags } = of;
  const stops = asked?.stops?.filter(({ name }) => !ship.done.has(name)) ?? [];
  const names = new Set(stops.map(({ name }) => name));
  const left = stops.map((stop) => ({ ...stop, after: stop.after.filter((name) => names.has(name)) }));
  const hours = hoursLeft(of, ship);
  const voyage: Voyage = {
    ...(asked ?? plainVoyage()),
    ...AT_DEPARTURE,
    ...bunkersAt(ship, asked),
    departure: new Date(ship.time).toISOString(),
    stops: left.length > 0 ? left : null,
    within_hours: hours !== null && hours > 0 ? hours : null,
    // a limit that only chose the stops would choose the speed where none is left to choose
    ...(asked &&
      leavesOut(asked) &&
      !limitsFuel(asked) &&
      !leavesOut({ stops: left }) && { within_hours: null, arrive_by: null }),
  };
  return {
    start_lat: ship.lat,
    start_lon: ship.lon,
    end_lat: end.lat,
    end_lon: end.lon,
    start_name: null,
    end_name: end.name,
    vehicle_type: vehicleType,
    mesh_id: null,
    force_new_route: true,
    tags: [...tags],
    voyage,
  };
}
