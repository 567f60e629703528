import { expect, test } from 'vitest';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compileFile } from '../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../lib/meshes/read/parse-mesh.ts';
import type { RouteNotSailable } from '../../lib/routes/errors.ts';
import { evaluateAmongZones } from '../../lib/routes/evaluate-among-zones.ts';
import { evaluateRoute } from '../../lib/routes/evaluate-route.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import { plainVoyage } from '../../lib/voyage/voyage-fields.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { gridMesh } from '../local/grid-mesh.ts';
import { boxPolygon } from '../zones/areas.ts';

/** Ten by ten degrees from 70° S 60° W, with a closed wall at 55.5° W and a gap at its northern end. */
const isOpen = (lat: number, lon: number) => lon !== -55.5 || lat > -61;
const mesh = openMesh(compileFile(parseMesh(Buffer.from(JSON.stringify(gridMesh({ isOpen }))))).compiled);

const closed = (name: string, ...at: Parameters<typeof boxPolygon>): Zone =>
  ({ name, kind: 'closed', geometry: boxPolygon(...at) }) as Zone;
const slow = (...at: Parameters<typeof boxPolygon>): Zone =>
  ({ name: 'Slow', kind: 'speed_limit', max_speed_kn: 4, geometry: boxPolygon(...at) }) as Zone;
const points = (...at: [lat: number, lon: number][]): LatLon[] => at.map(([lat, lon]) => ({ lat, lon }));
const evaluate = (waypoints: LatLon[], zones: Zone[], departure: string | null = null) =>
  evaluateAmongZones(mesh, waypoints, { zones, departure, slowDown: () => null }).track;
const problemsOf = (...asked: Parameters<typeof evaluate>) => {
  try {
    evaluate(...asked);
  } catch (error) {
    return (error as RouteNotSailable).details;
  }
  return [];
};

const west = points([-69.2, -59.3], [-66.2, -58.7], [-62.1, -59.1]);

test('a leg in a closed zone is named with the zone and the first place in it, beside those in closed cells', () => {
  const zones = [closed('Far', -60, -63, -58, -62.5), closed('Near', -60, -65, -58, -64)];
  expect(problemsOf(west, zones)).toEqual([
    { leg: 2, lat: expect.closeTo(-65, 6), lon: expect.closeTo(-58.82, 2), reason: 'closed zone "Near"' },
  ]);
  const through = [...west, { lat: -65.5, lon: -52.5 }];
  expect(problemsOf(through, zones).map(({ leg, reason }) => [leg, reason])).toEqual([
    [2, 'closed zone "Near"'],
    [3, expect.stringMatching(/^closed cell/)],
    [3, 'closed zone "Far"'],
  ]);
});

test('a route along the border of a closed zone is not in it', () => {
  const along = points([-66, -59], [-64, -59], [-62, -59]);
  expect(problemsOf(along, [closed('Beside', -59, -65, -58, -63)])).toEqual([]);
  expect(problemsOf(along, [closed('Across', -59.1, -65, -58, -63)])).toHaveLength(2);
});

test('a closed zone with a season counts when the ship is there', () => {
  const season = { from: '11-27', to: '12-31' };
  const zones = [{ ...closed('Seals', -60, -65, -58, -64), season }];
  const days = evaluateRoute(mesh, west).timeDays.at(-1)!;
  expect(days).toBeLessThan(3);
  expect(problemsOf(west, zones)).toHaveLength(1);
  expect(problemsOf(west, zones, '2026-11-20T00:00:00Z')).toEqual([]);
  expect(problemsOf(west, zones, '2026-11-28T00:00:00Z')).toHaveLength(1);
});

test('a speed limit makes the legs in it slower, in its season', () => {
  const zone = slow(-60, -65, -58, -64);
  const [free, limited] = [evaluate(west, []), evaluate(west, [zone])];
  const metresInside = (1 / 60) * 1852 * 60 * 60; // a degree of latitude
  const at = (track: typeof free) => (track.timeDays.at(-1)! * 86_400) as number;
  const slower = metresInside / ((4 * 1852) / 3600);
  const faster = metresInside / (free.speedKmh[1]! / 3.6);
  expect(at(limited) - at(free)).toBeGreaterThan(0.9 * (slower - faster));
  const season = { from: '01-01', to: '02-01' };
  const inSeason = (departure: string) => at(evaluate(west, [{ ...zone, season }], departure));
  expect(inSeason('2026-11-20T00:00:00Z')).toBe(at(free));
  expect(inSeason('2026-01-10T00:00:00Z')).toBe(at(limited));
});

test('a route that was planned among zones costs here what it costs there', () => {
  const zones = [closed('Closed', -58.4, -66, -56.5, -62.2), slow(-60, -64.3, -58, -63.6)];
  const [start, end] = points([-69.2, -57.3], [-61.1, -51.4]);
  const request = { start: start!, end: end!, vehicle: null, voyage: { ...plainVoyage(), zones } };
  const { track } = planVoyage(mesh, request, {}).routes[0]!;
  const given = track.coordinates.map(([lon, lat]) => ({ lat, lon }));
  const evaluated = evaluate(given, zones);
  expect(evaluated.timeDays.at(-1)! / track.timeDays.at(-1)!).toBeCloseTo(1, 4);
});
