/** A mesh whose profiles have 64 samples instead of 8, on the same piecewise linear curves: the same costs, the same routes. */
import { describe, expect, it } from 'vitest';
import { Certifier } from '../../../lib/engine/certificate/certificate.ts';
import { reachOfProfile } from '../../../lib/engine/certificate/reach.ts';
import { costsFor, legCost } from '../../../lib/engine/cost/cost.ts';
import { legDerivatives } from '../../../lib/engine/cost/leg-derivatives.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { some } from '../../thorough.ts';
import { trialOf } from '../for-random-meshes.ts';
import { faultsOfPlan } from '../oracle/examine.ts';

const MANY = 64;

/** The profiles of a mesh, each sampled at MANY bearings. */
function resampled(mesh: Mesh): Mesh {
  const { profiles, headings } = mesh;
  const many = new Float64Array((profiles.length / headings) * MANY);
  for (let row = 0; row < profiles.length / headings; row++) {
    for (let k = 1; k <= MANY; k++) {
      const at = (k * headings) / MANY;
      const part = at - Math.floor(at);
      const [low, high] = [Math.floor(at), Math.ceil(at)].map(
        (n) => profiles[headings * row + ((n + headings - 1) % headings)]!,
      ) as [number, number];
      many[MANY * row + k - 1] = low + part * (high - low);
    }
  }
  return { ...mesh, headings: MANY, profiles: many };
}

const KINDS = [
  { headings: 'wind', currents: 'weak' },
  { headings: 'blocked', currents: 'weak' },
  { headings: 'wind', currents: 'none' },
  { headings: 'wild', currents: 'strong' },
] as const;

describe.each(some(2, KINDS))('%j', (traits) => {
  const trial = trialOf(32, {
    ...traits,
    cells: 60,
    consumption: 'fuel',
    closed: 'none',
    place: 'region',
  })!;
  const { mesh, start, end } = trial;
  const many = resampled(mesh);

  it.each(['traveltime', 'fuel'] as const)('legs cost the same: %s', (objective) => {
    const [few, more] = [costsFor(mesh, objective), costsFor(many, objective)];
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    let compared = 0;
    for (let cell = 0; cell < mesh.openCount; cell += 3) {
      for (let k = 0; k < 360; k++) {
        const [x, y] = [1e4 * Math.sin((k * Math.PI) / 180), 1e4 * Math.cos((k * Math.PI) / 180)];
        const cost = legCost(few, cell, x, y);
        // where the current all but closes a bearing, rounding decides
        if (!(cost < 10)) continue;
        expect(legCost(more, cell, x, y) / cost).toBeCloseTo(1, 9);
        legDerivatives(few, cell, x, y, a);
        legDerivatives(more, cell, x, y, b);
        // at a heading the slope is that of either side
        if (k % 45 === 0) continue;
        for (const n of [1, 2]) expect(Math.abs(a[n]! - b[n]!)).toBeLessThan((1e-6 * cost) / 1e4);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it('the routes are valid, cost the same, and have certificates', () => {
    const [few, more] = [mesh, many].map((m) => planRoute(m, start, end, { certificate: true }));
    expect(faultsOfPlan(trial, more!)).toEqual([]);
    more!.routes.forEach(({ objective, track, optimality }, k) => {
      const [own, other] = [totalOf(track, objective), totalOf(few!.routes[k]!.track, objective)];
      expect(Math.abs(own / other - 1)).toBeLessThan(1e-4);
      // the least that is proved may be less than what was found, and not more
      expect(own / (1 + optimality!.gapPercent / 100)).toBeLessThan(other * (1 + 1e-9));
    });
  });
});

it('a certificate holds for what a vessel can reach beyond its profile, if the costs say so', () => {
  const { mesh, start, end } = trialOf(32, {
    headings: 'wind',
    currents: 'weak',
    cells: 60,
    place: 'region',
    closed: 'none',
  })!;
  const costs = costsFor(mesh, 'traveltime');
  const claim = { ...placeWaypoints(mesh, start, end, 0), pinches: false };
  const { track } = planRoute(mesh, start, end).routes[0]!;
  const cost = totalOf(track, 'traveltime');
  const gapWith = (more: number) => {
    const reachOf = (cell: number) => reachOfProfile(costs, cell).map((metres) => more * metres);
    const motion = costs.motion.map((value, k) => (k % 4 === 0 ? more * value : value));
    return new Certifier(mesh, claim).certify({ ...costs, motion, reachOf }, cost, track)!.gapPercent;
  };
  const own = new Certifier(mesh, claim).certify(costs, cost, track)!.gapPercent;
  expect(gapWith(1)).toBe(own);
  // a vessel that comes 10 % further in a day needs a day less in ten at least
  expect(gapWith(1.1)).toBeGreaterThan(10);
});
