/** Reach in seas of islands and currents, judged place by place by what it costs to come there. */
import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { FieldSolver } from '../../../lib/engine/field.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { type Reach, type ReachQuery, reachOn } from '../../../lib/voyage/reach/reach.ts';
import {
  type MeshTraits,
  type RandomMesh,
  randomMesh,
  randomNumbers,
  randomPoint,
} from '../../engine/random-mesh.ts';

/** Relative: nearer to a line than this a place may be on either side of it. */
const NEAR = 0.02;

/** By even and odd: islands are left out, and so is what lies between two polygons. */
function isIn({ polygons }: Reach, { lat, lon }: LatLon): boolean {
  let crossed = 0;
  for (const ring of polygons.flat()) {
    for (const [k, [lon1, lat1]] of ring.entries()) {
      const [lon0, lat0] = ring[k - 1] ?? [lon1, lat1];
      if (lat0 > lat === lat1 > lat) continue;
      if (lon < lon0 + ((lat - lat0) / (lat1 - lat0)) * (lon1 - lon0)) crossed++;
    }
  }
  return crossed % 2 === 1;
}

/** Inside a cell: a place on a coast is on the line. */
function placeInside(drawn: RandomMesh, random: () => number): LatLon {
  for (;;) {
    const { lat, lon } = randomPoint(drawn, random);
    const isOnSide = drawn.source.bounds.some((side, k) => Math.abs(side - (k % 2 === 0 ? lon : lat)) < 1e-3);
    if (!isOnSide) return { lat, lon };
  }
}

const ISLANDS = { cells: 30, closed: 'islands', currents: 'weak', consumption: 'fuel' } as const;
const CASES: readonly (readonly [string, Partial<MeshTraits>, Partial<ReachQuery>])[] = [
  ['of hours', { headings: 'alike', place: 'region' }, {}],
  ['of hours back', { headings: 'alike', place: 'region' }, { isReverse: true }],
  ['of fuel where headings differ', { headings: 'wind', place: 'region' }, { metric: 'fuel' }],
  ['of hours across the antimeridian', { headings: 'alike', place: 'antimeridian' }, {}],
  ['of per cent more', { headings: 'alike', place: 'region' }, { metric: 'percent', contours: [15] }],
];

it.each(CASES)('reach %s holds the places that cost less, and no other', (_, traits, more) => {
  const seen = { in: 0, out: 0, others: 0 };
  for (let seed = 1; seed <= 4; seed++) {
    const drawn = randomMesh(seed, { ...ISLANDS, ...traits });
    const mesh = openMesh(compileMesh(drawn.source));
    const random = randomNumbers(seed);
    const [first, second, destination, ...places] = Array.from({ length: 80 }, () =>
      placeInside(drawn, random),
    );
    const { metric = 'hours', isReverse = false } = more;
    const objective = metric === 'fuel' ? 'fuel' : 'traveltime';
    const solver = new FieldSolver(mesh, objective, { pointsPerEdge: 12 });
    const costsOf = (at: LatLon, isBack: boolean) => {
      const field = isBack ? solver.to([{ at }]) : solver.from([{ at }]);
      return (place: LatLon) => (metric === 'hours' ? 24 : 1) * field.costAt(place);
    };
    const isBetween = metric === 'percent';
    const rest = isBetween ? costsOf(destination!, true) : () => 0;
    const ways = [first!, second!].map((at) => costsOf(at, isReverse));
    const sums = places.map((place) => ways.map((way) => way(place) + rest(place)));
    const known = sums.map(([cost]) => cost!).filter(Number.isFinite);
    const most = known.toSorted((a, b) => a - b)[Math.floor(0.6 * known.length)];
    if (!most) continue;
    const contours = more.contours ?? [most];
    // who is on the way from the other one only is nearest by what is sailed till there
    const direct = Math.min(...ways.map((way) => way(destination!)));
    const limit = isBetween ? direct * (1 + contours[0]! / 100) : most;
    if (!(limit < Infinity)) continue;
    const delayHours = metric === 'hours' ? 0.2 * most : 0;
    const reaches = reachOn(mesh, {
      origins: [
        { ...first!, delayHours: 0 },
        { ...second!, delayHours },
      ],
      metric,
      contours,
      objective,
      isReverse,
      destination: isBetween ? destination! : null,
      ...more,
    });
    for (const [k, place] of places.entries()) {
      const own = sums[k]!.map((cost, origin) => cost + origin * delayHours);
      for (const origin of [0, 1]) {
        const [cost, other] = [own[origin]!, own[1 - origin]!];
        const isClear = Math.abs(cost / limit - 1) > NEAR && Math.abs(cost - other) > NEAR * limit;
        if (!isClear && cost < Infinity) continue;
        const expected = cost < limit && cost < other;
        expect(isIn(reaches[origin]!, place), `${seed} ${origin} ${k} ${cost / limit} ${other / limit}`).toBe(
          expected,
        );
        if (expected) seen.in++;
        else if (cost < limit) seen.others++;
        else seen.out++;
      }
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
});
