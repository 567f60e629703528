/**
 * The routes that were requested of late, newest first.
 *
 * Route numbers grow with time, but for the few seconds that a process keeps a block of them (aws/route-numbers.ts), and
 * number and key of a record are one. So the list is read by counting downwards from the last number: no index has to
 * be kept, and no key takes more reads or writes than another.
 */
import * as z from 'zod';
import type { Job } from '../jobs/job.ts';

/** Where a page ended: the number of its last route, as text. */
export const recentCursor = z.string().regex(/^[1-9]\d{0,14}$/, 'must be the `next` of an earlier answer');

export interface RecentQuery {
  readonly since: Date;
  /** All of them must be among the tags of a route. */
  readonly tags: readonly string[];
  readonly limit: number;
  /** `next` of the page before; null for the first page. */
  readonly after: string | null;
}

export interface RecentRoutes {
  readonly routes: readonly Job[];
  /** Null on the last page. A page may have fewer routes than the limit, even none, although there are more. */
  readonly next: string | null;
}

export interface RecentPorts {
  /** The largest route number that was given out; 0 if none was. */
  lastRouteId(): Promise<number>;
  /** The records with route numbers from `first` to `last`, newest first; at most `BLOCK` numbers. */
  byRouteIds(first: number, last: number): Promise<Job[]>;
}

/** Numbers that are read at once: the keys that one BatchGetItem takes. */
const BLOCK = 100;
/** Blocks that are read for one page. */
const MAX_BLOCKS = 10;
/** Numbers and times of two routes may be in different order if they are no further apart than this. */
const DISORDER_MS = 60_000;

export async function recentRoutes(
  ports: RecentPorts,
  { since, tags, limit, after }: RecentQuery,
): Promise<RecentRoutes> {
  const routes: Job[] = [];
  let seen = 0;
  let last = after === null ? await ports.lastRouteId() : Number(after) - 1;
  for (let blocks = 0; last >= 1; blocks++) {
    // A thousand numbers without one record: all older ones were deleted when their time was up.
    if (blocks === MAX_BLOCKS) return { routes, next: seen > 0 ? `${last + 1}` : null };
    const first = Math.max(1, last - BLOCK + 1);
    for (const job of await ports.byRouteIds(first, last)) {
      seen++;
      const age = since.getTime() - Date.parse(job.requestedAt);
      if (age > DISORDER_MS) return { routes, next: null };
      if (age > 0 || !tags.every((tag) => job.tags.includes(tag))) continue;
      if (routes.length === limit) return { routes, next: `${routes.at(-1)!.routeId}` };
      routes.push(job);
    }
    last = first - 1;
  }
  return { routes, next: null };
}
