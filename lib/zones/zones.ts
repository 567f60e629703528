/** The operations on stored zones. */
import {
  NotZoneCreator,
  OnlyOperator,
  TooManyPoints,
  TooManyZones,
  ZoneExists,
  ZoneNotFound,
  ZoneTooLarge,
} from './errors.ts';
import { pointCount } from './geometry/polygon-fault.ts';
import { MAX_BYTES, type Zone, type ZoneRequest } from './zone.ts';
import { MAX_POINTS_TOGETHER } from './zone-fields.ts';
import type { ZoneStore } from './zone-store.ts';

const MAX_ZONES = 1000;

/**
 * @param requester who creates or replaces; null where callers are not told apart
 * @throws ZoneExists, NotZoneCreator, TooManyZones, ZoneTooLarge, OnlyOperator
 */
export async function createZone(
  store: ZoneStore,
  { force_properties: force, standing, ...zone }: ZoneRequest,
  requester: string | null,
): Promise<'created' | 'replaced'> {
  if (standing !== undefined) throw new OnlyOperator();
  const bytes = new TextEncoder().encode(JSON.stringify(zone)).length;
  if (bytes > MAX_BYTES) throw new ZoneTooLarge(zone.name, bytes, MAX_BYTES);
  if ((await store.count()) >= MAX_ZONES && !(await store.find(zone.name))) throw new TooManyZones(MAX_ZONES);
  if (!force) {
    if (await store.insert(zone, requester)) return 'created';
    throw new ZoneExists(zone.name);
  }
  const outcome = await store.replace(zone, requester);
  if (outcome === 'refused') throw new NotZoneCreator(zone.name);
  return outcome;
}

/** @throws ZoneNotFound */
export async function getZone(store: Pick<ZoneStore, 'find'>, name: string): Promise<Zone> {
  const zone = await store.find(name);
  if (!zone) throw new ZoneNotFound(name);
  return zone;
}

/** @throws ZoneNotFound, NotZoneCreator */
export async function deleteZone(store: ZoneStore, name: string, requester: string | null): Promise<void> {
  const outcome = await store.remove(name, requester);
  if (outcome === 'missing') throw new ZoneNotFound(name);
  if (outcome === 'refused') throw new NotZoneCreator(name);
}

/** The zones of a request, those that it names as they are now stored. @throws ZoneNotFound, TooManyPoints */
export async function wholeZones(
  store: Pick<ZoneStore, 'find'>,
  zones: readonly (Zone | string)[],
): Promise<Zone[]> {
  const whole = await Promise.all(
    zones.map((each) => (typeof each === 'string' ? getZone(store, each) : each)),
  );
  const points = whole.reduce((sum, { geometry }) => sum + pointCount(geometry), 0);
  if (points > MAX_POINTS_TOGETHER) throw new TooManyPoints(points, MAX_POINTS_TOGETHER);
  return whole;
}
