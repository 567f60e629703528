/** The service's answers, as far as the page reads them. */
import type { jobs } from '../../api/jobs.ts';
import type { locations } from '../../api/locations.ts';
import type { meshes } from '../../api/meshes.ts';
import type { JsonOf, SentBodyOf } from '../../api/operation.ts';
import type { routes } from '../../api/routes.ts';

export type MeshSummary = JsonOf<typeof meshes.list, 200>['meshes'][number];
export type NamedLocation = JsonOf<typeof locations.list, 200>[number];
export type Submission = JsonOf<typeof routes.request, 200 | 202>;
export type Job = JsonOf<typeof jobs.get, 200>;
export type JobStatus = Job['status'];

export interface RecentRoute {
  readonly id: string | number;
  readonly start_lat: number;
  readonly start_lon: number;
  readonly end_lat: number;
  readonly end_lon: number;
  readonly start_name: string | null;
  readonly end_name: string | null;
  readonly requested: string;
  readonly calculated: string | null;
  readonly status: JobStatus;
  readonly tags: readonly string[];
  readonly mesh?: { readonly id: number; readonly name: string } | null;
  readonly vehicle_type?: string | null;
}

export type RouteDocument = JsonOf<typeof routes.get, 200>;

export type RouteRequestBody = SentBodyOf<typeof routes.request>;
