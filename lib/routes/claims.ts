/** The claims of identical requests: the search for similar routes does not see what another request is about to write. */
import { createHash } from 'node:crypto';
import type { AcceptedRequest } from '../jobs/job.ts';
import { sortedJson } from '../vehicles/sorted-json.ts';
import { vehicleKey } from '../vehicles/vehicle-key.ts';
import { stopsOf, termsOf, type VoyageRequest } from '../voyage/voyage-request.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Identical requests, and no others, have the same key: the same points, vehicle, voyage and standing zones on the same list of meshes or
 * through the same forecast, of which the same is told.
 */
export function identicalRequestKey({
  meshIds,
  start,
  end,
  vehicle,
  voyage,
  standing,
  forecast,
  continues,
  objectives,
}: IdenticalRequest): string {
  const points = [start.lat, start.lon, end.lat, end.lon, vehicle && vehicleKey(vehicle)];
  const asked = voyage && [
    stopsOf(voyage).flatMap(({ lat, lon }) => [lat, lon]),
    sortedJson(termsOf(voyage)),
  ];
  const told = [forecast ?? null, continues?.routeId ?? null, objectives ?? null];
  return `request#${digest([meshIds, ...points, ...(asked ?? []), standing ?? null, ...told])}`;
}

type IdenticalRequest = Pick<AcceptedRequest, 'meshIds' | 'start' | 'end' | 'vehicle'> &
  Partial<Pick<VoyageRequest, 'voyage' | 'standing' | 'forecast' | 'continues' | 'objectives'>>;
