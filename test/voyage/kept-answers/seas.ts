/** A small sea with currents, ice, wind and waves, as it is at one time and as it changes by the day; and a ship. */
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import type { Vehicle } from '../../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { priceForecast } from '../../../lib/voyage/forecast/plan-forecast.ts';
import type { ForecastMesh } from '../../../lib/voyage/forecast/timeline.ts';
import type { VoyageOptions } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { type Cases, clocked, orRefused } from './clocked.ts';

export const BEGIN = Date.UTC(2026, 10, 20);
const MS_PER_DAY = 86_400_000;
export const afterDays = (days: number): string => new Date(BEGIN + days * MS_PER_DAY).toISOString();
export const vehicle = ship({ idle_rate: 2 });
export const [start, end] = [
  { lat: -63.6, lon: 0.3 },
  { lat: -60.4, lon: 7.4 },
];

/** Land in the middle; ice that goes and a current that turns from day to day, or ice that bars the way for a day. */
const meshOn = (day: number, isBarred: boolean): Mesh => {
  const source = seaOf(spaced(0, 8, 4), spaced(-64, -60, 4), (column, line) => ({
    u: day % 2 === 0 ? 0.4 : -0.3,
    v: column === 2 ? 0.3 : 0,
    columns: {
      elevation: column === 1 && line === 2 ? 10 : -500,
      iceConcentration:
        isBarred && column === 2 && day % 2 === 0 ? 100 : line < 2 && column === 1 + (day % 3) ? 40 : 0,
      iceThickness: isBarred && column === 2 ? 3 : 0.5,
      iceDensity: 900,
      windEast: 4 + 5 * day,
      windNorth: column,
      waveHeight: 1 + day,
    },
  }));
  return openMesh(compileMesh(meshForVessel(vesselOf(vehicle), source)));
};

const DAYS = 4;
/** Made once, by the first that asks. */
const made = new Map<boolean, readonly Mesh[]>();
/** Meshes of which nothing is remembered yet. */
export function newMeshes(isBarred = false): Mesh[] {
  const meshes = made.get(isBarred) ?? Array.from({ length: DAYS }, (_, day) => meshOn(day, isBarred));
  made.set(isBarred, meshes);
  return meshes.map((mesh) => ({ ...mesh }));
}

export const forecastOf = (meshes: readonly Mesh[]): ForecastMesh[] =>
  meshes.map((mesh, day) => ({
    ...{ id: day + 1, name: `day-${day}.json`, mesh, rank: '' },
    ...{ from: BEGIN + day * MS_PER_DAY, to: BEGIN + (day + 1) * MS_PER_DAY },
  }));

/** What a client may ask, and how it is planned. */
export interface Asked {
  readonly fields: object;
  readonly options?: Partial<VoyageOptions>;
  /** Without one, the meshes are what its speeds are made of. */
  readonly by?: Vehicle | null;
  /** Of the clock, after which time is up. */
  readonly looks?: number;
  /** Whether ice bars the way on every other day. */
  readonly isBarred?: boolean;
  /** Whether the meshes do not say what is consumed. */
  readonly isSilent?: boolean;
}

/** The voyages that are asked for on the first mesh, or through all. */
export const voyages = (asked: Readonly<Record<string, Asked>>, isForecast: boolean): Cases =>
  Object.fromEntries(Object.entries(asked).map(([title, one]) => [title, () => answerTo(one, isForecast)]));

export function answerTo(asked: Asked, isForecast: boolean): string {
  const { fields, options, looks, by = vehicle, isBarred, isSilent } = asked;
  const meshes = newMeshes(isBarred).map((mesh) => (isSilent ? { ...mesh, consumption: null } : mesh));
  const plan = (clock: Partial<VoyageOptions>) => {
    const { voyage } = routeRequest.parse({
      ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
      ...('departures' in fields ? {} : { departure: afterDays(0) }),
      ...fields,
    });
    const how = {
      certificate: true,
      ...options,
      ...clock,
      ...(isForecast && { forecast: forecastOf(meshes) }),
    };
    return planVoyage(meshes[0]!, { start, end, vehicle: by, voyage }, how);
  };
  return clocked(plan, looks);
}

/** What a given way costs that leaves when the forecast begins, with a stay at its third point. */
export const priced = (way: readonly Point[]): string =>
  orRefused(() => {
    const { voyage } = routeRequest.parse({
      ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
      departure: afterDays(0),
    });
    return priceForecast(forecastOf(newMeshes()), { start, end, vehicle, voyage }, way, [0, 0, 0.1]);
  });
