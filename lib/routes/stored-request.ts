/**
 * The whole request of a voyage, or of one for which standing zones hold, as gzipped JSON: it may be larger than what a
 * record or an execution takes. A plain request is not stored: its job's record holds all of it.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { VoyageRequest } from '../voyage/voyage-request.ts';

/** Where requests are kept. */
export interface StoredRequests {
  /** Unless one is stored under the key: a job keeps what it was accepted with. */
  put(key: string, request: Uint8Array): Promise<void>;
  /** Null if there is none. */
  get(key: string): Promise<Uint8Array | null>;
}

export const requestKeyOf = (jobId: string): string => `requests/${jobId}.json.gz`;

export const toStoredRequest = ({
  start,
  end,
  startName,
  endName,
  vehicle,
  voyage,
  standing,
}: VoyageRequest): Uint8Array =>
  gzipSync(JSON.stringify({ start, end, startName, endName, vehicle, voyage, standing }));

/** One that was stored before there were standing zones does not say that it has none. */
export const fromStoredRequest = (stored: Uint8Array): VoyageRequest => ({
  standing: null,
  ...JSON.parse(gunzipSync(stored).toString()),
});
