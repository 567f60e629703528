import { expect, it } from 'vitest';
import { type LatLon, middleOf } from '../../../lib/engine/geometry/sphere.ts';
import { openCellsAt } from '../../../lib/engine/mesh/locate.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { carriedOver } from '../../../lib/voyage/among-zones/carried-over.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';

it.each([
  {
    along: 'a meridian',
    ends: [
      [1, -0.8],
      [1, -0.2],
    ],
  },
  {
    along: 'the equator',
    ends: [
      [0.2, 0],
      [0.8, 0],
    ],
  },
] as const)('a leg along the border of two cells, $along, stays in the one that it was in', ({ ends }) => {
  const grid: Grid = { columns: 2, rows: 2, box: [0, -1, 2, 1] };
  const [from, to] = [gridMesh(grid, () => ({})), gridMesh(grid, () => ({}))];
  const [start, end] = ends.map(([x, y]) => placeAt(grid, x, y)) as [LatLon, LatLon];
  const beside = openCellsAt(from, middleOf([start.lon, start.lat], [end.lon, end.lat]));
  expect(beside).toHaveLength(2);
  const plan = planRoute(from, start, end);
  for (const cell of beside) {
    const routes = plan.routes.map((route) => {
      const cells = route.track.cells.map((row, k) => (k === 0 ? row : from.row[cell]!));
      return { ...route, track: { ...route.track, cells } };
    });
    const there = carriedOver({ ...plan, routes }, from, to)!;
    for (const [k, { track }] of there.routes.entries()) expect(track.cells).toEqual(routes[k]!.track.cells);
  }
});

it('a way keeps to the cells that have parts of its own, and is none where these are closed', () => {
  const grid = (columns: number): Grid => ({ columns, rows: 2, box: [0, 0, 4, 2] });
  const [from, to] = [gridMesh(grid(4), () => ({})), gridMesh(grid(8), () => ({}))];
  const plan = planRoute(from, placeAt(grid(4), 0.2, 0.5), placeAt(grid(4), 3.8, 0.6));
  const there = carriedOver(plan, from, to)!;
  for (const [k, { track, unsmoothed, sailing }] of there.routes.entries()) {
    const own = plan.routes[k]!;
    expect(track.coordinates).toBe(own.track.coordinates);
    for (const [one, other] of [
      [track, own.track],
      [unsmoothed, own.unsmoothed],
      [sailing, own.sailing],
    ] as const) {
      expect(one.cells[0]).toBe(other.cells[0]);
      one.cells.forEach((row, i) => {
        if (i === 0) return;
        const [lon, lat] = one.coordinates[i]!;
        const [before] = one.coordinates[i - 1]!;
        const [west, south, east, north] = [0, 1, 2, 3].map(
          (side) => to.bounds[4 * to.row.indexOf(row) + side]!,
        );
        expect(west).toBeLessThan(Math.max(lon, before) + 1e-9);
        expect(east).toBeGreaterThan(Math.min(lon, before) - 1e-9);
        expect(lat).toBeGreaterThan(south! - 1e-9);
        expect(lat).toBeLessThan(north! + 1e-9);
      });
    }
    if (own.track === own.sailing) expect(track).toBe(sailing);
  }
  expect(carriedOver(plan, from, from)).toBe(plan);
  const wall = gridMesh(grid(8), (x) => ({ closed: x > 2 && x < 3 }));
  expect(carriedOver(plan, from, wall)).toBeNull();
  // it is enough that one of its routes has no way
  const first = plan.routes[0]!;
  const short = {
    ...first,
    track: planRoute(from, placeAt(grid(4), 0.2, 0.5), placeAt(grid(4), 0.8, 0.5)).routes[0]!.track,
  };
  expect(carriedOver({ ...plan, routes: [short, first] }, from, wall)).toBeNull();
});
