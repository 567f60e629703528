import { expect, it } from 'vitest';
import * as z from 'zod';
import { type LatLon, middleOf } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import type { Track } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { LegsOfRounds } from '../../../lib/voyage/among-zones/legs-of-rounds.ts';
import type { LegMemory } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { voyageFields } from '../../../lib/voyage/voyage-fields.ts';
import { OBLIQUE } from '../../zones/areas.ts';
import { openSea } from '../../zones/open-sea.ts';

const sea = openSea({ west: -64, south: -66, columns: 24, rows: 24, height: 0.5 });
const start = { lat: -54, lon: -43 };
const end = { lat: -62, lon: -60 };
const stops = [
  { name: 'A', lat: -54.1, lon: -50 },
  { name: 'B', lat: -58, lon: -58 },
];

/** Every leg lies in the cell that is said of it, or ends there, of this mesh. */
function expectInItsCells({ row, bounds }: Mesh, { coordinates, cells }: Track): void {
  const cellOf = new Map(Array.from(row, (own, cell) => [own, cell]));
  for (let k = 1; k < coordinates.length; k++) {
    const [west, south, east, north] = bounds.subarray(4 * cellOf.get(cells[k]!)!);
    const isIn = ({ lat, lon }: LatLon) => lon >= west! && lon <= east! && lat >= south! && lat <= north!;
    const [before, after] = [coordinates[k - 1]!, coordinates[k]!];
    expect(isIn(middleOf(before, after)) || isIn(middleOf(after, after))).toBe(true);
  }
}

it('only the legs that a zone touches are planned again, and all are proved', () => {
  const times = new Map<string, number>();
  const legs: LegMemory = {
    leg: (_, from: LatLon, to: LatLon, plan) => {
      const key = `${from.lat} ${to.lat}`;
      times.set(key, (times.get(key) ?? 0) + 1);
      return plan();
    },
  };
  const zones = [{ name: 'Reserve', kind: 'closed', geometry: OBLIQUE }];
  const voyage = z.object(voyageFields).parse({ stops, zones }) as never;
  const request = { start, end, vehicle: null, voyage };
  const { routes, mesh } = planVoyage(sea, request, { certificate: true, legs });
  const [route] = routes;
  expect(times.get('-54 -54.1')).toBeGreaterThan(1);
  expect(times.get('-54.1 -58')).toBe(1);
  expect(times.get('-58 -62')).toBe(1);
  expect(route!.optimality!.gapPercent).toBeLessThan(0.2);
  expect(route!.legs!.every(({ gapPercent }) => gapPercent! < 0.3)).toBe(true);
  for (const each of routes) {
    for (const track of [each.track, each.unsmoothed, each.sailing]) expectInItsCells(mesh!, track);
  }
});

it('a leg on a mesh on which speeds are priced is not that of the round', () => {
  const priced = { ...sea };
  const planOn = (mesh: Mesh) => () => planRoute(mesh, start, end);
  const legs = new LegsOfRounds(undefined).in(sea, '', () => true);
  const first = legs.leg(sea, start, end, planOn(sea));
  expect(legs.leg(sea, start, end, planOn(sea))).toBe(first);
  expect(legs.leg(priced, start, end, planOn(priced))).not.toBe(first);
  // nor does it take the place of that
  expect(legs.leg(sea, start, end, planOn(sea))).toBe(first);
});
