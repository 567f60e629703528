import type { Limit } from '../../../lib/engine/certificate/budget.ts';
import { Certifier, type CertifyOptions } from '../../../lib/engine/certificate/certificate.ts';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { attack, type Breach, unprovedPairs } from './attack.ts';

export interface AttackReport {
  readonly objective: string;
  readonly cost: number;
  readonly usesPinch: boolean;
  /** null = no certificate. */
  readonly gapPercent: number | null;
  readonly endedBy: Limit | null;
  readonly tried: number;
  readonly close: number;
  readonly breaches: readonly Breach[];
  readonly unproved: readonly string[];
}

/**
 * Plans a route, certifies it for each objective, attacks the bound and checks its proof; empty if there is no
 * route.
 */
export function attackRoute(
  mesh: Mesh,
  start: LatLon,
  end: LatLon,
  pairs: number,
  random: () => number,
  options: CertifyOptions = {},
): AttackReport[] {
  try {
    const plan = planRoute(mesh, start, end);
    const ends = placeWaypoints(mesh, start, end, 300);
    const certifiers = [false, true].map(
      (usesPinches) => new Certifier(mesh, { ...ends, pinches: usesPinches }),
    );
    return plan.routes.map(({ objective, track, pinches }) => {
      const costs = costsFor(mesh, objective);
      const cost = (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;
      const found = { tried: 0, close: 0, breaches: [] as Breach[], unproved: [] as string[] };
      const certifier = certifiers[pinches.length > 0 ? 1 : 0]!;
      const certificate = certifier.certify(costs, cost, track, {
        ...options,
        inspect: (bound) => {
          const { tried, close, breaches } = attack(mesh, costs, bound, pairs, random);
          found.tried += tried;
          found.close += close;
          found.breaches.push(...breaches);
          found.unproved.push(...unprovedPairs(mesh, costs, bound, cost));
        },
      });
      return {
        objective,
        cost,
        usesPinch: pinches.length > 0,
        gapPercent: certificate?.gapPercent ?? null,
        endedBy: certificate?.endedBy ?? null,
        ...found,
      };
    });
  } catch (error) {
    if (error instanceof RouteInaccessible) return [];
    throw error;
  }
}
