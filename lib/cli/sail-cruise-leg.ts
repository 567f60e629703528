/** The ways in which a leg of a cruise plan is sailed: on great circles, on a mesh, or by a service. */
import type { z } from 'zod';
import { jobs } from '../api/jobs.ts';
import type { routeDocument } from '../api/route-schema.ts';
import { routes } from '../api/routes.ts';
import { METRES_PER_NM } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { inIce } from '../routes/route-ice.ts';
import { routeRequest } from '../routes/route-request.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { co2PerTonne } from '../vessel/emissions.ts';
import { type CruiseLeg, DEFAULT_SPEED_KNOTS, sentStop } from '../voyage/cruise-plans/cruise-plan-legs.ts';
import { sailGreatCircles } from '../voyage/cruise-plans/great-circle-voyage.ts';
import { planVoyage } from '../voyage/plan-voyage.ts';
import { call, type Target } from './api-client.ts';
import { failureOf } from './await-route.ts';
import { withProgress } from './progress.ts';
import { CommandFailed, NO_WAY_THROUGH } from './run-command.ts';

const HOURS_PER_DAY = 24;
/** A service holds its answer about a running job for so long, and is asked so often. */
const WAIT_SECONDS = 20;
const STATUS_REQUESTS = 60;

export interface Sailed {
  /** Names of the stops. */
  readonly order: readonly string[];
  readonly nm: number;
  /** Stays and buffer included. */
  readonly hours: number;
  readonly tonnes?: number;
  /** Where the vehicle has a fuel_type. */
  readonly co2_tonnes?: number;
  /** Where the mesh has data on ice. */
  readonly in_ice_nm?: number;
}

export type StopOrder = 'given' | 'best';

/** @throws CommandFailed */
export type Sail = (leg: CruiseLeg, order: StopOrder) => Promise<Sailed>;

/** At the speed of the plan. */
export const onGreatCircles: Sail = async (leg, order) => {
  const sailed = sailGreatCircles(requestOf(leg, order), leg.speedKnots ?? DEFAULT_SPEED_KNOTS);
  return { ...sailed, hours: sailed.hours + leg.bufferHours };
};

export const onMesh =
  (mesh: Mesh, vehicle: Vehicle | null): Sail =>
  async (leg, order) => {
    try {
      const plan = planVoyage(mesh, { ...requestOf(leg, order), vehicle }, { certificate: false });
      const { track, stops } = plan.routes[0]!;
      const ice = inIce(track, plan.mesh ?? mesh);
      return withBufferTime(leg, vehicle, {
        order: (stops ?? []).slice(1, -1).map(({ name }) => name),
        nm: track.distanceM.at(-1)! / METRES_PER_NM,
        hours: track.timeDays.at(-1)! * HOURS_PER_DAY,
        ...(mesh.consumption === 'fuel' && { tonnes: track.consumption!.at(-1)! }),
        ...(ice && { in_ice_nm: ice.nm }),
      });
    } catch (error) {
      if (!noVoyage.some((kind) => error instanceof kind)) throw error;
      throw new CommandFailed(`leg "${leg.name}": ${(error as Error).message}`, NO_WAY_THROUGH);
    }
  };

const noVoyage = [RouteInaccessible, WaypointOutsideMesh, Impossible, ImpossibleOnMesh];

export const byService =
  (target: Target): Sail =>
  async (leg, order) => {
    const sailed = calculated(target, leg, order);
    const [route] = (await withProgress(`leg "${leg.name}", ${order} order`, sailed)).routes;
    const { time, distance, fuelConsumption } = route!.optimisation.metrics;
    return withBufferTime(leg, route!.vehicle ?? null, {
      order: (route!.stops ?? []).slice(1, -1).map(({ name }) => name),
      nm: distance.value / METRES_PER_NM,
      hours: Number(time.duration) * HOURS_PER_DAY,
      ...(fuelConsumption && { tonnes: fuelConsumption.value }),
      ...(route!.in_ice && { in_ice_nm: route!.in_ice.nm }),
    });
  };

async function calculated(
  target: Target,
  leg: CruiseLeg,
  order: StopOrder,
): Promise<z.output<typeof routeDocument>> {
  const body = bodyOf(leg, order);
  const submitted = await call(target, routes.request, { body }, () => {});
  const route_id =
    submitted.status === 200 ? submitted.body.route_id : await routeOf(target, leg, submitted.body.id);
  return (await call(target, routes.get, { parameters: { route_id } }, () => {})).body;
}

async function routeOf(target: Target, leg: CruiseLeg, job_id: string): Promise<number> {
  const headers = { Prefer: `wait=${WAIT_SECONDS}` };
  for (let asked = 0; asked < STATUS_REQUESTS; asked++) {
    const { body } = await call(target, jobs.get, { parameters: { job_id }, headers }, () => {});
    if (body.status === 'SUCCESS') return body.route_id!;
    if (body.status === 'FAILURE') throw failureOf(body.info, `leg "${leg.name}"`);
    if (body.status === 'REVOKED') throw new CommandFailed(`leg "${leg.name}": the job was cancelled`);
  }
  throw new CommandFailed(`leg "${leg.name}": no route after ${STATUS_REQUESTS} status requests`);
}

/** The vessel idles for the buffer time. */
function withBufferTime(
  { bufferHours }: CruiseLeg,
  vehicle: Pick<Vehicle, 'idle_rate' | 'fuel_type'> | null,
  sailed: Sailed,
): Sailed {
  const withBuffer = { ...sailed, hours: sailed.hours + bufferHours };
  if (sailed.tonnes === undefined) return withBuffer;
  const tonnes = sailed.tonnes + ((vehicle?.idle_rate ?? 0) * bufferHours) / HOURS_PER_DAY;
  const fuel = vehicle?.fuel_type;
  return { ...withBuffer, tonnes, ...(fuel && { co2_tonnes: co2PerTonne(fuel) * tonnes }) };
}

/** The leg as a service is asked for it. */
const bodyOf = ({ from, to, stops, keepsOrder }: CruiseLeg, order: StopOrder) => ({
  start_lat: from.lat,
  start_lon: from.lon,
  start_name: from.name,
  end_lat: to.lat,
  end_lon: to.lon,
  end_name: to.name,
  stops: stops.map((stop) => sentStop(stop, order === 'best' && !keepsOrder)),
  stop_order: order,
});

function requestOf(leg: CruiseLeg, order: StopOrder) {
  const parsed = routeRequest.safeParse(bodyOf(leg, order));
  if (parsed.success) return { start: leg.from, end: leg.to, voyage: parsed.data.voyage };
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new CommandFailed(`leg "${leg.name}": ${faults.join('; ')}`);
}
