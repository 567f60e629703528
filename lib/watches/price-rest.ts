/** The rest of a planned way in the sea as it is known now. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { CLOSED_REASONS, type ClosedReason } from '../engine/mesh/environment.ts';
import { cellsAt } from '../engine/mesh/locate.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { placeWaypoints } from '../engine/waypoints/waypoints.ts';
import { RouteNotSailable } from '../routes/errors.ts';
import { priceOn } from '../routes/evaluation.ts';
import type { Sea, Seas, ZonePorts } from '../routes/seas.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { pointsOf } from '../voyage/voyage-request.ts';
import type { RestOfWay } from './rest-of-way.ts';
import { type Wait, waitsOf } from './waits.ts';

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;

export interface PricedRest {
  /** All meshes of the sea, whether the rest leads through them or not. */
  readonly meshes: readonly number[];
  /** When the ship leaves the first waypoint, ms since 1970. */
  readonly leaves: number;
  /** When the ship comes to each waypoint, ms since 1970; null where the way is closed. */
  readonly times: readonly number[] | null;
  readonly consumption: number | null;
  /** Of it, what is consumed in the stay where the ship is. */
  readonly idled: number;
  readonly closed: (LatLon & { readonly leg: number; readonly reason: string }) | null;
  readonly beyond: { readonly from: string; readonly hours: number } | null;
  /** How far from its reported place the rest begins, which is on land or too shallow; 0: it begins there. */
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
  const { waypoints: planned, leaves: from, isReported } = rest;
  const [start, end] = [planned[0]!, planned.at(-1)!];
  const stays = [...rest.stays];
  const waits = waitsOf(rest, voyage);
  const wait = ({ at, planned, from }: Wait, arrives: number) => {
    stays[at] = Math.max(0, stays[at]! - planned + from(arrives));
  };
  for (const each of waits) if (each.at === 0) wait(each, from);
  const leaves = from + stays[0]!;
  const departure = new Date(leaves).toISOString();
  const points = pointsOf({ start, end, voyage: null });
  const query = { vehicle_type: vehicleType, mesh_id: null, ice_chart: voyage?.ice_chart ?? null, points };
  const sea = await seas.best(query, { departure, mesh_ids: null });
  const { zones = null, standing_zones = null } = voyage ?? {};
  const holding = await seas.zonesFor(zonePorts, { zones, standing_zones });
  const meshes = meshesOf(sea);
  const afloat = isReported ? afloatFrom(sea.mesh, start, end, adjustmentLimitNm) : null;
  const places = afloat ? [afloat.used, ...planned.slice(1)] : planned;
  const pricedTo = (last: number) => {
    const waypoints = places
      .slice(0, last + 1)
      .map((place, k) => ({ ...place, stayHours: stays[k]! / MS_PER_HOUR }));
    const { track, dated } = priceOn(sea, waypoints, holding, departure);
    const times = track.vertexOf.map((vertex) => leaves + track.timeDays[vertex]! * MS_PER_DAY);
    return { track, dated, times };
  };
  const movedNm = afloat?.movedNm ?? 0;
  try {
    // when the ship comes to a stop, the waits before it say
    for (const each of waits) if (each.at > 0) wait(each, pricedTo(each.at).times.at(-1)!);
    const { track, dated, times } = pricedTo(places.length - 1);
    times[0] = from;
    // a stay at the end is not on the way there
    times[times.length - 1]! += stays.at(-1)!;
    const idle = (ms: number) => ((sea.vehicle?.idle_rate ?? 0) * ms) / MS_PER_DAY;
    const consumed = track.consumption?.at(-1);
    const consumption = consumed === undefined ? null : consumed + idle(stays[0]! + stays.at(-1)!);
    const idled = idle(stays[0]!);
    return {
      meshes,
      leaves,
      times,
      consumption,
      idled,
      closed: null,
      beyond: dated?.beyond ?? null,
      movedNm,
    };
  } catch (error) {
    if (!(error instanceof RouteNotSailable)) throw error;
    const [{ leg, lat, lon, reason }] = error.details as [(typeof error.details)[number]];
    return {
      meshes,
      leaves,
      times: null,
      consumption: null,
      idled: 0,
      closed: { leg, lat, lon, reason },
      beyond: null,
      movedNm,
    };
  }
}

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
