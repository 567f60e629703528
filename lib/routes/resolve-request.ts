/** A request as it is accepted: its vehicle and zones as they are now, and the meshes that it is tried on. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { ChartStore } from '../ice-charts/chart-store.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { remembering } from '../request/remembering.ts';
import type { VehicleStore } from '../vehicles/vehicle-store.ts';
import { getVehicle } from '../vehicles/vehicles.ts';
import { choosesSpeed, speedRefusal } from '../voyage/speeds/speed-wish.ts';
import { type Voyage, voyageOf } from '../voyage/voyage-fields.ts';
import {
  pointsOf,
  stopsOf,
  type VoyagePoint,
  type VoyageRequest,
  workLinesOf,
  workPointsOf,
} from '../voyage/voyage-request.ts';
import { closedZoneFault } from '../zones/point-in-zone.ts';
import type { StandingDigest, StandingZones } from '../zones/standing.ts';
import { onlyWhole } from '../zones/whole.ts';
import type { Zone } from '../zones/zone.ts';
import type { ZoneStore } from '../zones/zone-store.ts';
import { wholeZones } from '../zones/zones.ts';
import { forecastRound, namedForecast } from './choose-forecast.ts';
import { chooseMeshes, FOR_CHART, FOR_SPEED, type MeshQuery } from './choose-meshes.ts';
import { NoSpeedToChoose, PointInClosedZone } from './errors.ts';
import { requireWeather } from './require-weather.ts';
import type { SentRequest } from './route-request.ts';

export interface ResolvePorts {
  readonly meshes: Pick<MeshStore, 'byId' | 'candidates' | 'siblings'>;
  readonly vehicles: Pick<VehicleStore, 'find'>;
  readonly zones: Pick<ZoneStore, 'find'>;
  readonly charts: Pick<ChartStore, 'idFor'>;
  readonly standingDigest: Pick<StandingDigest, 'current'>;
  readonly standingZones: Pick<StandingZones, 'of'>;
}

export interface ResolvedRequest extends VoyageRequest {
  readonly stops: readonly LatLon[];
  /** By priority. */
  readonly meshIds: readonly number[];
}

/**
 * @param ports without meshes, those of the request were chosen before, and are not looked for
 * @throws VehicleNotFound, ZoneNotFound, ChartNotFound, NoChartHere, PointInClosedZone, NoSpeedToChoose, WeatherNotOnMesh, and what
 *   chooseMeshes throws
 */
export async function resolveRequest(
  {
    meshes,
    vehicles,
    zones,
    charts,
    standingDigest,
    standingZones,
  }: Omit<ResolvePorts, 'meshes'> & {
    readonly meshes: ResolvePorts['meshes'] | null;
  },
  request: SentRequest,
): Promise<ResolvedRequest> {
  const start = { lat: request.start_lat, lon: request.start_lon };
  const end = { lat: request.end_lat, lon: request.end_lon };
  // its properties as they are now: what becomes of the vehicle later changes nothing for the job
  const vehicle = request.vehicle_type === null ? null : await getVehicle(vehicles, request.vehicle_type);
  const standing = request.voyage?.standing_zones === false ? null : await standingDigest.current();
  const places = pointsOf({ start, end, voyage: request.voyage });
  const chosen = await withChartChosen(charts, request.voyage, places);
  const voyage = await withWholeZones(zones, chosen, standing !== null);
  const refusal = speedRefusal(vehicle, voyage);
  if (refusal) throw new NoSpeedToChoose(refusal);
  const environmentFor = voyage?.ice_chart ? FOR_CHART : choosesSpeed(voyage) ? FOR_SPEED : null;
  requireOutsideClosedZones(places, voyage, standing === null ? [] : await standingZones.of(standing));
  const query = {
    meshId: request.mesh_id,
    points: [...places, ...workPointsOf(voyage)],
    vehicle,
    environmentFor,
  };
  const { continues, objectives } = request;
  const { meshIds, forecast } = meshes ? await chosenMeshes(readOnce(meshes), query, voyage) : NONE;
  return {
    start,
    end,
    startName: request.start_name,
    endName: request.end_name,
    vehicle,
    voyage,
    standing,
    stops: stopsOf(voyage),
    meshIds,
    forecast,
    ...(continues && { continues }),
    ...(objectives && { objectives }),
  };
}

interface ChosenMeshes {
  readonly meshIds: readonly number[];
  readonly forecast: readonly number[] | null;
}

const NONE: ChosenMeshes = { meshIds: [], forecast: null };

/** Records are read to choose meshes, and again to look at what these tell. */
const readOnce = (meshes: ResolvePorts['meshes']): ResolvePorts['meshes'] => ({
  byId: remembering((id: number) => meshes.byId(id)).get,
  candidates: (points, accepts) => meshes.candidates(points, accepts),
  siblings: (id) => meshes.siblings(id),
});

/** The meshes to try, or those of a forecast, of which only the first counts as tried. */
async function chosenMeshes(
  meshes: ResolvePorts['meshes'],
  query: MeshQuery,
  voyage: Voyage | null,
): Promise<ChosenMeshes> {
  const chosen = await meshesFor(meshes, query, voyage);
  await requireWeather(meshes, chosen, voyage);
  return chosen;
}

async function meshesFor(
  meshes: ResolvePorts['meshes'],
  query: MeshQuery,
  voyage: Voyage | null,
): Promise<ChosenMeshes> {
  const asked = voyage && (voyage.departures ?? voyage.max_wait_hours ?? voyage.beyond_forecast);
  if (voyage?.mesh_ids) {
    const forecast = await namedForecast(meshes, voyage.mesh_ids, query);
    return { meshIds: forecast.slice(0, 1), forecast };
  }
  const meshIds = await chooseMeshes(meshes, query);
  if (query.meshId !== null) return { meshIds, forecast: asked === null ? null : meshIds };
  const forecast = await forecastRound(meshes, meshIds[0]!, { voyage });
  // where a forecast has no way, older meshes of its region have none either
  return { meshIds: forecast ? meshIds.slice(0, 1) : meshIds, forecast };
}

/** The newest chart as it is now: a newer one changes nothing for the job. */
async function withChartChosen(
  charts: Pick<ChartStore, 'idFor'>,
  voyage: Voyage | null,
  places: readonly VoyagePoint[],
): Promise<Voyage | null> {
  if (!voyage?.ice_chart) return voyage;
  return { ...voyage, ice_chart: await charts.idFor(voyage.ice_chart, places) };
}

/** Its zones as they are now: what becomes of a stored one later changes nothing for the job. */
async function withWholeZones(
  store: Pick<ZoneStore, 'find'>,
  voyage: Voyage | null,
  standingHold: boolean,
): Promise<Voyage | null> {
  if (!voyage) return null;
  const zones = voyage.zones && (await wholeZones(store, voyage.zones, standingHold));
  return voyageOf({ ...voyage, zones: zones?.length ? zones : null });
}

/** Seasons are the calculation's business: a zone whose season may not count yet is left to it. */
function requireOutsideClosedZones(
  points: readonly VoyagePoint[],
  voyage: Voyage | null,
  standing: readonly Zone[],
): void {
  const zones = [...standing, ...onlyWhole(voyage?.zones ?? [])];
  const isDated = voyage?.departure || voyage?.departures;
  const always = zones.filter(({ season }) => !season || !isDated);
  const fault = closedZoneFault(points, always, workLinesOf(voyage));
  if (fault) throw new PointInClosedZone(fault);
}
