import { expect, it } from 'vitest';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { evaluatePath, PathNotSailable } from '../../../lib/engine/path/evaluate.ts';
import type { ObjectiveRoute } from '../../../lib/engine/route-plan.ts';
import { SAILING_COST_TOLERANCE } from '../../../lib/engine/sail/sailing.ts';
import { forRandomMeshes, type Trial } from '../for-random-meshes.ts';
import { examine, totalOf } from '../oracle/examine.ts';

/** Fraction of the waypoints that may be superfluous: the thinning does not see every way along an edge. */
const SUPERFLUOUS = 0.12;

it('almost every sailing waypoint is needed: without it the route is closed, or too expensive', () => {
  const count = { waypoints: 0, superfluous: 0, vertices: 0 };
  forRandomMeshes(25, { headings: 'alike', cells: 100, currents: 'weak', closed: 'islands' }, (trial) => {
    for (const route of examine(trial, trial.start, trial.end).plan?.routes ?? []) {
      count.vertices += route.track.coordinates.length - 2;
      for (let i = 1; i + 1 < route.sailing.coordinates.length; i++) {
        count.waypoints++;
        if (isSuperfluous(trial, route, i)) count.superfluous++;
      }
    }
    return [];
  });
  expect(count.waypoints).toBeGreaterThan(50);
  expect(count.vertices).toBeGreaterThan(3 * count.waypoints);
  expect(count.superfluous / count.waypoints).toBeLessThan(SUPERFLUOUS);
});

it('where two bearings cost less than the one between them, a waypoint stands for many turns', () => {
  const count = { waypoints: 0, vertices: 0 };
  forRandomMeshes(10, { headings: 'wild', cells: 12, currents: 'weak', closed: 'none' }, (trial) => {
    for (const { track, sailing } of examine(trial, trial.start, trial.end).plan?.routes ?? []) {
      count.vertices += track.coordinates.length - 2;
      count.waypoints += sailing.coordinates.length - 2;
    }
    return [];
  });
  expect(count.vertices).toBeGreaterThan(4 * count.waypoints);
});

function isSuperfluous({ mesh }: Trial, { objective, track, sailing }: ObjectiveRoute, i: number): boolean {
  const without = sailing.coordinates.filter((_, k) => k !== i);
  try {
    const cost = totalOf(evaluatePath(mesh, costsFor(mesh, objective), without), objective);
    return cost <= totalOf(track, objective) * (1 + SAILING_COST_TOLERANCE);
  } catch (error) {
    if (error instanceof PathNotSailable) return false;
    throw error;
  }
}
