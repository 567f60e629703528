/** The service's answers, as far as the page reads them. */
import type { jobs } from '../../api/jobs.ts';
import type { JsonOf, SentBodyOf } from '../../api/operation.ts';
import type { routes } from '../../api/routes.ts';
import type { GeoBounds } from '../../meshes/geo-bounds.ts';

export interface MeshSummary {
  readonly id: number;
  readonly name: string;
  readonly kind: 'vessel' | 'environment';
  readonly md5: string;
  readonly created: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly bounds: GeoBounds;
  readonly area_km2: number;
  readonly cells: number;
  readonly vessel_type: string | null;
  readonly missing: readonly string[];
  readonly removed: string | boolean | null;
}

export interface NamedLocation {
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
  readonly name: string;
}

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
