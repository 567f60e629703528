/** The rest of a planned way in the sea as it is known now. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { CLOSED_REASONS, type ClosedReason, type SeaColumn } from '../engine/mesh/environment.ts';
import { cellsAt } from '../engine/mesh/locate.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { placeWaypoints } from '../engine/waypoints/waypoints.ts';
import { ImpossibleOnMesh } from '../request/impossible.ts';
import { RouteNotSailable } from '../routes/errors.ts';
import type { Sea, Seas, ZonePorts } from '../routes/seas.ts';
import { type Holding, spansOf, timelineOf } from '../voyage/forecast/timeline.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { pointsOf } from '../voyage/voyage-request.ts';
import type { Opening } from '../voyage/voyage-route.ts';
import { holdsOf, weatherAt } from '../voyage/work/weather.ts';
import { lackFor } from '../voyage/work/weather-limits.ts';
import type { RestOfWay } from './rest-of-way.ts';
import { RestSailing } from './sail-rest.ts';
import { type Weather, waitsAtStops } from './waits.ts';

const MS_PER_DAY = 86_400_000;

export interface PricedRest {
  /** All meshes of the sea, whether the rest leads through them or not. */
  readonly meshes: readonly number[];
  /** When the ship has stayed where it is, and may leave on another way; ms since 1970. */
  readonly leaves: number;
  /** When the ship comes to each waypoint, ms since 1970; null where the way is closed. */
  readonly times: readonly number[] | null;
  /** When it comes to the stop of each call; null where the way is closed. */
  readonly comes: readonly number[] | null;
  readonly consumption: number | null;
  /** Of it, what is consumed in the stay where the ship is. */
  readonly idled: number;
  readonly closed: (LatLon & { readonly leg: number; readonly reason: string }) | null;
  readonly beyond: { readonly from: string; readonly hours: number } | null;
  /** How far from the reported place the rest begins, where that is on land or too shallow; 0: it begins there. */
  readonly movedNm: number;
}

/**
 * @param adjustmentLimitNm how far a place in a closed cell may be moved
 * @throws what the choice and the loading of meshes throw, RouteTooDetailed
 */
export async function priceRest(
  seas: Pick<Seas, 'best' | 'zonesFor'>,
  zonePorts: ZonePorts,
  rest: RestOfWay,
  { vehicleType, voyage }: { readonly vehicleType: string | null; readonly voyage: Voyage | null },
  adjustmentLimitNm: number,
): Promise<PricedRest> {
  const { waypoints, leaves: from, isReported, calls } = rest;
  const [start, end] = [waypoints[0]!, waypoints.at(-1)!];
  const departure = new Date(from).toISOString();
  const points = pointsOf({ start, end, voyage: null });
  const query = { vehicle_type: vehicleType, mesh_id: null, ice_chart: voyage?.ice_chart ?? null, points };
  const sea = await seas.best(query, { departure, mesh_ids: null });
  const { zones = null, standing_zones = null } = voyage ?? {};
  const holding = await seas.zonesFor(zonePorts, { zones, standing_zones });
  const afloat = isReported ? afloatFrom(sea.mesh, start, end, adjustmentLimitNm) : null;
  const places = afloat ? [afloat.used, ...waypoints.slice(1)] : waypoints;
  const sailing = new RestSailing(sea, holding, places, rest, voyage?.stops ?? null);
  const found = { meshes: meshesOf(sea), movedNm: afloat?.movedNm ?? 0 };
  try {
    const timeline = sea.forecast ? timelineOf(sea.forecast) : [];
    const weather = weatherIn(sea, timeline, from, adjustmentLimitNm);
    sailing.waitAnew(
      waitsAtStops(rest, voyage, weather),
      timeline.map((each) => each.from),
    );
    const { stays, ready: leaves } = sailing;
    const { times: sailed, consumption: consumed, beyond } = sailing.pricedTo(places.length - 1);
    const times = [from, ...sailed.slice(1)];
    const comes = calls.map((call) => sailing.comesTo(call, times[call.at]!));
    // a stay at the end is not on the way there
    times[times.length - 1]! += stays.at(-1)!;
    const idle = (ms: number) => ((sea.vehicle?.idle_rate ?? 0) * ms) / MS_PER_DAY;
    const consumption = consumed === null ? null : consumed + idle(stays[0]! + stays.at(-1)!);
    const idled = idle(leaves - from);
    return { ...found, leaves, times, comes, consumption, idled, closed: null, beyond };
  } catch (error) {
    if (!(error instanceof RouteNotSailable)) throw error;
    const [{ leg, lat, lon, reason }] = error.details as [(typeof error.details)[number]];
    const closed = { leg, lat, lon, reason };
    const { ready: leaves } = sailing;
    return { ...found, leaves, times: null, comes: null, consumption: null, idled: 0, closed, beyond: null };
  }
}

/** When the weather at a stop is within its limits in a sea, days since an instant. */
function weatherIn(
  { mesh, forecast }: Sea,
  timeline: readonly Holding[],
  since: number,
  limitNm: number,
): Weather {
  const holds = forecast
    ? holdsOf(
        spansOf(timeline, since),
        forecast.map((each) => each.mesh),
        0,
      )
    : [{ mesh, from: -Infinity, to: Infinity }];
  const knows = (column: SeaColumn) => holds.every((each) => each.mesh.environment.columns[column] !== null);
  return (stop) => {
    if (lackFor([stop], knows) !== null) return null;
    try {
      return weatherAt(stop, holds, limitNm);
    } catch (error) {
      if (error instanceof ImpossibleOnMesh) return NEVER;
      throw error;
    }
  };
}

/** No mesh is within a limit. */
const NEVER: readonly Opening[] = [{ reason: 'window', stretches: [] }];

const meshesOf = ({ meshId, forecast }: Sea): number[] => forecast?.map(({ id }) => id) ?? [meshId];

/** Where no ship can be: a report from there is a slip, or the cell is larger than the water at its berth. */
const NO_WATER: ReadonlySet<ClosedReason> = new Set(['land', 'shallow', 'elevation', 'other']);

/** The place nearest to a reported one from which the end can be reached; null where the ship can be where it was reported. */
function afloatFrom(mesh: Mesh, start: LatLon, end: LatLon, limitNm: number) {
  const isAground = (cell: number) =>
    cell >= mesh.openCount && NO_WATER.has(CLOSED_REASONS[mesh.closedReason[cell]!] ?? 'other');
  const cells = cellsAt(mesh, start);
  if (cells.length === 0 || !cells.every(isAground)) return null;
  try {
    return placeWaypoints(mesh, start, end, limitNm).start;
  } catch (error) {
    if (error instanceof RouteInaccessible) return null;
    throw error;
  }
}
