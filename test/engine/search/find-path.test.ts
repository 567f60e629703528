import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { costsFor } from '../../../lib/engine/cost/cost.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { findPath, type KnownPath } from '../../../lib/engine/search/find-path.ts';
import { pinchPartners } from '../../../lib/engine/search/pinches.ts';
import { placeWaypoints } from '../../../lib/engine/waypoints/waypoints.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { trialOf } from '../for-random-meshes.ts';
import { randomMesh, randomNumbers, randomPoint } from '../random-mesh.ts';

it('uses pinches only if they are needed, and skips the search without them where that is futile', () => {
  const { mesh, start, end } = trialOf(12, { cells: 300, closed: 'scattered', currents: 'weak' })!;
  expect(mesh.pinch.length).toBeGreaterThan(0);
  const ends = placeWaypoints(mesh, start, end, 0);
  const find = (known?: KnownPath) => findPath(mesh, costsFor(mesh, 'traveltime'), ends, () => false, known)!;
  const found = find();
  expect(found.ends.partner).toBeNull();
  const needy = { ...found, ends: { ...ends, partner: pinchPartners(mesh) } };
  expect(find({ found: needy, first: null, rate: 1, cost: Infinity }).ends.partner).not.toBeNull();
});

it('leaves a slow cell for a faster one beside it, though start and end are in the slow one', () => {
  const slow = 4;
  const fast = 20;
  const file = gridMesh({ columns: 3, rows: 3, latMin: -2, lonMin: 0 });
  for (const box of file.cellboxes) {
    const speed = box.cx > 1 && box.cx < 2 ? slow : fast;
    Object.assign(box, { speed: Array(8).fill(speed) });
  }
  const mesh = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(file)))).compiled);
  const [start, end] = [
    { lat: -0.95, lon: 1.05 },
    { lat: -0.05, lon: 1.05 },
  ];
  const [fastest] = planRoute(mesh, start, end).routes;
  const straightHours = (0.9 * 60 * 1.852) / slow;
  // 0.05° west to the meridian of the fast cells and back at an angle of refraction
  const sine = slow / fast;
  const aside = 0.05 * Math.tan(Math.asin(sine));
  const degrees = (2 * 0.05) / Math.cos(Math.asin(sine)) / slow + (0.9 - 2 * aside) / fast;
  const hours = fastest!.track.timeDays.at(-1)! * 24;
  expect(hours).toBeLessThan(0.35 * straightHours);
  expect(hours / (degrees * 60 * 1.852)).toBeCloseTo(1, 2);
});

it('finds a path that one point on each edge prices too high', () => {
  const random = randomMesh(11, {
    cells: 400,
    closed: 'islands',
    currents: 'weak',
    headings: 'alike',
    place: 'region',
  });
  const numbers = randomNumbers(5);
  const points = Array.from({ length: 6 }, () => randomPoint(random, numbers));
  const { routes } = planRoute(openMesh(compileMesh(random.source)), points[4]!, points[5]!);
  // as found without any guide; where the guide is trusted too much, 1.6 % more
  expect(routes[0]!.track.timeDays.at(-1)).toBeLessThan(0.7997);
});
