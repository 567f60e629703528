import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costsFor, legCost } from '../../lib/engine/cost/cost.ts';
import { openCellsAt } from '../../lib/engine/mesh/locate.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import type { SlowDown } from '../../lib/zones/mesh/motion.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { OPEN_BORDERS, widerSea, zonedMesh } from '../../lib/zones/zoned-mesh.ts';
import { runs } from '../thorough.ts';
import { OBLIQUE, starPolygon } from './areas.ts';
import { openSea, SPEED_MPS } from './open-sea.ts';

const OBJECTIVES = ['traveltime', 'fuel'] as const;

/** The sea of a vessel whose rate grows with the given power of its speed, in a current. */
function seaWith(current: readonly [number, number], power: number, byHeading: number) {
  const still = openSea({ west: -52, south: -58, columns: 8, rows: 12, height: 0.5 });
  const motion = still.motion.map((value, k) => (k % 4 > 1 ? current[(k % 4) - 2]! : value));
  const mesh: Mesh = { ...still, motion };
  const slowDown: SlowDown = (cells, limitMps) => {
    const speed = Math.min(SPEED_MPS, limitMps);
    const headings = 8 * cells.length;
    const speeds = Float64Array.from({ length: headings }, (_, h) => speed * (1 - byHeading * ((h % 8) / 8)));
    return { speeds, rates: speeds.map((each) => 10 * (each / SPEED_MPS) ** power) };
  };
  return { mesh, slowDown };
}

const limitOf = (geometry: object, knots: number): Zone =>
  ({ name: `${knots}`, kind: 'speed_limit', geometry, max_speed_kn: knots }) as Zone;
const zones = [
  limitOf(OBLIQUE, 6),
  limitOf(starPolygon({ lat: -55, lon: -47.3, radii: [0.9, 0.4, 0.8, 0.5, 1] }).geometry, 4),
  {
    ...limitOf(starPolygon({ lat: -55.6, lon: -45.2, radii: [0.7, 0.7, 0.7] }).geometry, 1),
    kind: 'closed',
  } as Zone,
];

describe('the sea that bounds the one among zones', () => {
  it('has no leg that costs more, whatever the current, the vessel and the heading', () => {
    const current = fc.double({ min: -1.4, max: 1.4, noNaN: true });
    const cases = fc.record({
      u: current,
      v: current,
      power: fc.constantFrom(0.5, 1.5, 3),
      byHeading: fc.constantFrom(0, 0, 0.2),
    });
    fc.assert(
      fc.property(cases, ({ u, v, power, byHeading }) => {
        const { mesh, slowDown } = seaWith([u, v], power, byHeading);
        const division = { zones, clearance: null, near: OPEN_BORDERS };
        const sea = zonedMesh(mesh, division, slowDown);
        for (const objective of OBJECTIVES) {
          const wider = widerSea(mesh, division, slowDown)(objective);
          const [costs, wide] = [costsFor(sea, objective), costsFor(wider, objective)];
          for (let cell = 0; cell < sea.openCount; cell += 29) {
            const [west, south, east, north] = sea.bounds.subarray(
              4 * cell,
              4 * cell + 4,
            ) as never as number[];
            const middle = { lat: 0.5 * (south! + north!), lon: 0.5 * (west! + east!) };
            const [other] = openCellsAt(wider, middle);
            for (let bearing = 0; bearing < 2 * Math.PI; bearing += 0.4) {
              const [x, y] = [Math.sin(bearing), Math.cos(bearing)];
              const cost = legCost(costs, cell, x, y);
              if (cost < Infinity)
                expect(legCost(wide, other!, x, y)).toBeLessThanOrEqual(cost * (1 + 1e-12));
            }
          }
        }
      }),
      { numRuns: runs(6, 20), seed: 5 },
    );
  });

  it.each(OBJECTIVES)(
    'is hardly wider: the best %s there is within half a per cent, in a fraction of the cells',
    (objective) => {
      const { mesh, slowDown } = seaWith([0.2, -0.1], 3, 0);
      const division = { zones, clearance: null, near: null };
      const sea = zonedMesh(mesh, division, slowDown);
      const wider = widerSea(mesh, division, slowDown)(objective);
      const ends = [
        { lat: -53.2, lon: -47.5 },
        { lat: -57, lon: -45.6 },
      ] as const;
      const bestOn = (on: Mesh) => {
        const { track } = planRoute(on, ...ends, { objectives: [objective] }).routes[0]!;
        return (objective === 'fuel' ? track.consumption! : track.timeDays).at(-1)!;
      };
      const ratio = bestOn(wider) / bestOn(sea);
      expect(ratio).toBeLessThan(1);
      expect(ratio).toBeGreaterThan(0.994);
      expect(wider.openCount).toBeLessThan(0.2 * sea.openCount);
    },
  );
});
