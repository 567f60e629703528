import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { costBetween, costsFor } from '../../../lib/engine/cost/cost.ts';
import { openCellsAt } from '../../../lib/engine/mesh/locate.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { cutPath, evaluatePath, PathNotSailable } from '../../../lib/engine/path/evaluate.ts';
import { withLeastConsumption } from '../../../lib/routes/evaluate-route.ts';
import { slowDownOf } from '../../../lib/voyage/speeds/slow-down.ts';
import { zonedMesh } from '../../../lib/zones/zoned-mesh.ts';
import { between } from '../../between.ts';
import { some } from '../../thorough.ts';
import { OBLIQUE } from '../../zones/areas.ts';
import { openSea } from '../../zones/open-sea.ts';
import { randomMesh } from '../random-mesh.ts';
import { hasReference, type ReferencePath, referenceMesh, referenceRoutes, skipped } from '../reference.ts';

describe.skipIf(!hasReference)(`evaluatePath${skipped}`, () => {
  for (const file of some(2, ['weddell-sea-8k', 'small', 'antarctic-peninsula-4k'] as const)) {
    test(`reproduces the cost of every path of ${file} to 1e-6`, () => {
      for (const route of referenceRoutes(file)) {
        const mesh = referenceMesh(route.mesh);
        const { coarse, smoothed, cost, coordinates } = route.published;
        const own = cost === undefined ? [] : [{ cost, coordinates } as ReferencePath];
        for (const path of [coarse, smoothed, ...own, route.best]) {
          if (!path?.coordinates) continue;
          const track = evaluatePath(mesh, costsFor(mesh, route.objective), path.coordinates);
          const total = route.objective === 'traveltime' ? track.timeDays : track.consumption!;
          expect(Math.abs(total.at(-1)! / path.cost - 1), `${route.mesh} ${route.pair}`).toBeLessThan(1e-6);
        }
      }
    });
  }

  test('refuses a path across land', () => {
    const mesh = referenceMesh('weddell-sea-8k');
    const acrossTheFalklands = [
      [-61, -52],
      [-57, -52],
    ] as const;
    expect(() => evaluatePath(mesh, costsFor(mesh, 'traveltime'), acrossTheFalklands)).toThrow(
      PathNotSailable,
    );
  });
});

test('a leg along an edge takes the time of the faster cell and the consumption of the thriftier one', () => {
  const { source } = randomMesh(5, {
    cells: 60,
    place: 'antimeridian',
    closed: 'none',
    headings: 'alike',
    currents: 'none',
    consumption: 'fuel',
  });
  // the slower of two cells need not consume more
  const rates = source.rates!.map((_, k) => 10 + ((Math.floor(k / 8) * 7) % 50));
  const mesh = openMesh(compileMesh({ ...source, rates }));
  const [time, fuel] = [costsFor(mesh, 'traveltime'), costsFor(mesh, 'fuel')];
  let differ = 0;
  for (let e = 0; e < mesh.edgeCount; e++) {
    const [at, low, high] = mesh.edgeSpan.subarray(3 * e, 3 * e + 3) as unknown as [number, number, number];
    const place = (t: number): [number, number] => (mesh.edgeVertical[e] === 1 ? [at, t] : [t, at]);
    const ends = [place(low), place(high)] as const;
    const cells = [...mesh.edgeTopology.subarray(4 * e, 4 * e + 2)];
    const [days, tonnes] = [time, fuel].map((costs) =>
      cells.map((cell) => costBetween(costs, cell, ...ends)),
    );
    const track = withLeastConsumption(mesh, evaluatePath(mesh, time, ends));
    expect(track.timeDays.at(-1)! / Math.min(...days!)).toBeCloseTo(1, 9);
    expect(track.consumption!.at(-1)! / Math.min(...tonnes!)).toBeCloseTo(1, 9);
    if (days![0]! < days![1]! !== tonnes![0]! < tonnes![1]!) differ++;
  }
  expect(differ).toBeGreaterThan(10);
});

test('each piece of a leg lies in one open cell, also where some cells are many times as small as others', () => {
  const sea = openSea({ west: -60, south: -60, columns: 10, rows: 12, height: 1 });
  const zone = { name: 'Reserve', kind: 'closed', geometry: OBLIQUE } as const;
  const division = { zones: [zone], clearance: null, near: null };
  const mesh = zonedMesh(sea, division, slowDownOf(sea, null));
  const costs = costsFor(mesh, 'traveltime');
  const place = fc.tuple(between(-48, -43), between(-56, -52));
  let sailed = 0;
  fc.assert(
    fc.property(place, place, (from, to) => {
      try {
        const { coordinates, cells } = cutPath(mesh, costs, [from, to]);
        sailed++;
        cells.forEach((cell, k) => {
          const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
          expect(cell).toBeLessThan(mesh.openCount);
          for (const [lon, lat] of coordinates.slice(k, k + 2)) {
            expect(Math.abs(lon - 0.5 * (west + east))).toBeLessThan(0.5 * (east - west) + 1e-6);
            expect(Math.abs(lat - 0.5 * (south + north))).toBeLessThan(0.5 * (north - south) + 1e-6);
          }
        });
      } catch (error) {
        if (!(error instanceof PathNotSailable)) throw error;
        expect(openCellsAt(mesh, error.place)).toEqual([]);
      }
    }),
  );
  expect(sailed).toBeGreaterThan(20);
});
