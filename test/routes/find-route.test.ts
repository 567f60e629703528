import { describe, expect, it } from 'vitest';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { findRoute, type RouteQuery, rank } from '../../lib/routes/find-route.ts';
import type { ReusableRoute } from '../../lib/routes/route-store.ts';
import { jobOf, newJob } from '../jobs/new-jobs.ts';

const start: LatLon = { lat: -60, lon: -50 };
const end: LatLon = { lat: -65, lon: -55 };
/** A place so many nautical miles north of another. */
const north = ({ lat, lon }: LatLon, nm: number): LatLon => ({ lat: lat + nm / 60, lon });

const wanted = (different: Partial<RouteQuery> = {}): RouteQuery => ({
  start,
  end,
  vehicle: null,
  voyage: null,
  standing: null,
  stops: [],
  meshIds: [3, 1],
  toleranceNm: 1.01, // a minute of latitude is a little more than a mile
  ...different,
});

describe('the order of similar routes', () => {
  const route = (routeId: number, meshId: number, atStart = 0, atEnd = 0): ReusableRoute => ({
    jobId: String(routeId),
    routeId,
    meshId,
    start: north(start, atStart),
    end: north(end, atEnd),
  });
  const order = (...routes: ReusableRoute[]) => rank(routes, wanted()).map(({ routeId }) => routeId);

  it('is by mesh, then by the sum of both distances, then the newest first', () => {
    const routes = [
      route(1, 1),
      route(2, 3, 0.5, 0.5),
      route(3, 3, 0.9, 0),
      route(4, 3, 0, 0.9),
      route(5, 3, 0.9),
    ];
    expect(order(...routes)).toEqual([5, 4, 3, 2, 1]);
  });

  it('has none on another mesh, nor with an end beyond the tolerance', () => {
    expect(order(route(1, 2), route(2, 3, 1.1, 0), route(3, 3, 0, 1.1), route(4, 3, 1, 1))).toEqual([4]);
  });

  it('has those at the very place without any tolerance', () => {
    const routes = [route(1, 3), route(2, 3, 0.1, 0), route(3, 3, 0, 0.1)];
    expect(rank(routes, wanted({ toleranceNm: 0 })).map(({ routeId }) => routeId)).toEqual([1]);
  });
});

describe('a voyage with stops', () => {
  const stop: LatLon = { lat: -62, lon: -52 };
  /** What is found among earlier voyages with these stops, and how many records were read. */
  async function search(
    earlier: readonly (readonly LatLon[] | null)[],
    stops: readonly LatLon[],
    meshOfRecord = 3,
    toleranceNm = wanted().toleranceNm,
  ) {
    const jobs = earlier.map((own, i) => ({
      own,
      sent: newJob({ routeId: i + 1, start, end, stops: own ?? [] }),
    }));
    let reads = 0;
    const ports = {
      jobs: {
        find: async (id: string) => {
          reads++;
          const found = jobs.find(({ sent }) => sent.id === id)!;
          return found.own && jobOf(found.sent, { status: 'STARTED', meshId: meshOfRecord });
        },
      },
      routes: {
        similar: async () =>
          jobs.map(({ sent }) => ({ jobId: sent.id, routeId: sent.routeId, meshId: 3, start, end })),
        withdraw: async () => {},
      },
      documents: { exists: async () => true },
    };
    const found = await findRoute(ports, wanted({ stops, toleranceNm }));
    return { found: found?.routeId ?? null, reads };
  }

  it('is reused only by one that stops within the tolerance of each, in the same order', async () => {
    const other = north(stop, 30);
    const near = north(stop, 1);
    const far = north(stop, 1.1);
    expect(await search([[near, other]], [stop, other])).toEqual({ found: 1, reads: 1 });
    expect(await search([[stop]], [stop], 3, 0)).toEqual({ found: 1, reads: 1 });
    for (const stops of [[far, other], [other, stop], [stop], [], [stop, other, other]])
      expect(await search([stops], [stop, other])).toEqual({ found: null, reads: 1 });
  });

  it('looks at ten records, a plain request at two', async () => {
    const others = Array.from({ length: 12 }, () => [north(stop, 30)]);
    expect(await search(others, [stop])).toEqual({ found: null, reads: 10 });
    expect(await search(others, [])).toEqual({ found: null, reads: 2 });
  });

  it('passes over a record that has expired, and one whose route was calculated on another mesh', async () => {
    expect(await search([[stop], null], [stop])).toEqual({ found: 1, reads: 2 });
    expect(await search([[stop]], [stop], 1)).toEqual({ found: null, reads: 1 });
  });
});
