import { expect, it } from 'vitest';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { findPath } from '../../../lib/engine/search/find-path.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { trialOf } from '../for-random-meshes.ts';

it('uses pinches only where no way avoids them, and looks for no such way where it is known that none does', () => {
  const { mesh, start, end } = trialOf(12, { cells: 300, closed: 'scattered', currents: 'weak' })!;
  expect(mesh.pinch.length).toBeGreaterThan(0);
  const ends = placeWaypoints(mesh, start, end, 0);
  const find = (needsPinches: boolean) =>
    findPath(mesh, costsFor(mesh, 'traveltime'), ends.start, ends.end, () => false, needsPinches)!;
  expect(find(false).ends.partner).toBeNull();
  expect(find(true).ends.partner).not.toBeNull();
});
