/** A voyage through stops as one track: which mesh each leg is sailed on, and where it waits. */
import { describe, expect, it } from 'vitest';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import { joined } from '../../../lib/voyage/forecast/join-dated.ts';
import type { Itinerary, Work } from '../../../lib/voyage/stops/itinerary.ts';
import { MOST_ROWS } from '../../../lib/voyage/work/work-in-time.ts';
import { itineraryThrough } from './no-sea.ts';

/** A track along a parallel, a day and a kilometre from each degree to the next; the first cell is that of no leg. */
const along = (lons: readonly number[], more: Partial<SailedTrack> = {}): SailedTrack => ({
  coordinates: lons.map((lon) => [lon, -60]),
  timeDays: lons.map((_, k) => k),
  distanceM: lons.map((lon) => 1000 * Math.abs(lon - lons[0]!)),
  consumption: lons.map((_, k) => 10 * k),
  speedKmh: lons.map((_, k) => (k === 0 ? 0 : 1)),
  cells: lons.map((lon, k) => (k === 0 ? -1 : lon)),
  meshes: lons.map(() => 0),
  waits: [],
  closedUnderWay: [],
  ...more,
});
const join = (itinerary: Itinerary, routes: readonly SailedTrack[], ofWork?: (work: Work) => SailedTrack) =>
  joined(
    { points: routes.map((_, k) => k).concat(routes.length), routes, itinerary, idleRate: 2 },
    (route) => route,
    ofWork as never,
  );

describe('the legs of a voyage', () => {
  const waits = [
    { vertex: 1, from: 1, until: 2, why: 'closed' as const },
    { vertex: 2, from: 3, until: 4, why: 'no way' as const },
  ];
  const first = along([0, 1, 2], { meshes: [3, 3, 4], closedUnderWay: [2] });
  const second = along([2, 3, 4], { meshes: [5, 5, 6], waits, closedUnderWay: [1] });

  it('keep their cells and meshes, and waits are told of the vertices of the whole', () => {
    const whole = join(itineraryThrough([{ stay: 1 }]), [first, second]);
    // arriving at the stop and leaving it are two points
    expect(whole.coordinates.map(([lon]) => lon)).toEqual([0, 1, 2, 2, 3, 4]);
    expect(whole.cells).toEqual([-1, 1, 2, 2, 3, 4]);
    expect(whole.meshes).toEqual([3, 3, 4, 4, 5, 6]);
    expect(whole.waits).toEqual([
      { ...waits[0], vertex: 4 },
      { ...waits[1], vertex: 5 },
    ]);
    expect(whole.closedUnderWay).toEqual([2, 4]);
    expect(whole.timeDays).toEqual([0, 1, 2, 3, 4, 5]);
    expect(whole.consumption).toEqual([0, 10, 20, 22, 32, 42]);
  });

  it('between stops at one place are none', () => {
    const nowhere = along([2, 2], {
      timeDays: [0, 0],
      distanceM: [0, 0],
      meshes: [9, 9],
      waits,
      closedUnderWay: [1],
    });
    const whole = join(itineraryThrough([{}, {}]), [first, nowhere, second]);
    expect(whole.coordinates.map(([lon]) => lon)).toEqual([0, 1, 2, 3, 4]);
    expect(whole.waits.map(({ vertex }) => vertex)).toEqual([3, 4]);
    expect(whole.closedUnderWay).toEqual([2, 3]);
  });
});

describe('work', () => {
  const log = {
    waits: [{ vertex: 1, from: 3, until: 4, why: 'closed' as const }],
    closedUnderWay: [3],
  };
  const track = {
    ...along([2, 3, 3, 4]),
    distanceM: [0, 1000, 1000, 2000],
    cells: [-1, MOST_ROWS + 3, MOST_ROWS + 3, 2 * MOST_ROWS + 4],
  };
  const sailing = { ...along([2, 4]), timeDays: [0, 3], cells: [-1, 2 * MOST_ROWS + 4] };
  const works = [null, { kind: 'line', track, sailing, days: 3, stayBefore: 0, stayAfter: 0, log }, null];
  const itinerary = { ...itineraryThrough([{ stay: 3 }]), works } as unknown as Itinerary;
  const legs = [along([0, 1, 2]), along([4, 5], { meshes: [7, 7] })];

  it('tells its meshes by its cells, and where it waited', () => {
    const whole = join(itinerary, legs);
    expect(whole.coordinates.map(([lon]) => lon)).toEqual([0, 1, 2, 3, 3, 4, 5]);
    expect(whole.cells).toEqual([-1, 1, 2, 3, 3, 4, 5]);
    expect(whole.meshes).toEqual([0, 0, 0, 1, 1, 2, 7]);
    expect(whole.waits).toEqual([{ ...log.waits[0], vertex: 3 }]);
    expect(whole.closedUnderWay).toEqual([5]);
  });

  it('by its waypoints has other vertices than those of its waits', () => {
    const whole = join(itinerary, legs, ((work: Work) => work.sailing) as never);
    expect(whole.coordinates.map(([lon]) => lon)).toEqual([0, 1, 2, 4, 5]);
    expect(whole.meshes).toEqual([0, 0, 0, 2, 7]);
    expect([whole.waits, whole.closedUnderWay]).toEqual([[], []]);
  });
});
