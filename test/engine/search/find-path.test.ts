import { expect, it } from 'vitest';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { withTurns } from '../../../lib/engine/cost/turns.ts';
import { findPath } from '../../../lib/engine/search/find-path.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { trialOf } from '../for-random-meshes.ts';
import { examine } from '../oracle/examine.ts';

it('uses pinches only where no way avoids them, and looks for no such way where it is known that none does', () => {
  const { mesh, start, end } = trialOf(12, { cells: 300, closed: 'scattered', currents: 'weak' })!;
  expect(mesh.pinch.length).toBeGreaterThan(0);
  const ends = placeWaypoints(mesh, start, end, 0);
  const find = (needsPinches: boolean) =>
    findPath(mesh, costsFor(mesh, 'traveltime'), ends.start, ends.end, () => false, needsPinches)!;
  expect(find(false).ends.partner).toBeNull();
  expect(find(true).ends.partner).not.toBeNull();
});

it('begins at the end where few points lead there, and finds the way that a coarse search misses', () => {
  const trial = trialOf(95_227, { cells: 120, place: 'region', currents: 'overwhelming', headings: 'wild' })!;
  const { mesh, start, end } = trial;
  const ends = placeWaypoints(mesh, start, end, 0);
  const costs = withTurns(mesh, costsFor(mesh, 'traveltime'));
  const found = findPath(mesh, costs, ends.start, ends.end, () => false)!;
  expect(found.sign).toBe(-1);
  // the cost of a search from the start
  expect(Math.abs(found.cost / 0.488827184 - 1)).toBeLessThan(1e-5);
  expect(examine(trial, start, end).faults).toEqual([]);
});
