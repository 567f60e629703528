/**
 * The whole request of a voyage, or of one for which standing zones hold, as gzipped JSON: it may be larger than what a
 * record or an execution takes. A plain request is not stored: its job's record holds all of it.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Job } from '../jobs/job.ts';
import { withZones } from '../voyage/voyage-fields.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import type { StandingZones } from '../zones/standing.ts';

/** Where requests are kept. */
export interface StoredRequests {
  /** Does nothing if a request is stored under the key already: a job keeps the one it was accepted with. */
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
  forecast,
  continues,
  objectives,
}: VoyageRequest): Uint8Array =>
  gzipSync(
    JSON.stringify({
      ...{ start, end, startName, endName, vehicle, voyage, standing },
      ...(forecast && { forecast }),
      ...(continues && { continues }),
      ...(objectives && { objectives }),
    }),
  );

/** Requests that were stored before standing zones existed have no field `standing`. */
export const fromStoredRequest = (stored: Uint8Array): VoyageRequest => ({
  standing: null,
  ...JSON.parse(gunzipSync(stored).toString()),
});

/** What the request of a job is read with. */
export interface RequestPorts {
  readonly storedRequests: Pick<StoredRequests, 'get'>;
  readonly standingZones: Pick<StandingZones, 'of'>;
}

/**
 * The whole request: of a plain one the record, of a voyage what was stored beside it. `voyage` has the zones that stood then
 * too, `asked` only what was asked for.
 */
export async function wholeRequestOf(
  { storedRequests, standingZones }: RequestPorts,
  job: Job,
): Promise<VoyageRequest & { readonly asked: VoyageRequest['voyage'] }> {
  if (job.requestKey === null) return { ...job, voyage: null, standing: null, asked: null };
  const stored = await storedRequests.get(job.requestKey);
  if (!stored) throw new Error(`The request of job ${job.id} is gone: ${job.requestKey}.`);
  return withStanding(fromStoredRequest(stored), standingZones);
}

/** A request with the zones that stood when it was accepted among its own. */
export async function withStanding<R extends Pick<VoyageRequest, 'voyage' | 'standing'>>(
  request: R,
  standingZones: RequestPorts['standingZones'],
): Promise<R & { readonly asked: VoyageRequest['voyage'] }> {
  const { voyage: asked, standing } = request;
  if (standing === null) return { ...request, asked };
  return { ...request, voyage: withZones(asked, await standingZones.of(standing)), asked };
}
