/** The operations that the page uses. */

import { batches } from '../../api/batches.ts';
import { charts } from '../../api/charts.ts';
import { jobs } from '../../api/jobs.ts';
import { locations } from '../../api/locations.ts';
import { meshes } from '../../api/meshes.ts';
import { type JsonOf, pathOf, type SentBodyOf } from '../../api/operation.ts';
import { routes } from '../../api/routes.ts';
import type { SpreadDocument } from '../../api/spread-schema.ts';
import { vehicles } from '../../api/vehicles.ts';
import { watches } from '../../api/watches.ts';
import { zones } from '../../api/zones.ts';
import type { ChartSummary } from '../../ice-charts/chart-store.ts';
import type { ZoneSummary } from '../../zones/zone-store.ts';
import { settings } from '../settings.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { call, callJson, fetchStored, pause, withRetries } from './client.ts';
import type {
  Batch,
  BatchFailures,
  BatchResults,
  Job,
  MeshSummary,
  NamedLocation,
  RecentRoute,
  RouteDocument,
  RouteRequestBody,
  Submission,
  Watch,
  WholeWatch,
} from './types.ts';

const FINAL = new Set(['SUCCESS', 'FAILURE', 'REVOKED']);
/**
 * Maximum time that the service may hold a request about a job; the page shows the job's state at least this
 * often.
 */
const HOLD_SECONDS = 5;
const MAX_PAGES = 10;
const BATCHES_IN_PAGE = 20;

/** @param vehicle lists only the meshes on which its routes can be planned; null lists all meshes */
export async function listMeshes(vehicle: string | null = null): Promise<MeshSummary[]> {
  const found: MeshSummary[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      ...(vehicle !== null && { vehicle_type: vehicle }),
      ...(next !== undefined && { next }),
    });
    const answer = await callJson(meshes.list, { query });
    found.push(...answer.meshes);
    next = answer.next;
    if (next === undefined) break;
  }
  return found.filter(({ removed }) => !removed);
}

/** The API key is sent to the service only, not to where the mesh is stored. */
export async function compiledMesh(id: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const { url } = await callJson(meshes.compiled, { parameters: { mesh_id: id }, signal });
  return (await fetchStored('ice data', url, signal)).arrayBuffer();
}

/** All stored zones, without their borders. */
export async function listZones(): Promise<ZoneSummary[]> {
  const found: ZoneSummary[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams(next === undefined ? {} : { next });
    const answer = await callJson(zones.list, { query });
    found.push(...answer.zones);
    next = answer.next;
    if (next === undefined) break;
  }
  return found;
}

export const getZone = (name: string): Promise<JsonOf<typeof zones.get, 200>> =>
  callJson(zones.get, { parameters: { name } });

/** All ice charts, the newest first. */
export const listCharts = async (): Promise<readonly ChartSummary[]> =>
  (await callJson(charts.list, {})).charts;

/** The service reads the chart: what is wrong with it, its error says. */
export async function sendChart(file: File): Promise<ChartSummary> {
  const chart = new Uint8Array(await file.arrayBuffer());
  return callJson(charts.create, { body: { chart }, query: { name: file.name.slice(-150) } });
}

/** The JSON of a chart, which may be too large for an answer. */
export async function getChart(id: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await call(charts.get, { parameters: { id }, signal });
  const bytes = await answer.clone().arrayBuffer();
  const chart = (await answer.json()) as JsonOf<typeof charts.get, 200>;
  return 'url' in chart ? (await fetchStored('ice charts', chart.url, signal)).arrayBuffer() : bytes;
}

export async function deleteChart(id: string): Promise<void> {
  await call(charts.delete, { parameters: { id } });
}

/** Of one's own batches, the newest first: so many pages. */
export async function listBatches(
  pages: number,
  signal: AbortSignal,
): Promise<{ batches: Batch[]; hasMore: boolean }> {
  const found: Batch[] = [];
  let next: string | undefined;
  for (let page = 0; page < pages; page++) {
    const query = new URLSearchParams({ limit: String(BATCHES_IN_PAGE), ...(next && { next }) });
    const answer = await callJson(batches.list, { query, signal });
    found.push(...answer.batches);
    next = answer.next;
    if (next === undefined) break;
  }
  return { batches: found, hasMore: next !== undefined };
}

/** @param after `next` of the page before */
export const batchResults = (id: string, after?: string): Promise<BatchResults> =>
  callJson(batches.results, { parameters: { batch_id: id }, query: pageAfter(after) });

/** @param after `next` of the page before */
export const batchFailures = (id: string, after?: string): Promise<BatchFailures> =>
  callJson(batches.failures, { parameters: { batch_id: id }, query: pageAfter(after) });

const pageAfter = (next?: string) => new URLSearchParams(next === undefined ? {} : { next });

/** What a study over ice data says, from the link that its results have. */
export async function fetchSpread(url: string, signal: AbortSignal): Promise<SpreadDocument> {
  return (await fetchStored('batches', url, signal)).json() as Promise<SpreadDocument>;
}

export async function cancelBatch(id: string): Promise<void> {
  await call(batches.cancel, { parameters: { batch_id: id } });
}

export const listLocations = (): Promise<NamedLocation[]> => callJson(locations.list, {});

export async function recentRoutes(hours: number, tags: readonly string[]): Promise<RecentRoute[]> {
  const query = new URLSearchParams({ hours: String(hours), limit: '100' });
  for (const tag of tags) query.append('tag', tag);
  return (await callJson(routes.recent, { query })).routes;
}

export const submitRoute = (body: RouteRequestBody): Promise<Submission> =>
  callJson(routes.request, { body });

export const getRoute = (id: string | number): Promise<RouteDocument> =>
  callJson(routes.get, { parameters: { route_id: id } });

/** The rest of a route, from where the ship is. */
export const continueRoute = (id: string, body: SentBodyOf<typeof routes.continue>): Promise<Submission> =>
  callJson(routes.continue, { parameters: { route_id: id }, body });

/** A chart of all objectives of a route, SVG. */
export async function routeChart(id: string): Promise<string> {
  const parameters = { route_id: id };
  const headers = { Accept: 'image/svg+xml' };
  return (await call(routes.get, { parameters, query: { format: 'svg' }, headers })).text();
}

/** The schedule of one of them, iCalendar. */
export async function routeCalendar(id: string, objective: string, departure: Date | null): Promise<string> {
  const time = departure && { departure: departure.toISOString() };
  const query = { format: 'ics', objective, ...time };
  return (await call(routes.get, { parameters: { route_id: id }, query })).text();
}

export async function cancelJob(id: string): Promise<void> {
  await call(jobs.cancel, { parameters: { job_id: id } });
}

/** Cancels what was asked for, or, where the service has not told its job yet, only forgets it. */
export async function withdraw(jobId: string | null, forget: () => void): Promise<void> {
  if (jobId) await cancelJob(jobId);
  else forget();
}

/** Follows a job until it is over; survives a lost connection. @throws ApiError, AbortError */
async function followJob(id: string, onChange: (job: Job) => void, signal: AbortSignal): Promise<Job> {
  const parameters = { job_id: id };
  const headers = { Prefer: `wait=${HOLD_SECONDS}` };
  for (let delay = 200; ; delay = Math.min(1.5 * delay, 5000)) {
    const begin = performance.now();
    const job = await withRetries(() => callJson(jobs.get, { parameters, signal, headers }), signal);
    onChange(job);
    if (FINAL.has(job.status)) return job;
    // if the service held the request, that time counts as waiting
    await pause(Math.max(0, delay - (performance.now() - begin)), signal);
  }
}

/**
 * The number of the route that a request was answered with, once its job is over.
 *
 * @throws Error with the reason where there is none, AbortError
 */
export async function routeOf(
  submission: Submission,
  onChange: (job: Pick<Job, 'id' | 'status'>) => void,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted(); // while it was submitted
  if ('route_id' in submission) return String(submission.route_id);
  onChange({ id: submission.id, status: 'PENDING' });
  const job = await followJob(submission.id, onChange, signal);
  if (job.status === 'SUCCESS') return String(job.route_id);
  throw new Error(
    job.status === 'REVOKED' ? 'The request was cancelled.' : (job.info?.error ?? 'The calculation failed.'),
  );
}

export const listVehicles = (): Promise<Vehicle[]> => callJson(vehicles.list, {});

/** Creates a vehicle, or replaces it where `force_properties` is true. */
export async function saveVehicle(vehicle: Readonly<Record<string, unknown>>): Promise<void> {
  await call(vehicles.create, { body: vehicle as SentBodyOf<typeof vehicles.create> });
}

export async function deleteVehicle(vesselType: string): Promise<void> {
  await call(vehicles.delete, { parameters: { vessel_type: vesselType } });
}

export interface WatchList {
  /** The newest first. */
  readonly watches: readonly Watch[];
  readonly hasMore: boolean;
}

export async function listWatches(): Promise<WatchList> {
  const found: Watch[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await callJson(watches.list, { query: pageAfter(next) });
    found.push(...answer.watches);
    next = answer.next;
    if (next === undefined) break;
  }
  return { watches: found, hasMore: next !== undefined };
}

export const getWatch = (id: string): Promise<WholeWatch> =>
  callJson(watches.get, { parameters: { watch_id: id } });

/** The address that a feed reader is given. */
export const feedOf = (id: string): string =>
  new URL(settings.root + pathOf(watches.feed, { watch_id: id }), location.href).href;

export const createWatch = (body: SentBodyOf<typeof watches.create>): Promise<{ id: string }> =>
  callJson(watches.create, { body });

/** A place with its time, or a file with a track. */
export const reportPosition = (id: string, body: SentBodyOf<typeof watches.position>): Promise<Watch> =>
  callJson(watches.position, { parameters: { watch_id: id }, body });

export async function followRoute(id: string, routeId: number): Promise<void> {
  await call(watches.follow, { parameters: { watch_id: id }, body: { route_id: routeId } });
}

export async function endWatch(id: string): Promise<void> {
  await call(watches.end, { parameters: { watch_id: id } });
}
