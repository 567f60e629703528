/** The operations on watches. */
import { haversineNm, type LatLon } from '../engine/geometry/sphere.ts';
import { keepPlace, lackOfRoom, orderedId, type Places } from '../request/admit.ts';
import type { Claims } from '../request/claims.ts';
import { claimedId, earlierId, type RepeatedRequest, type Sender } from '../request/repetitions.ts';
import { type PlannedRoute, type PlannedWay, placeAt, plannedWayOf } from '../routes/planned-way.ts';
import { TooManyWatches, WatchEnded, WatchNotFound, WatchRefused } from './errors.ts';
import { arrivalOf, endOf, hasEnded, type Watch } from './watch.ts';
import type { WatchRequest } from './watch-fields.ts';
import type { WatchStore } from './watch-store.ts';

/** Watches that are active at once. */
export const MAX_ACTIVE = { own: 20, all: 1000 };

/** Ends of routes that are farther apart are elsewhere; within it a ship has arrived. */
export const AT_END_NM = 2;

export interface FollowPorts {
  readonly watches: WatchStore;
  /** Null where there is no such route, or none that was calculated. */
  readonly routeOf: (routeId: number) => Promise<Pick<PlannedRoute, 'routes' | 'objectives'> | null>;
  /** Begins a check of a watch whose route may be of an older sea: no import brings what is new since then again. */
  readonly checkNow: (id: string) => Promise<void>;
}

export interface CreatePorts extends FollowPorts {
  readonly claims: Pick<Claims, 'find' | 'claim'>;
}

/**
 * Makes a watch, and begins its first check. A repetition of the request is answered with the same watch, and begins the check where that
 * is not done: whoever made it may have died before.
 *
 * @throws WatchRefused, TooManyWatches, IdempotencyKeyReused
 */
export async function createWatch(
  ports: CreatePorts,
  request: WatchRequest,
  sender: Sender,
  now: Date,
): Promise<Watch> {
  const { watches, claims, checkNow } = ports;
  const sent = { ...sender, body: request };
  const earlier = await earlierId(claims, sent, now);
  const repeated = earlier === null ? null : await watches.find(earlier);
  const watch = repeated ?? (await store(ports, request, sent, earlier, now));
  if (!watch.check && !hasEnded(watch, now)) await checkNow(watch.id);
  return watch;
}

/** @param earlier the id that a repetition claimed, where it did not come to store it */
async function store(
  { watches, claims, routeOf }: CreatePorts,
  request: WatchRequest,
  sent: RepeatedRequest,
  earlier: string | null,
  now: Date,
): Promise<Watch> {
  const { requester } = sent;
  const { entry, way } = await wayOf(routeOf, request.route_id, request.objective);
  const plan = { way, until: request.until, position: null, fuel: null, reported: null, done: [] };
  const end = endOf(plan);
  if (request.until !== null && Date.parse(request.until) <= now.getTime())
    throw new WatchRefused('until', `is in the past: it is ${now.toISOString()}`);
  requireUnderWay(way, end, now);
  const places: Places = {
    taken: () => watches.active(requester, now),
    limits: MAX_ACTIVE,
    refusal: (whose, limit) => new TooManyWatches(limit, whose),
  };
  const full = await lackOfRoom(places);
  if (full) throw full;
  const id = earlier ?? (await claimedId(claims, sent, orderedId(now), now));
  const watch: Watch = {
    id,
    name: request.name ?? entry.name,
    requester,
    created: now.toISOString(),
    routeId: request.route_id,
    objective: entry.type,
    departure: new Date(way.times[0]!).toISOString(),
    ...plan,
    tellFromPercent: request.tell_from_percent,
    check: null,
    untold: null,
    ...end,
  };
  if (!(await watches.create(watch))) return (await watches.find(id)) ?? watch;
  await keepPlace(places, id, () => watches.takeBack(id));
  return watch;
}

/** @throws WatchNotFound also where another caller made it */
export async function ownWatch(
  watches: Pick<WatchStore, 'find'>,
  id: string,
  requester: string | null,
): Promise<Watch> {
  const watch = await watches.find(id);
  if (!watch || (requester !== null && watch.requester !== requester)) throw new WatchNotFound(id);
  return watch;
}

/** @throws WatchNotFound, WatchEnded */
export async function activeWatch(
  watches: Pick<WatchStore, 'find'>,
  id: string,
  requester: string | null,
  now: Date,
): Promise<Watch> {
  const watch = await ownWatch(watches, id, requester);
  if (hasEnded(watch, now)) throw new WatchEnded(id, watch.endsAt);
  return watch;
}

/** Ends it; again, it does nothing. @throws WatchNotFound */
export async function endWatch(
  watches: Pick<WatchStore, 'find' | 'change'>,
  id: string,
  requester: string | null,
  now: Date,
): Promise<void> {
  await ownWatch(watches, id, requester);
  await watches.change(id, { endsAt: now.toISOString(), ends: 'deleted' }, now);
}

/** The way of another route to the same end is sailed from now on. @throws WatchNotFound, WatchEnded, WatchRefused */
export async function followRoute(
  ports: FollowPorts,
  id: string,
  routeId: number,
  requester: string | null,
  now: Date,
): Promise<Watch> {
  const watch = await activeWatch(ports.watches, id, requester, now);
  // what a check found of the route that it follows already stays so
  const followed = routeId === watch.routeId ? watch : await changeRoute(ports, watch, routeId, now);
  if (!followed.check) await ports.checkNow(id);
  return followed;
}

async function changeRoute(
  { watches, routeOf }: FollowPorts,
  watch: Watch,
  routeId: number,
  now: Date,
): Promise<Watch> {
  const { way } = await wayOf(routeOf, routeId, watch.objective);
  const apart = haversineNm(endPlace(watch.way), endPlace(way));
  if (apart > AT_END_NM) {
    const whole = Math.round(apart);
    throw new WatchRefused('route_id', `leads elsewhere: its end is ${whole} NM from that of the voyage`);
  }
  if (way.vehicleType !== watch.way.vehicleType) {
    const [has, was] = [way, watch.way].map(({ vehicleType }) => vehicleType ?? 'no vehicle');
    throw new WatchRefused('route_id', `is for another ship: for ${has}, and the voyage is for ${was}`);
  }
  const end = endOf({ ...watch, way });
  requireUnderWay(way, end, now);
  const changed = await watches.change(watch.id, { routeId, way, check: null, ...end }, now);
  if (!changed) throw new WatchEnded(watch.id, now.toISOString());
  return changed;
}

/** A watch of a voyage that is over would end with its beginning. */
function requireUnderWay(way: PlannedWay, end: Pick<Watch, 'endsAt'>, now: Date): void {
  if (!hasEnded(end, now)) return;
  const arrival = new Date(arrivalOf(way)).toISOString();
  throw new WatchRefused('route_id', `names a voyage that arrived at ${arrival} by its plan`);
}

export const endPlace = (way: PlannedWay): LatLon => placeAt(way, arrivalOf(way));

async function wayOf(routeOf: FollowPorts['routeOf'], routeId: number, objective: string | null) {
  const route = await routeOf(routeId);
  if (!route) throw new WatchRefused('route_id', `names no route that was calculated: ${routeId}`);
  const { routes: entries, objectives } = route;
  const entry = objective === null ? entries[0] : entries.find(({ type }) => type === objective);
  if (!entry) {
    const types = entries.map(({ type }) => type).join(' or ');
    const others = objectives
      ? `, which was planned by no other: continue it (POST /api/route/${routeId}/continue), and name the new route`
      : '';
    throw new WatchRefused('objective', `must be ${types} for route ${routeId}${others}`);
  }
  const way = plannedWayOf(entry);
  if (!way)
    throw new WatchRefused(
      'route_id',
      `names a route without times: request route ${routeId} with a departure`,
    );
  return { entry, way };
}
