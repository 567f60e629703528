/** A search that uses the costs of another one through the same points. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Costs, costsFor, leastRate } from '../../../lib/engine/cost/cost.ts';
import { withTurns } from '../../../lib/engine/cost/turns.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { findPath } from '../../../lib/engine/search/find-path.ts';
import { searchAgain } from '../../../lib/engine/search/search-again.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { trialOf } from '../for-random-meshes.ts';
import { randomMesh, randomNumbers, randomPoint } from '../random-mesh.ts';

/** A sea where the rates of consumption are `rateOf` a random number per cell, with a start and an end. */
function sea(seed: number, rateOf: (random: number) => number) {
  const mesh = randomMesh(seed, {
    cells: 200,
    headings: 'alike',
    consumption: 'fuel',
    currents: 'none',
    closed: 'islands',
  });
  const random = randomNumbers(seed);
  const rates = mesh.source.rates!.slice();
  for (let i = 0; i < rates.length; i += 8) rates.fill(rateOf(random()), i, i + 8);
  const [start, end] = [randomPoint(mesh, random), randomPoint(mesh, random)];
  return { mesh: openMesh(compileMesh({ ...mesh.source, rates })), start, end };
}

/** Seeds of seas where a way leads from start to end. */
const seeds = Array.from({ length: 30 }, (_, k) => 91_000 + k).filter((seed) => {
  const { mesh, start, end } = sea(seed, () => 30);
  try {
    return placeWaypoints(mesh, start, end, 300);
  } catch (error) {
    if (error instanceof RouteInaccessible) return false;
    throw error;
  }
});

function plans(rateOf: (random: number) => number) {
  return seeds.map((seed) => {
    const { mesh, start, end } = sea(seed, rateOf);
    return planRoute(mesh, start, end).routes;
  });
}

describe('the path of least consumption', () => {
  it('is the fastest path where the rate is the same everywhere', () => {
    const long = plans(() => 30).filter(([{ track }]) => track.cells.length > 2);
    expect(long.length).toBeGreaterThan(20);
    for (const [fastest, fuel] of long) expect(fuel!.track).toBe(fastest!.track);
  });

  it('consumes less than the fastest path on some seas where rates differ', () => {
    const saved = plans((random) => 30 + 30 * random).filter(
      ([fastest, fuel]) => totalOf(fuel!.track, 'fuel') < 0.99 * totalOf(fastest!.track, 'fuel'),
    );
    expect(saved.length).toBeGreaterThan(5);
  });

  it('is found by searching again as by a search of its own, where rates differ little', () => {
    let compared = 0;
    for (const seed of seeds) {
      const { mesh, start, end } = sea(seed, (random) => 30 * (1 + 0.003 * random));
      const ends = placeWaypoints(mesh, start, end, 300);
      const find = (objective: 'traveltime' | 'fuel') =>
        findPath(mesh, costsFor(mesh, objective), ends.start, ends.end, () => false);
      const [fastest, own] = [find('traveltime'), find('fuel')];
      if (!fastest || !own) continue;
      const fuel = costsFor(mesh, 'fuel');
      const again = searchAgain(mesh, fuel, fastest, leastRate(fuel), () => false)!;
      // both before refinement, through points that differ
      expect(again.cost / own.cost - 1, `seed ${seed}`).toBeLessThan(1e-4);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe('in a mesh of strong currents, which is searched as a whole', () => {
  /** Fraction. Across a long cell a rhumb line is not the shortest way: two legs may cost so much less than one. */
  const TOLERANCE = 2e-4;
  const cases = Array.from({ length: 8 }, (_, k) => 92_000 + k).flatMap((seed) => {
    const { mesh, start, end } = trialOf(seed, {
      cells: 150,
      place: 'region',
      currents: 'overwhelming',
      headings: 'wild',
      closed: 'none',
      consumption: 'fuel',
    })!;
    const ends = placeWaypoints(mesh, start, end, 300);
    const find = (costs: Costs) => findPath(mesh, costs, ends.start, ends.end, () => false);
    const fastest = find(withTurns(mesh, costsFor(mesh, 'traveltime')));
    return fastest ? [{ seed, mesh, find, fastest }] : [];
  });

  it.each(cases)(
    'seed $seed: the path of least consumption costs as much as by a search of its own',
    ({ mesh, find, fastest }) => {
      expect(fastest.reach).toBe(Infinity);
      const fuel = withTurns(mesh, costsFor(mesh, 'fuel'));
      const again = searchAgain(mesh, fuel, fastest, leastRate(fuel), () => false)!;
      expect(Math.abs(again.cost / find(fuel)!.cost - 1)).toBeLessThan(TOLERANCE);
    },
  );

  it.each(cases)('seed $seed: so does the path of straight legs', ({ mesh, find, fastest }) => {
    const straight = costsFor(mesh, 'traveltime');
    const again = searchAgain(mesh, straight, fastest, 1, () => false);
    const own = find(straight);
    expect(again === null).toBe(own === null);
    if (again && own) expect(Math.abs(again.cost / own.cost - 1)).toBeLessThan(TOLERANCE);
  });

  it('finds none where straight legs cannot take the turns', () => {
    const { mesh, start, end } = trialOf(96_060, {
      cells: 60,
      place: 'region',
      currents: 'overwhelming',
      headings: 'blocked',
      closed: 'none',
      consumption: 'fuel',
    })!;
    const ends = placeWaypoints(mesh, start, end, 300);
    const straight = costsFor(mesh, 'traveltime');
    const known = findPath(mesh, withTurns(mesh, straight), ends.start, ends.end, () => false)!;
    expect(searchAgain(mesh, straight, known, 1, () => false)).toBeNull();
  });
});
