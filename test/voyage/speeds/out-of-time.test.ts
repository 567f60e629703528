/** What a voyage with speeds to choose answers where its time runs out, by a clock that goes on at every look. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { boxPolygon } from '../../zones/areas.ts';

const random = randomNumbers(11);
const sea = seaOf(spaced(-4, 4, 4), spaced(-65, -61, 4), () => ({
  u: 3 * (random() - 0.5),
  v: 3 * (random() - 0.5),
  columns: { elevation: -500, iceConcentration: 80 * random(), iceThickness: 0.6, iceDensity: 900 },
}));
const vehicle = ship({ idle_rate: 3 });
const compiled = compileMesh(meshForVessel(vesselOf(vehicle), sea));
const [start, end] = [
  { lat: -64.8, lon: -3.8 },
  { lat: -61.2, lon: 3.8 },
];
const stops = [
  { name: 'A', lat: -61.5, lon: -3 },
  { name: 'B', lat: -64.5, lon: 3 },
];
const zones = [{ name: 'Reserve', kind: 'closed', geometry: boxPolygon(-1, -63.5, 0, -62.5) }];

/** The plan, and how often the clock was looked at, of which so many looks are in time. */
function planned(fields: object, looks = 1e9) {
  let now = 0;
  const { voyage } = request(fields);
  const plan = () =>
    planVoyage(
      openMesh(compiled),
      { start, end, vehicle, voyage },
      { certificate: true, timeBudgetMs: looks, now: () => now++ },
    );
  try {
    return { ...plan(), looks: now };
  } catch (error) {
    if (error instanceof RouteInaccessible) return { routes: null, tradeOff: null, looks: now };
    throw error;
  }
}

const RAN_OUT = /^The time for the calculation ran out/;
const PROVED_PERCENT = 1;

describe.each([
  ['between two points', {}],
  ['through stops in their best order among zones', { stops, stop_order: 'best', zones }],
])('a trade-off of nine %s', (_, fields) => {
  const atFullSpeed = planned(fields).looks;
  const whole = planned({ ...fields, trade_off: 9 });

  it('says nothing of time where there is enough', () => {
    expect(whole.tradeOff).toHaveLength(9);
    expect(whole.tradeOff!.filter(({ note }) => RAN_OUT.test(note ?? ''))).toEqual([]);
  });

  it.each([0, 0.2, 0.6])('is the best so far, marked, after %d of its search', (part) => {
    const looks = Math.ceil(atFullSpeed + part * (whole.looks - atFullSpeed));
    const { routes, tradeOff, looks: taken } = planned({ ...fields, trade_off: 9 }, looks);
    expect(routes!.every(({ complete }) => complete)).toBe(true);
    expect(tradeOff).toHaveLength(9);
    for (const [k, point] of tradeOff!.entries()) {
      const isProved = point.gapPercent !== null && point.gapPercent <= PROVED_PERCENT;
      expect(RAN_OUT.test(point.note ?? '')).toBe(k > 0 && !isProved);
      if (k === 0) continue;
      expect(point.days).toBeGreaterThan(tradeOff![k - 1]!.days);
      expect(point.consumption).toBeLessThanOrEqual(tradeOff![k - 1]!.consumption);
    }
    // what is left takes no more than to end what was begun
    expect(taken).toBeLessThan(looks + 0.1 * whole.looks);
  });

  it('within a time is not complete either', () => {
    const within_hours = 1.3 * 24 * whole.tradeOff![0]!.days;
    const best = planned({ ...fields, within_hours });
    expect(best.routes!.at(-1)).toMatchObject({ objective: 'within', complete: true });
    const early = planned({ ...fields, within_hours }, atFullSpeed);
    const [found, known] = [early, best].map(({ routes }) => routes!.at(-1)!);
    expect(found).toMatchObject({ objective: 'within', complete: false });
    expect(24 * found!.track.timeDays.at(-1)!).toBeLessThanOrEqual(within_hours * (1 + 1e-9));
    expect(found!.track.consumption!.at(-1)!).toBeGreaterThan(known!.track.consumption!.at(-1)! * (1 - 1e-4));
  });

  it('has routes that are not complete, or none, where not even the fastest could be looked for', () => {
    const { routes } = planned({ ...fields, trade_off: 9 }, 3);
    expect(routes?.every(({ complete }) => complete) ?? false).toBe(false);
  });
});
