import { expect, it } from 'vitest';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import { atWaypoints } from '../../../lib/voyage/forecast/at-waypoints.ts';
import { BEGIN, changing, MS_PER_DAY, planned } from './daily-meshes.ts';

/** Of one day and 10 tonnes a leg. */
const sailed = (coordinates: readonly Point[], more: Partial<SailedTrack> = {}): SailedTrack => ({
  coordinates,
  timeDays: coordinates.map((_, k) => k),
  distanceM: coordinates.map((_, k) => 1000 * k),
  consumption: coordinates.map((_, k) => 10 * k),
  speedKmh: coordinates.map((_, k) => (k === 0 ? 0 : 10 + k)),
  cells: coordinates.map((_, k) => k - 1),
  meshes: coordinates.map((_, k) => k),
  waits: [],
  closedUnderWay: [],
  ...more,
});

it('leaves out where a line is cut, also across the antimeridian, and keeps what was sailed until then', () => {
  const track = sailed([
    [178, -60],
    [179, -60],
    [-179, -60],
    [-178, -60],
    [-178, -61],
  ]);
  expect(atWaypoints(track, [])).toMatchObject({
    coordinates: [
      [178, -60],
      [-178, -60],
      [-178, -61],
    ],
    timeDays: [0, 3, 4],
    distanceM: [0, 3000, 4000],
    consumption: [0, 30, 40],
    speedKmh: [0, 12, 14],
    cells: [-1, 2, 3],
    meshes: [0, 3, 4],
  });
});

it('keeps stops, where the vessel stays or turns back, and what is a little off the line', () => {
  const line: Point[] = [0, 1, 2, 2, 3, 2, 1].map((lon) => [lon, 0]);
  expect(atWaypoints(sailed(line), [[1, 0]]).coordinates).toEqual([0, 1, 2, 2, 3, 1].map((lon) => [lon, 0]));
  const bent: Point[] = [
    [0, 0],
    [1, 1e-5],
    [2, 0],
  ];
  expect(atWaypoints(sailed(bent), []).coordinates).toEqual(bent);
});

it('tells waits, and where a cell had closed, of the same points', () => {
  const line: Point[] = [0, 1, 2, 2, 3, 4, 5].map((lon) => [lon, 0]);
  const wait = { from: 2, until: 3, why: 'closed' as const };
  const few = atWaypoints(sailed(line, { waits: [{ ...wait, vertex: 2 }], closedUnderWay: [5] }), []);
  expect(few.coordinates).toEqual([0, 2, 2, 4, 5].map((lon) => [lon, 0]));
  expect(few.timeDays).toEqual([0, 2, 3, 5, 6]);
  expect(few.waits).toEqual([{ ...wait, vertex: 1 }]);
  expect(few.closedUnderWay).toEqual([3]);
});

it('is how routes through a forecast are told: no waypoint of theirs lies between two on a line but a stop', () => {
  const stop = { lat: -62, lon: 2, name: 'A' };
  for (const fields of [
    {},
    { stops: [stop] },
    { stops: [{ ...stop, not_before: new Date(BEGIN + 1.5 * MS_PER_DAY).toISOString() }] },
  ]) {
    for (const { sailing, track, objective } of planned(changing, fields).routes) {
      const again = atWaypoints(sailing as SailedTrack, [[stop.lon, stop.lat]]);
      expect(again.coordinates, objective).toEqual(sailing.coordinates);
      expect(sailing.timeDays.at(-1)).toBeLessThan(1.002 * track.timeDays.at(-1)!);
    }
  }
});
