/** The claims of identical requests: the search for similar routes does not see what another request is about to write. */
import { createHash } from 'node:crypto';
import type { AcceptedRequest } from '../jobs/job.ts';
import { sortedJson } from '../vehicles/sorted-json.ts';
import { vehicleKey } from '../vehicles/vehicle-key.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { stopsOf, termsOf } from '../voyage/voyage-request.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Identical requests, and no others, have the same key: the same points, vehicle, voyage and standing zones on the same list of meshes. */
export function identicalRequestKey({
  meshIds,
  start,
  end,
  vehicle,
  voyage,
  standing,
}: IdenticalRequest): string {
  const points = [start.lat, start.lon, end.lat, end.lon, vehicle && vehicleKey(vehicle)];
  const asked = voyage && [
    stopsOf(voyage).flatMap(({ lat, lon }) => [lat, lon]),
    sortedJson(termsOf(voyage)),
  ];
  return `request#${digest([meshIds, ...points, ...(asked ?? []), ...(standing ? [standing] : [])])}`;
}

type IdenticalRequest = Pick<AcceptedRequest, 'meshIds' | 'start' | 'end' | 'vehicle'> & {
  readonly voyage?: Voyage | null;
  readonly standing?: string | null;
};
