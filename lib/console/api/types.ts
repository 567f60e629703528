/** The service's answers, as far as the page reads them. */
import type { batches } from '../../api/batches.ts';
import type { jobs } from '../../api/jobs.ts';
import type { locations } from '../../api/locations.ts';
import type { meshes } from '../../api/meshes.ts';
import type { JsonOf, SentBodyOf } from '../../api/operation.ts';
import type { routes } from '../../api/routes.ts';
import type { watches } from '../../api/watches.ts';

export type MeshSummary = JsonOf<typeof meshes.list, 200>['meshes'][number];
export type NamedLocation = JsonOf<typeof locations.list, 200>[number];
export type Submission = JsonOf<typeof routes.request, 200 | 202>;
export type Job = JsonOf<typeof jobs.get, 200>;
export type JobStatus = Job['status'];

export type RecentRoute = JsonOf<typeof routes.recent, 200>['routes'][number];
export type RouteDocument = JsonOf<typeof routes.get, 200>;

export type RouteRequestBody = SentBodyOf<typeof routes.request>;

export type Batch = JsonOf<typeof batches.get, 200>;
export type BatchResults = JsonOf<typeof batches.results, 200>;
export type BatchFailures = JsonOf<typeof batches.failures, 200>;
export type Watch = JsonOf<typeof watches.list, 200>['watches'][number];
export type WholeWatch = JsonOf<typeof watches.get, 200>;
