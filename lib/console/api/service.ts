/** The operations that the page uses. */

import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { fetchStored, pause, request, requestJson, withRetries } from './client.ts';
import type {
  Job,
  MeshSummary,
  NamedLocation,
  RecentRoute,
  RouteDocument,
  RouteRequestBody,
  Submission,
} from './types.ts';

const FINAL = new Set(['SUCCESS', 'FAILURE', 'REVOKED']);
/**
 * Maximum time that the service may hold a request about a job; the page shows the job's state at least this
 * often.
 */
const HOLD_SECONDS = 5;
const MAX_PAGES = 10;

/** @param vehicle lists only the meshes on which its routes can be planned; null lists all meshes */
export async function listMeshes(vehicle: string | null = null): Promise<MeshSummary[]> {
  const meshes: MeshSummary[] = [];
  let next: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      ...(vehicle !== null && { vehicle_type: vehicle }),
      ...(next !== undefined && { next }),
    });
    const answer = await requestJson<{ meshes: MeshSummary[]; next?: string }>(`/api/mesh?${query}`);
    meshes.push(...answer.meshes);
    next = answer.next;
    if (next === undefined) break;
  }
  return meshes.filter(({ removed }) => !removed);
}

/** The API key is sent to the service only, not to where the mesh is stored. */
export async function compiledMesh(id: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const { url } = await requestJson<{ url: string }>(`/api/mesh/${id}/compiled`, { signal });
  return fetchStored(url, signal);
}

export const listLocations = (): Promise<NamedLocation[]> => requestJson('/api/locations/');

export async function recentRoutes(hours: number, tags: readonly string[]): Promise<RecentRoute[]> {
  const query = new URLSearchParams({ hours: String(hours), limit: '100' });
  for (const tag of tags) query.append('tag', tag);
  return (await requestJson<{ routes: RecentRoute[] }>(`/api/recent_routes?${query}`)).routes;
}

export const submitRoute = (body: RouteRequestBody): Promise<Submission> =>
  requestJson('/api/route', { method: 'POST', body });

export const getRoute = (id: string | number): Promise<RouteDocument> => requestJson(`/api/route/${id}`);

/** A chart of all objectives of a route, SVG. */
export async function routeChart(id: string): Promise<string> {
  const headers = { Accept: 'image/svg+xml' };
  return (await request(`/api/route/${id}?format=svg`, { headers })).text();
}

export async function cancelJob(id: string): Promise<void> {
  await request(`/api/job/${id}`, { method: 'DELETE' });
}

/** Follows a job until it is over; survives a lost connection. @throws ApiError, AbortError */
export async function followJob(id: string, onChange: (job: Job) => void, signal: AbortSignal): Promise<Job> {
  for (let delay = 200; ; delay = Math.min(1.5 * delay, 5000)) {
    const begin = performance.now();
    const job = await withRetries(
      () => requestJson<Job>(`/api/job/${id}`, { signal, headers: { Prefer: `wait=${HOLD_SECONDS}` } }),
      signal,
    );
    onChange(job);
    if (FINAL.has(job.status)) return job;
    // if the service held the request, that time counts as waiting
    await pause(Math.max(0, delay - (performance.now() - begin)), signal);
  }
}

export const listVehicles = (): Promise<Vehicle[]> => requestJson('/api/vehicle');

/** Creates a vehicle, or replaces it where `force_properties` is true. */
export async function saveVehicle(vehicle: Readonly<Record<string, unknown>>): Promise<void> {
  await request('/api/vehicle', { method: 'POST', body: vehicle });
}

export async function deleteVehicle(vesselType: string): Promise<void> {
  await request(`/api/vehicle/${encodeURIComponent(vesselType)}`, { method: 'DELETE' });
}
