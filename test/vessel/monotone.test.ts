/** A property that only helps never makes a route slower, and one that only restricts never makes one faster. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { type Environment, unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { EnvironmentSource, MeshSource } from '../../lib/engine/mesh/mesh-source.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import { type Vehicle, vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { between } from '../between.ts';
import { randomMesh, randomNumbers } from '../engine/random-mesh.ts';
import { runs } from '../thorough.ts';
import { sdaFields } from './vehicles.ts';

/** The engine's accuracy on small meshes whose headings are alike, with room. */
const ACCURACY = 2e-3;

/** A random mesh of the sea: shoals, ice, waves and a zone, each of which varies from place to place. */
function randomSea(seed: number): EnvironmentSource {
  const { source } = randomMesh(seed, { cells: 150, place: 'region', currents: 'weak', closed: 'none' });
  const random = randomNumbers(seed + 7);
  const n = source.ids.length;
  const phases = Array.from({ length: 12 }, () => 6 * random());
  const field = (k: number, i: number) =>
    0.5 + 0.5 * Math.sin(phases[k]! * source.bounds[4 * i]! + phases[k + 1]! * source.bounds[4 * i + 1]! + k);
  const column = (value: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => value(i));
  const columns: Environment['columns'] = {
    ...unknownEnvironment(n).columns,
    elevation: column((i) => -20 - 300 * field(0, i) * random()),
    iceConcentration: column((i) => (random() < 0.3 ? 0 : 100 * field(2, i))),
    iceThickness: column((i) => 0.05 + 2 * field(4, i)),
    iceDensity: column(() => 850 + 100 * random()),
    waveHeight: column((i) => 8 * field(6, i)),
    windEast: column((i) => 30 * (field(8, i) - 0.5)),
    windNorth: column((i) => 30 * (field(10, i) - 0.5)),
  };
  const zones = new Map([['park', Uint8Array.from({ length: n }, () => (random() < 0.15 ? 1 : 0))]]);
  const { ids, bounds, currents, neighbours } = source;
  return { ids, bounds, currents, neighbours, environment: { cellCount: n, columns, zones } };
}

const polar = ['PC1', 'PC2', 'PC3', 'PC4', 'PC5', 'PC6', 'PC7'] as const;

/** A vehicle, and the same with one property that helps it, or at least does not hurt. */
const pairs = fc
  .record({
    force: between(5e3, 3e5),
    ice: fc.integer({ min: 20, max: 100 }),
    depth: fc.integer({ min: 2, max: 60 }),
    wave: fc.integer({ min: 2, max: 8 }),
    hull: fc.constantFrom('slender', 'blunt'),
    iceClass: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    change: fc.constantFrom('force', 'ice', 'depth', 'wave', 'zone', 'class'),
    by: between(0.05, 1),
  })
  .map(({ force, ice, depth, wave, hull, iceClass, change, by }) => {
    const worse = {
      ...sdaFields,
      hull_type: hull,
      force_limit: force,
      max_ice_conc: ice,
      min_depth: depth,
      max_wave: wave,
      excluded_zones: change === 'zone' ? ['park'] : [],
      ...(iceClass !== undefined && { ice_class: polar[iceClass] }),
    };
    const helped = {
      force: { force_limit: force * (1 + by) },
      ice: { max_ice_conc: ice + by * (100 - ice) },
      depth: { min_depth: depth * (1 - by) },
      wave: { max_wave: wave + 4 * by },
      zone: { excluded_zones: [] },
      class: iceClass === undefined ? {} : { ice_class: polar[Math.floor(iceClass * (1 - by))] },
    }[change];
    return { worse: vehicle.parse(worse), better: vehicle.parse({ ...worse, ...helped }) };
  });

const meshFor = (each: Vehicle, sea: EnvironmentSource) => meshForVessel(vesselOf(each), sea);

function days(source: MeshSource, start: LatLon, end: LatLon): number {
  try {
    return planRoute(openMesh(compileMesh(source)), start, end).routes[0]!.track.timeDays.at(-1)!;
  } catch (error) {
    if (error instanceof RouteInaccessible) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

describe('a property that only helps', () => {
  it('closes no cell and slows the vessel in none', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), pairs, (seed, { worse, better }) => {
        const sea = randomSea(seed);
        const [a, b] = [meshFor(worse, sea), meshFor(better, sea)];
        a.accessible.forEach((open, row) => {
          if (open) expect(b.accessible[row]).toBe(1);
        });
        a.speeds.forEach((speed, i) => {
          if (b.speeds[i]! < speed * (1 - 1e-12)) expect(b.speeds[i]).toBeGreaterThanOrEqual(speed);
        });
      }),
      { numRuns: runs(25, 100) },
    );
  });

  it('makes no route slower, between points that are open to both', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.nat(1_000_000), pairs, (seed, { worse, better }) => {
        const sea = randomSea(seed);
        const [a, b] = [meshFor(worse, sea), meshFor(better, sea)];
        const open = [...a.accessible.keys()].filter((row) => a.accessible[row] && b.accessible[row]);
        if (open.length < 2) return;
        const random = randomNumbers(seed + 99);
        const centre = () => {
          const row = open[Math.floor(random() * open.length)]!;
          const [west, south, east, north] = sea.bounds.subarray(4 * row, 4 * row + 4);
          return { lat: (south! + north!) / 2, lon: (west! + east!) / 2 };
        };
        const [start, end] = [centre(), centre()];
        const slow = days(a, start, end);
        if (slow === Number.POSITIVE_INFINITY) return;
        compared++;
        expect(days(b, start, end)).toBeLessThanOrEqual(slow * (1 + ACCURACY));
      }),
      { numRuns: runs(8, 20), seed: 20_261_121 },
    );
    expect(compared).toBeGreaterThan(runs(1, 4));
  });
});
