import { describe, expect, it, vi } from 'vitest';
import type { Job } from '../../lib/jobs/job.ts';
import { recentCursor, recentRoutes } from '../../lib/routes/recent-routes.ts';
import { jobOf, newJob } from '../jobs/new-jobs.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const since = new Date(now - 24 * 3_600_000);
const job = (routeId: number, hoursAgo: number, tags: string[] = []): Job =>
  jobOf(newJob({ routeId, tags, requestedAt: new Date(now - hoursAgo * 3_600_000).toISOString() }));

function store(jobs: readonly Job[], last = Math.max(0, ...jobs.map(({ routeId }) => routeId))) {
  return {
    lastRouteId: vi.fn(async () => last),
    byRouteIds: vi.fn(async (first: number, to: number) => {
      expect(to - first).toBeLessThan(100);
      return jobs
        .filter(({ routeId }) => routeId >= first && routeId <= to)
        .sort((a, b) => b.routeId - a.routeId);
    }),
  };
}
const query = { since, tags: [], limit: 100, after: null };
const ids = ({ routes }: { routes: readonly Job[] }) => routes.map(({ routeId }) => routeId);

describe('recent routes', () => {
  it('are those requested since a time, newest first', async () => {
    const found = await recentRoutes(store([job(1, 25), job(2, 24), job(4, 1), job(7, 0)]), query);
    expect(ids(found)).toEqual([7, 4, 2]);
    expect(found.next).toBeNull();
  });

  it('are none before anything was requested, at the cost of one read', async () => {
    const ports = store([]);
    expect(await recentRoutes(ports, query)).toEqual({ routes: [], next: null });
    expect(ports.byRouteIds).not.toHaveBeenCalled();
  });

  it('may be the very first', async () => {
    expect(ids(await recentRoutes(store([job(1, 1)]), query))).toEqual([1]);
  });

  it('are read only as far back as they go, whatever there was before', async () => {
    const jobs = Array.from({ length: 1000 }, (_, i) => job(i + 1, i < 950 ? 100 : 1));
    const ports = store(jobs);
    expect((await recentRoutes(ports, query)).routes).toHaveLength(50);
    expect(ports.byRouteIds).toHaveBeenCalledTimes(1);
  });

  it('may have numbers in another order than their times, by seconds', async () => {
    const seconds = 1 / 3600;
    const jobs = [job(1, 24 - 5 * seconds), job(2, 24 + 5 * seconds), job(3, 24 - 10 * seconds)];
    expect(ids(await recentRoutes(store(jobs), query))).toEqual([3, 1]);
  });

  it('have all the tags that are asked for', async () => {
    const jobs = [job(1, 1, ['a']), job(2, 1, ['a', 'b']), job(3, 1, ['b']), job(4, 1, ['b', 'c', 'a'])];
    expect(ids(await recentRoutes(store(jobs), { ...query, tags: ['a', 'b'] }))).toEqual([4, 2]);
  });

  it('come in pages, each route once, with a next page only where there is more', async () => {
    const jobs = Array.from({ length: 250 }, (_, i) => job(2 * i + 1, 1, i % 3 === 0 ? ['x'] : []));
    const all: number[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const page = await recentRoutes(store(jobs), { ...query, tags: ['x'], limit: 28, after });
      expect(page.routes.length).toBeLessThanOrEqual(28);
      all.push(...ids(page));
      after = page.next;
      expect(after === null || recentCursor.safeParse(after).success).toBe(true);
      pages++;
    } while (after !== null);
    expect(pages).toBe(3);
    expect(all).toEqual(
      jobs
        .filter(({ tags }) => tags.length > 0)
        .map(({ routeId }) => routeId)
        .reverse(),
    );
  });

  it('cost ten reads of a hundred numbers at most; then the page ends and tells where to go on', async () => {
    const jobs = Array.from({ length: 1500 }, (_, i) => job(i + 1, 1, i === 0 ? ['rare'] : []));
    const ports = store(jobs);
    const first = await recentRoutes(ports, { ...query, tags: ['rare'] });
    expect(first).toEqual({ routes: [], next: '501' });
    expect(ports.byRouteIds).toHaveBeenCalledTimes(10);
    expect(ids(await recentRoutes(ports, { ...query, tags: ['rare'], after: first.next }))).toEqual([1]);
  });

  it('end where a thousand numbers have no record any more', async () => {
    const ports = store([], 1_000_000);
    expect(await recentRoutes(ports, query)).toEqual({ routes: [], next: null });
    expect(ports.byRouteIds).toHaveBeenCalledTimes(10);
  });
});

it.each(['0', '-1', 'x', '', '1'.repeat(16)])('%j is no cursor', (text) => {
  expect(recentCursor.safeParse(text).success).toBe(false);
});
