/** The operations on stored zones. */
import { keepPlace, lackOfRoom, orderedId, type Places } from '../request/admit.ts';
import {
  NotZoneCreator,
  OnlyOperator,
  TooManyPoints,
  TooManyZones,
  TooManyZonesOfRequester,
  ZoneExists,
  ZoneNotFound,
  ZoneTooLarge,
} from './errors.ts';
import { pointCount } from './geometry/polygon-fault.ts';
import { byteLength, MAX_BYTES, type Zone, type ZoneRequest } from './zone.ts';
import { MAX_POINTS_TOGETHER } from './zone-fields.ts';
import type { StoredZone, ZoneStore } from './zone-store.ts';

export const MAX_ZONES = 1000;

/**
 * @param requester who creates or replaces; null where callers are not told apart
 * @param perRequester zones that one requester may have
 * @throws ZoneExists, NotZoneCreator, TooManyZones, TooManyZonesOfRequester, ZoneTooLarge, OnlyOperator
 */
export async function createZone(
  store: ZoneStore,
  { force_properties: force, standing, ...zone }: ZoneRequest,
  requester: string | null,
  perRequester: number,
  now: Date,
): Promise<'created' | 'replaced'> {
  if (standing !== undefined) throw new OnlyOperator();
  const bytes = byteLength(zone);
  if (bytes > MAX_BYTES) throw new ZoneTooLarge(zone.name, bytes, MAX_BYTES);
  const id = orderedId(now);
  const places: Places = {
    taken: () => store.taken(requester),
    limits: { all: MAX_ZONES, own: perRequester },
    refusal: (whose, limit) =>
      whose === 'own' ? new TooManyZonesOfRequester(limit) : new TooManyZones(limit),
  };
  const full = await lackOfRoom(places);
  // a zone is large: it is looked for only where that decides
  if (full && !(await store.find(zone.name))) throw full;
  if (force) {
    const outcome = await store.replace(zone, requester, id);
    if (outcome === 'refused') throw await refusalOf(store, zone.name);
    if (outcome === 'replaced') return outcome;
  } else if (!(await store.insert(zone, requester, id))) {
    throw new ZoneExists(zone.name);
  }
  await keepPlace(places, id, () => store.takeBack(zone.name, id));
  return 'created';
}

/** @throws ZoneNotFound */
export async function getZone(store: Pick<ZoneStore, 'find'>, name: string): Promise<StoredZone> {
  const zone = await store.find(name);
  if (!zone) throw new ZoneNotFound(name);
  return zone;
}

/** @throws ZoneNotFound, NotZoneCreator, OnlyOperator */
export async function deleteZone(store: ZoneStore, name: string, requester: string | null): Promise<void> {
  const outcome = await store.remove(name, requester);
  if (outcome === 'missing') throw new ZoneNotFound(name);
  if (outcome === 'refused') throw await refusalOf(store, name);
}

async function refusalOf(store: Pick<ZoneStore, 'find'>, name: string): Promise<Error> {
  return (await store.find(name))?.standing ? new OnlyOperator(name) : new NotZoneCreator(name);
}

/**
 * The zones of a request, those that it names as they are now stored.
 *
 * @param standingHold whether all standing zones hold for the request anyway: those that it names too are left out
 * @throws ZoneNotFound, TooManyPoints
 */
export async function wholeZones(
  store: Pick<ZoneStore, 'find'>,
  zones: readonly (Zone | string)[],
  standingHold: boolean,
): Promise<Zone[]> {
  const stored: StoredZone[] = await Promise.all(
    zones.map((each) => (typeof each === 'string' ? getZone(store, each) : each)),
  );
  const whole = stored
    .filter(({ standing }) => !(standing && standingHold))
    .map(({ standing: _, ...zone }) => zone);
  const points = whole.reduce((sum, { geometry }) => sum + pointCount(geometry), 0);
  if (points > MAX_POINTS_TOGETHER) throw new TooManyPoints(points, MAX_POINTS_TOGETHER);
  return whole;
}
