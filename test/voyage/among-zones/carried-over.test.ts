import { expect, it } from 'vitest';
import { openCellsAt } from '../../../lib/engine/mesh/locate.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { carriedOver } from '../../../lib/voyage/among-zones/carried-over.ts';
import { openSea } from '../../zones/open-sea.ts';

it('a leg along the border of two cells stays in the one that it was in', () => {
  const shape = { west: -64, south: -66, columns: 4, rows: 4, height: 0.5 };
  const [from, to] = [openSea(shape), openSea(shape)];
  const [start, end] = [
    { lat: -65.9, lon: -62 },
    { lat: -65.6, lon: -62 },
  ];
  const beside = openCellsAt(from, { lat: -65.75, lon: -62 });
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
