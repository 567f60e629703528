/**
 * Claims decide which job answers a request, where the search for similar routes can't: it does not see what another
 * request is about to write. There are two kinds: one for all identical requests, and one for the repetitions that a
 * client makes of one request, told by their Idempotency-Key.
 */
import { createHash } from 'node:crypto';
import type { AcceptedRequest } from '../jobs/job.ts';
import { sortedJson } from '../vehicles/sorted-json.ts';
import { vehicleKey } from '../vehicles/vehicle-key.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { stopsOf, termsOf } from '../voyage/voyage-request.ts';
import type { RouteRequest } from './route-request.ts';

export interface Claim {
  readonly jobId: string;
  /** Digest of the request's body, for repetitions with another one; null where the key tells all. */
  readonly fingerprint: string | null;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Where claims are kept. Each method is one atomic step; reads see every write that ended before them. */
export interface Claims {
  /** The claim that holds at a time. */
  find(key: string, now: Date): Promise<Claim | null>;
  /** Makes a claim unless there is one that has not expired; answers the one that holds. */
  claim(key: string, claim: Claim, now: Date): Promise<Claim>;
  /** Replaces the claim of a job; false if that one does not hold it any more. */
  takeOver(key: string, claim: Claim, fromJobId: string): Promise<boolean>;
}

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

/** Different callers may use the same Idempotency-Key. */
export const repetitionKey = (requester: string | null, idempotencyKey: string): string =>
  `repetition#${digest([requester, idempotencyKey])}`;

export const fingerprint = (request: RouteRequest): string => digest(request);
