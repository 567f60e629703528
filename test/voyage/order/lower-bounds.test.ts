import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { placeAll } from '../../../lib/engine/waypoints/waypoints.ts';
import { LowerBounds } from '../../../lib/voyage/order/lower-bounds.ts';
import { randomMesh, randomNumbers, randomPoint } from '../../engine/random-mesh.ts';
import { some } from '../../thorough.ts';

const COUNT = 5;

it.each(some(2, [1, 3, 2]))(
  'bounds to and from many places are below every route, and near it as far as is wanted, seed %i',
  (seed) => {
    const drawn = randomMesh(seed, {
      cells: 120,
      closed: 'islands',
      currents: 'weak',
      consumption: 'fuel',
      headings: seed === 1 ? 'alike' : 'wind',
      place: 'region',
    });
    const mesh = openMesh(compileMesh(drawn.source));
    const random = randomNumbers(seed);
    const places = Array.from({ length: COUNT }, (_, k) => ({
      what: `${k}`,
      at: randomPoint(drawn, random),
    }));
    const terminals = placeAll(mesh, places, 1000);
    const bounds = new LowerBounds(mesh, terminals, { intervalsPerEdge: 3 });
    const [one, ...others] = terminals.map(({ used }) => used) as [LatLon, ...LatLon[]];
    for (const [k, objective] of (['traveltime', 'fuel'] as const).entries()) {
      for (const way of ['to', 'from'] as const) {
        const costs = others.map((other) => (way === 'to' ? costOf(other, one, k) : costOf(one, other, k)));
        const most = Math.max(...costs.filter(Number.isFinite));
        const wanted = [0, ...costs.map((cost, i) => (i === 0 ? 0.4 : 1.01) * Math.min(cost, most))];
        const least = bounds[way](0, objective, wanted);
        for (const [i, cost] of costs.entries()) {
          expect(least[i + 1]).toBeLessThanOrEqual(cost);
          expect(least[i + 1]).toBeGreaterThan(0.9 * Math.min(cost, wanted[i + 1]!));
        }
        const ofCells = bounds[way === 'to' ? 'cellsTo' : 'cellsFrom'](0, objective, wanted);
        expect(ofCells).toHaveLength(mesh.openCount);
        expect(Math.max(...ofCells)).toBeGreaterThan(0.5 * most);
        for (const [i, cost] of costs.entries()) {
          for (const cell of terminals[i + 1]!.cells) expect(ofCells[cell]).toBeLessThanOrEqual(cost);
        }
      }
    }

    function costOf(start: LatLon, end: LatLon, k: number): number {
      try {
        const { track, objective } = planRoute(mesh, start, end).routes[k]!;
        return totalOf(track, objective);
      } catch (error) {
        if (error instanceof RouteInaccessible) return Infinity;
        throw error;
      }
    }
  },
);

it('places that are one have one bound, and once time is up bounds are lower', () => {
  const drawn = randomMesh(4, { cells: 60, currents: 'weak', headings: 'alike', place: 'region' });
  const mesh = openMesh(compileMesh(drawn.source));
  const random = randomNumbers(4);
  const [one, other] = [randomPoint(drawn, random), randomPoint(drawn, random)];
  const terminals = placeAll(
    mesh,
    [one, other, one, other].map((at, k) => ({ what: `${k}`, at })),
    1000,
  );
  const { track } = planRoute(mesh, terminals[1]!.used, terminals[0]!.used).routes[0]!;
  const cost = totalOf(track, 'traveltime');
  const least = (isOver: () => boolean) =>
    new LowerBounds(mesh, terminals, { isOver }).to(2, 'traveltime', [0, 1.01 * cost, 0, 1.01 * cost]);
  const whole = least(() => false);
  expect(whole[0]).toBe(0);
  expect(whole[1]).toBe(whole[3]);
  expect(whole[1]).toBeGreaterThan(0.9 * cost);
  expect(least(() => true)[1]).toBeLessThan(whole[1]!);
});
