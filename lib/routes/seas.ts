/** The seas that questions are answered on at once, without a job: meshes, opened for a vehicle, among zones. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { ChartStore } from '../ice-charts/chart-store.ts';
import { ChartRefused } from '../ice-charts/errors.ts';
import { type LoadPorts, MAX_CELLS_WHILE_WAITING } from '../meshes/load/load-mesh.ts';
import { MeshCache } from '../meshes/load/mesh-cache.ts';
import { loadMeshFor, meshKeyFor } from '../meshes/load/mesh-for-vehicle.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { ImpossibleOnMesh } from '../request/impossible.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { VehicleStore } from '../vehicles/vehicle-store.ts';
import { getVehicle } from '../vehicles/vehicles.ts';
import { seaAmongZones } from '../voyage/among-zones/sea-among-zones.ts';
import { type ForecastMesh, holdingAt, timelineOf } from '../voyage/forecast/timeline.ts';
import { NotOnMesh } from '../voyage/not-on-mesh.ts';
import type { SeaFields } from '../voyage/sea-fields.ts';
import { plainVoyage } from '../voyage/voyage-fields.ts';
import type { VoyagePoint } from '../voyage/voyage-request.ts';
import { countsWithin } from '../zones/in-season.ts';
import { closedZoneFault } from '../zones/point-in-zone.ts';
import type { StandingDigest, StandingZones } from '../zones/standing.ts';
import type { Zone } from '../zones/zone.ts';
import type { ZoneStore } from '../zones/zone-store.ts';
import { wholeZones } from '../zones/zones.ts';
import { chartOver } from './chart-over.ts';
import { forecastRound, meshHoldingAt, namedForecast } from './choose-forecast.ts';
import { chooseMeshes, FOR_CHART } from './choose-meshes.ts';
import { endedAfter } from './ended-after.ts';
import { AnswerTooLong, MeshNotFound, PointInClosedZone } from './errors.ts';
import { forecastOf } from './forecast-of.ts';

export interface SeaPorts {
  readonly meshes: Pick<MeshStore, 'byId' | 'candidates' | 'siblings'>;
  readonly vehicles: Pick<VehicleStore, 'find'>;
  readonly loads: LoadPorts;
  readonly charts: Pick<ChartStore, 'idFor' | 'chart'>;
  /** Where whoever asks opens meshes itself, and waits for large ones too: each is then open only once. */
  readonly open?: (record: MeshRecord, vehicle: Vehicle | null, chartId: string | null) => Promise<Mesh>;
}

export interface ZonePorts {
  readonly zones: Pick<ZoneStore, 'find'>;
  readonly standingDigest: Pick<StandingDigest, 'current'>;
  readonly standingZones: Pick<StandingZones, 'of'>;
}

export interface Sea {
  readonly meshId: number;
  readonly mesh: Mesh;
  readonly vehicle: Vehicle | null;
  /** The ice chart over it, by its id. */
  readonly chart: string | null;
  /** Where the sea changes, all its meshes: `mesh` is the one that holds at the departure. */
  readonly forecast?: readonly ForecastMesh[];
}

/** A departure makes a sea change, where it has meshes that are valid one after another. */
interface Dated {
  /** ISO 8601. */
  readonly departure: string;
  /** Those that are named; null: those that belong together with the best one. */
  readonly mesh_ids: readonly number[] | null;
}

interface SeaQuery extends Pick<SeaFields, 'vehicle_type' | 'mesh_id' | 'ice_chart'> {
  /** At least one; the mesh has to contain all. */
  readonly points: readonly VoyagePoint[];
}

export interface SeaAmongZonesQuery extends SeaFields {
  readonly points: readonly VoyagePoint[];
  /** When the vessel leaves, ISO 8601, and for how long it is under way at most: zones whose season is another don't count. */
  readonly departure: string | null;
  readonly days: number;
  /** How far a place in a closed cell may be moved, nautical miles. */
  readonly limitNm: number;
  /** How long the answer may take from now on, milliseconds. */
  readonly leftMs: () => number;
}

const LESS_AMONG_ZONES = 'ask for less at a time, for fewer zones, or for zones with shorter borders';

export class Seas {
  private readonly ports: SeaPorts;
  private open = new MeshCache();

  constructor({ loads, ...ports }: SeaPorts) {
    this.ports = { ...ports, loads: { ...loads, maxCells: MAX_CELLS_WHILE_WAITING } };
  }

  /**
   * The best mesh for some points, or the meshes after a departure.
   *
   * @throws VehicleNotFound, NotOneForecast, what chooseMeshes and loadMeshFor throw
   */
  async best(query: SeaQuery, dated: Dated | null = null): Promise<Sea> {
    const { points, mesh_id } = query;
    const { meshes } = this.ports;
    const vehicle = await this.vehicleOf(query.vehicle_type);
    const chart = await this.chartOf(query, vehicle);
    if (dated?.mesh_ids) {
      const asked = { points, vehicle, environmentFor: chart === null ? null : FOR_CHART };
      return this.changing(await namedForecast(meshes, dated.mesh_ids, asked), vehicle, chart, dated);
    }
    const [meshId] = await this.meshIdsFor(query, vehicle);
    const mayChange = dated !== null && mesh_id === null;
    const voyage = mayChange ? { ...plainVoyage(), departure: dated.departure } : null;
    const ids = await forecastRound(meshes, meshId!, { voyage });
    return ids && mayChange
      ? this.changing(ids, vehicle, chart, dated)
      : this.opened(meshId!, vehicle, chart);
  }

  private async changing(
    ids: readonly number[],
    vehicle: Vehicle | null,
    chart: string | null,
    { departure }: Dated,
  ): Promise<Sea> {
    const records = await Promise.all(ids.map(async (id) => (await this.ports.meshes.byId(id))!));
    const opened: Sea[] = [];
    for (const record of records)
      opened.push(await this.opened(record.id, vehicle, chartOver(chart, record)));
    const forecast = forecastOf(
      records,
      opened.map(({ mesh }) => mesh),
      { ...plainVoyage(), departure },
    );
    const { mesh: first } = holdingAt(timelineOf(forecast), Date.parse(departure));
    return { ...opened[first]!, chart: opened.some((sea) => sea.chart) ? chart : null, forecast };
  }

  /** The zones of the request, whole, and the standing zones unless it leaves them out. @throws ZoneNotFound */
  async zonesFor(
    { zones, standingDigest, standingZones }: ZonePorts,
    { zones: asked, standing_zones }: Pick<SeaFields, 'zones' | 'standing_zones'>,
  ): Promise<Zone[]> {
    const digest = standing_zones === false ? null : await standingDigest.current();
    const standing = digest === null ? [] : await standingZones.of(digest);
    return [...standing, ...(await wholeZones(zones, asked ?? [], digest !== null))];
  }

  private async chartOf({ ice_chart, points }: SeaQuery, vehicle: Vehicle | null): Promise<string | null> {
    if (ice_chart === null) return null;
    if (!vehicle)
      throw new ChartRefused('ice_chart can only be combined with vehicle_type: name the vehicle.');
    return this.ports.charts.idFor(ice_chart, points);
  }

  private meshIdsFor({ mesh_id, points, ice_chart }: SeaQuery, vehicle: Vehicle | null): Promise<number[]> {
    const environmentFor = ice_chart === null ? null : FOR_CHART;
    return chooseMeshes(this.ports.meshes, { meshId: mesh_id, points, vehicle, environmentFor });
  }

  /**
   * The answer on the best mesh that has one, as the sea is at the departure.
   *
   * @throws NotOnMesh of the best mesh, AnswerTooLong, PointInClosedZone, ZoneNotFound, and as above
   */
  async answerOnBest<Answer>(
    zonePorts: ZonePorts,
    query: SeaAmongZonesQuery,
    answer: (sea: Sea) => Answer,
  ): Promise<Answer> {
    const { vehicle_type, points } = query;
    const vehicle = await this.vehicleOf(vehicle_type);
    const chart = await this.chartOf(query, vehicle);
    const { departure, days } = query;
    const known = await this.zonesFor(zonePorts, query);
    const zones = known.filter((zone) => countsWithin(zone, departure, days));
    const fault = closedZoneFault(points, zones);
    if (fault) throw new PointInClosedZone(fault);
    const meshIds = await this.meshIdsFor(query, vehicle);
    let first: NotOnMesh | null = null;
    const tried = new Set<number>();
    for (const candidate of meshIds) {
      const meshId = await this.heldAtDeparture(candidate, query);
      if (tried.has(meshId)) continue;
      tried.add(meshId);
      const sea = await this.opened(meshId, vehicle, chart);
      const answered = () => answer({ ...sea, mesh: seaAmongZones(sea.mesh, { ...query, zones, vehicle }) });
      try {
        return this.inTime(query.leftMs(), answered, LESS_AMONG_ZONES);
      } catch (error) {
        if (error instanceof ImpossibleOnMesh) first ??= new NotOnMesh(error.message);
        else if (error instanceof NotOnMesh) first ??= error;
        else throw error;
      }
    }
    throw first!;
  }

  private async heldAtDeparture(meshId: number, { mesh_id, departure }: SeaAmongZonesQuery): Promise<number> {
    if (mesh_id !== null || departure === null) return meshId;
    return meshHoldingAt(this.ports.meshes, meshId, Date.parse(departure));
  }

  /**
   * What is worked out on an opened mesh, within so many milliseconds.
   *
   * @param advice what to ask for instead, where that takes too long
   * @throws AnswerTooLong
   */
  inTime<Answer>(milliseconds: number, answer: () => Answer, advice: string): Answer {
    try {
      return endedAfter(milliseconds, answer, () => new AnswerTooLong(advice));
    } catch (error) {
      // what was being worked out on the mesh may be half there
      if (error instanceof AnswerTooLong) this.open = new MeshCache();
      throw error;
    }
  }

  private async vehicleOf(type: string | null): Promise<Vehicle | null> {
    return type === null ? null : getVehicle(this.ports.vehicles, type);
  }

  private async opened(meshId: number, vehicle: Vehicle | null, chartId: string | null): Promise<Sea> {
    const { meshes, loads, charts } = this.ports;
    const record = await meshes.byId(meshId);
    if (!record) throw new MeshNotFound(meshId);
    if (this.ports.open)
      return { meshId, mesh: await this.ports.open(record, vehicle, chartId), vehicle, chart: chartId };
    const chart = chartId === null ? null : { id: chartId, read: () => charts.chart(chartId) };
    const mesh = await this.open.open(meshKeyFor(record, vehicle, chart), record.cellCount, () =>
      loadMeshFor(loads, record, vehicle, chart),
    );
    return { meshId, mesh, vehicle, chart: chartId };
  }
}
