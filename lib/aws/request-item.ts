/** The record of a request as an item of the requests table. */
import type { CalculatedRoute, Job } from '../jobs/job.ts';
import type { NewJob } from '../jobs/job-store.ts';
import { MAX_ROUTE_TAGS } from '../routes/route.ts';

/** Active jobs of each kind are spread over so many keys of their index, so that none takes all writes. */
export const ACTIVE_SHARDS = 8;

/** The key in the index `active` of a job that waits for its execution to be started, or is watched since it was. */
export const activeShard = (routeId: number, kind: 'waiting' | 'watched'): number =>
  (routeId % ACTIVE_SHARDS) + (kind === 'watched' ? ACTIVE_SHARDS : 0);

type Stored = Omit<Job, 'vehicle' | 'requestKey' | 'stops' | 'meshName' | 'calculatedAt' | 'totals' | 'info'>;

export interface RequestItem extends Stored {
  /** Of the table: `route#<number>`. */
  readonly pk: string;
  /** As JSON text: DynamoDB's numbers have another range than JSON's, and properties are kept as they were given. */
  readonly vehicle: string | null;
  /** Absent in the record of a plain request, as the next. */
  readonly requestKey?: string;
  readonly stops?: Job['stops'];
  readonly meshName?: string;
  readonly calculatedAt?: string;
  /** As JSON text, for the same reason; records of before 23 November 2026 have a map. */
  readonly totals?: string | CalculatedRoute['totals'];
  readonly info?: Job['info'];
  /** Key and order of the index `similar`; absent once the route can't be reused. */
  readonly reuseKey?: string;
  readonly reuseOrder: string;
  /** Key of the index `active`; absent once the job is over. */
  readonly activeShard?: number;
}

export const routeKey = (routeId: number): string => `route#${routeId}`;

/** Sorts by mesh, then by route number: mesh identifiers and route numbers both grow with time. */
export const reuseOrder = (meshId: number, routeId: number): string =>
  `${meshOrder(meshId)}${pad(routeId, 15)}`;

/** What the order of every route on a mesh begins with. */
export const meshOrder = (meshId: number): string => `${pad(meshId, 12)}#`;

const pad = (value: number, digits: number): string => String(Math.max(0, value)).padStart(digits, '0');

export function toItem({ reuseKey, requestKey, stops, ...job }: NewJob): RequestItem {
  const meshId = job.meshIds[0]!;
  return {
    ...job,
    ...(requestKey !== null && { requestKey }),
    ...(stops.length > 0 && { stops }),
    pk: routeKey(job.routeId),
    status: 'PENDING',
    updatedAt: job.requestedAt,
    vehicle: job.vehicle && JSON.stringify(job.vehicle),
    meshId,
    reuseKey,
    reuseOrder: reuseOrder(meshId, job.routeId),
    activeShard: activeShard(job.routeId, 'waiting'),
  };
}

/** The record of a route that was calculated without a job that waited for it. */
export function toCalculatedItem(job: NewJob, route: CalculatedRoute): RequestItem {
  const { activeShard: _, ...item } = toItem(job);
  return {
    ...item,
    ...calculatedFields(route, job.routeId),
    status: 'SUCCESS',
    updatedAt: route.calculatedAt,
  };
}

/** What a calculation adds to a record. */
export const calculatedFields = (route: CalculatedRoute, routeId: number) => ({
  ...route,
  totals: JSON.stringify(route.totals),
  reuseOrder: reuseOrder(route.meshId, routeId),
});

export function toJob(item: RequestItem): Job {
  const { pk: _, reuseKey: _k, reuseOrder: _o, activeShard: _s, ...job } = item;
  return {
    ...job,
    // Tags that were added at the same time may be there twice.
    tags: [...new Set(item.tags)].slice(0, MAX_ROUTE_TAGS),
    vehicle: item.vehicle && JSON.parse(item.vehicle),
    requestKey: item.requestKey ?? null,
    stops: item.stops ?? [],
    meshName: item.meshName ?? null,
    calculatedAt: item.calculatedAt ?? null,
    totals: typeof item.totals === 'string' ? JSON.parse(item.totals) : (item.totals ?? null),
    info: item.info ?? null,
  };
}
