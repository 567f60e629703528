/** A route is continued: the same request from where the ship is, without what is done. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Job } from '../jobs/job.ts';
import type { FieldFault } from '../request/field-faults.ts';
import { plainVoyage, type Voyage } from '../voyage/voyage-fields.ts';
import type { PlannedLeft } from '../voyage/voyage-request.ts';
import type { ContinueRequest } from './continue-request.ts';
import { ContinuationRefused, RouteNotFound, RouteNotReady, RouteOfAnother } from './errors.ts';
import { departureOf, plannedAboard, plannedBurnt, plannedLeft } from './planned-rest.ts';
import type { PlannedRoute } from './planned-way.ts';
import { type BegunVoyage, hoursLeft, requestOfRest } from './request-of-rest.ts';
import type { SentRequest } from './route-request.ts';
import { documentKey, type RouteDocuments, type RouteStore } from './route-store.ts';

export interface ContinuePorts {
  readonly routes: Pick<RouteStore, 'byRouteId'>;
  readonly documents: Pick<RouteDocuments, 'get'>;
  readonly read: (document: Uint8Array) => PlannedRoute;
  /** How far from the sea a place lies by a map of the world; 0 at sea. */
  readonly inlandNm: (place: LatLon) => Promise<number>;
}

/** Fjords and harbours are land on a map of the world; farther from its coasts a position is wrong. */
const MOST_INLAND_NM = 10;
const MS_PER_HOUR = 3_600_000;
const HOURS_PER_DAY = 24;

/**
 * The request for the rest of a route.
 *
 * @throws RouteNotFound, RouteNotReady, RouteOfAnother, ContinuationRefused
 */
export async function continuation(
  { routes, documents, read, inlandNm }: ContinuePorts,
  routeId: number,
  sent: ContinueRequest,
  requester: string | null,
): Promise<SentRequest> {
  const job = await routes.byRouteId(routeId);
  if (!job) throw new RouteNotFound(routeId);
  if (requester !== null && job.requester !== null && job.requester !== requester) {
    throw new RouteOfAnother(routeId);
  }
  if (job.status !== 'SUCCESS') throw new RouteNotReady(routeId, job.status);
  const document = await documents.get(documentKey(job));
  if (!document) throw new RouteNotFound(routeId, ' any more: its document was deleted');
  const route = read(document);
  const done = new Set(sent.done);
  const at = { lat: sent.lat, lon: sent.lon, time: Date.parse(sent.time), done };
  const asked = route.voyage ? { ...plainVoyage(), ...route.voyage } : null;
  const left = route.routes.map((entry) => [entry.type, plannedLeft(entry, at)] as const);
  const planned = Object.fromEntries(left.flatMap(([type, each]) => (each ? [[type, each]] : [])));
  const fastest = route.routes[0]!;
  const byPlan = plannedAboard(fastest, left[0]![1]?.consumption ?? null, ({ name }) => done.has(name));
  // a voyage that chooses its speed sails at it
  const sailed = Math.max(
    0,
    route.routes.findIndex(({ type }) => type === 'within'),
  );
  const burnt = plannedBurnt(route.routes[sailed]!, left[sailed]![1]?.consumption ?? null);
  const ship = { ...at, fuelAboard: sent.fuel_aboard_tonnes ?? byPlan, burnt };
  const departure = departureOf(fastest);
  const begun = departure ?? ship.time - sailedHours(route, left[0]![1]) * MS_PER_HOUR;
  const of = begunVoyage(job, asked, begun);
  const faults = [
    ...timeFaults(routeId, of, departure, sent),
    ...doneFaults(routeId, asked, sent),
    ...fuelFaults(sent, asked),
    ...placeFaults(await inlandNm(ship)),
  ];
  if (faults.length > 0) throw new ContinuationRefused(faults);
  return { ...requestOfRest(of, ship), continues: { routeId, planned } };
}

const begunVoyage = (
  { end, endName, vehicle, tags }: Job,
  asked: Voyage | null,
  begun: number,
): BegunVoyage => ({
  asked,
  begun,
  end: { ...end, name: endName },
  vehicleType: vehicle?.vessel_type ?? null,
  tags,
});

/** Of a route without a departure, as if it were sailed as planned. */
function sailedHours({ routes: [fastest] }: PlannedRoute, left: PlannedLeft | null): number {
  const days = fastest!.path.features[0]!.properties.traveltime.at(-1) ?? 0;
  return left ? HOURS_PER_DAY * days - left.hours : 0;
}

function timeFaults(
  routeId: number,
  of: BegunVoyage,
  departure: number | null,
  { time }: ContinueRequest,
): FieldFault[] {
  const at = Date.parse(time);
  const fault = (message: string): FieldFault[] => [{ field: 'time', message }];
  if (departure !== null && at < departure) {
    return fault(`is before the departure of route ${routeId}, ${new Date(departure).toISOString()}`);
  }
  const again = 'request a route from here with what time there is now';
  const { asked } = of;
  const hours = hoursLeft(of, { time: at });
  if (hours !== null && hours <= 0) {
    return fault(`is after all ${asked!.within_hours} hours of route ${routeId}: ${again}`);
  }
  if (asked?.arrive_by && time >= asked.arrive_by) {
    return fault(`is after the arrive_by of route ${routeId}, ${asked.arrive_by}: ${again}`);
  }
  return [];
}

function doneFaults(routeId: number, asked: Voyage | null, { done }: ContinueRequest): FieldFault[] {
  const names = new Set(asked?.stops?.map(({ name }) => name));
  const known = names.size > 0 ? `one of ${[...names].map((name) => `"${name}"`).join(', ')}` : null;
  return done.flatMap((name, i) => {
    if (names.has(name)) return [];
    const message = `"${name}" is no stop of route ${routeId}, ${known ? `send ${known}` : 'which has none'}`;
    return [{ field: `done.${i}`, message }];
  });
}

function fuelFaults({ fuel_aboard_tonnes: aboard }: ContinueRequest, asked: Voyage | null): FieldFault[] {
  const field = 'fuel_aboard_tonnes';
  const { reserve_tonnes: reserve = null, capacity_tonnes: capacity = null } = asked ?? {};
  if (aboard === null) return [];
  if (capacity !== null && aboard > capacity)
    return [{ field, message: `is above the capacity_tonnes of the route, ${capacity}` }];
  return reserve !== null && aboard < reserve
    ? [
        {
          field,
          message: `is below the reserve_tonnes of the route, ${reserve}: nothing is left to sail with`,
        },
      ]
    : [];
}

function placeFaults(inlandNm: number): FieldFault[] {
  if (inlandNm <= MOST_INLAND_NM) return [];
  const message = `and lon lie on land, ${Math.round(inlandNm)} NM from the sea: check their signs`;
  return [{ field: 'lat', message }];
}
