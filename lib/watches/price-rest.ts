/** The rest of a planned way in the sea as it is known now. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { RouteNotSailable } from '../routes/errors.ts';
import { priceOn } from '../routes/evaluation.ts';
import type { Sea, Seas, ZonePorts } from '../routes/seas.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { pointsOf } from '../voyage/voyage-request.ts';
import type { RestOfWay } from './rest-of-way.ts';

const MS_PER_DAY = 86_400_000;

export interface PricedRest {
  /** All meshes of the sea, whether the rest leads through them or not. */
  readonly meshes: readonly number[];
  /** When the ship comes to each waypoint, ms since 1970; null where the way is closed. */
  readonly times: readonly number[] | null;
  readonly consumption: number | null;
  readonly closed: (LatLon & { readonly leg: number; readonly reason: string }) | null;
  readonly beyond: { readonly from: string; readonly hours: number } | null;
}

/** @throws what the choice and the loading of meshes throw, RouteTooDetailed */
export async function priceRest(
  seas: Pick<Seas, 'best' | 'zonesFor'>,
  zonePorts: ZonePorts,
  { waypoints, leaves, still, stillMs }: RestOfWay,
  { vehicleType, voyage }: { readonly vehicleType: string | null; readonly voyage: Voyage | null },
): Promise<PricedRest> {
  const [start, end] = [waypoints[0]!, waypoints.at(-1)!];
  const departure = new Date(leaves).toISOString();
  const points = pointsOf({ start, end, voyage: null });
  const query = { vehicle_type: vehicleType, mesh_id: null, ice_chart: voyage?.ice_chart ?? null, points };
  const sea = await seas.best(query, { departure, mesh_ids: null });
  const { zones = null, standing_zones = null } = voyage ?? {};
  const holding = await seas.zonesFor(zonePorts, { zones, standing_zones });
  const meshes = meshesOf(sea);
  try {
    const { track, dated } = priceOn(sea, waypoints, holding, departure);
    const times = track.vertexOf.map(
      (vertex, k) => leaves + track.timeDays[vertex]! * MS_PER_DAY + still[k]!,
    );
    times[times.length - 1]! += stillMs - still.at(-1)!;
    const consumption = track.consumption?.at(-1) ?? null;
    return { meshes, times, consumption, closed: null, beyond: dated?.beyond ?? null };
  } catch (error) {
    if (!(error instanceof RouteNotSailable)) throw error;
    const [{ leg, lat, lon, reason }] = error.details as [(typeof error.details)[number]];
    return { meshes, times: null, consumption: null, closed: { leg, lat, lon, reason }, beyond: null };
  }
}

const meshesOf = ({ meshId, forecast }: Sea): number[] => forecast?.map(({ id }) => id) ?? [meshId];
