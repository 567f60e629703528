/** The best order of stops with what is in the bunkers in view, against all orders as they are given. */
import { describe, expect, it } from 'vitest';
import { KeptLegs } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { permutations } from '../order/permutations.ts';
import { end, mesh, start, vehicle } from './bunkers-at-sea.ts';

const stops = [
  { name: 'Far', lat: -58.7, lon: 0.5 },
  { name: 'East', lat: -62.5, lon: 3.4 },
  { name: 'West', lat: -63, lon: -3.3, stay_hours: 5 },
  { name: 'Bunker', lat: -64.5, lon: 2.8, stay_hours: 2 },
];
const legs = new KeptLegs();

const plan = (fields: object, certificate = false): VoyagePlan =>
  planVoyage(
    mesh,
    { start, end, vehicle, voyage: request(fields).voyage },
    certificate ? { certificate } : { legs },
  );
const orderOf = ({ stops }: VoyageRoute) =>
  stops!
    .slice(1, -1)
    .map(({ name }) => name)
    .join(' ');
const costOf = ({ objective, track }: VoyageRoute) =>
  (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;
const refusal = (fields: object, certificate = false): string => {
  try {
    plan(fields, certificate);
    return 'none';
  } catch (error) {
    expect((error as Error).name).toBe('Impossible');
    return (error as Error).message;
  }
};

/** Of all orders as they are given, by objective, the best that keeps the reserve. */
function bestGiven(fields: ReturnType<typeof fuel>) {
  const best = new Map<string, VoyageRoute>();
  for (const stops of permutations(fields.stops)) {
    try {
      for (const route of plan({ ...fields, stops }).routes) {
        const known = best.get(route.objective);
        if (!known || costOf(route) < costOf(known)) best.set(route.objective, route);
      }
    } catch (error) {
      expect((error as Error).message).toMatch(/^The fuel aboard does not last/);
    }
  }
  return best;
}

/** What is aboard, of which something has to stay; all that there is room for is taken at one stop. */
const fuel = (aboard: number) => ({
  fuel_aboard_tonnes: aboard,
  reserve_tonnes: 5,
  capacity_tonnes: 120,
  stops: stops.map((one) => (one.name === 'Bunker' ? { ...one, refuel: 'full' } : one)),
});
const shortfall = (text: string): number => Number(/would lack ([\d.]+) t/.exec(text)![1]);

describe('the best order', () => {
  it('calls at the bunkers first where what is aboard does not suffice otherwise, and is the best that does', () => {
    const asked = fuel(50);
    const free = plan({ stops, stop_order: 'best' }).routes;
    const given = free[0]!
      .stops!.slice(1, -1)
      .map(({ name }) => asked.stops.find((one) => one.name === name)!);
    expect(refusal({ ...asked, stops: given })).toMatch(/^The fuel aboard does not last/);
    const best = bestGiven(asked);
    const { routes } = plan({ ...asked, stop_order: 'best' }, true);
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    for (const [k, route] of routes.entries()) {
      const known = best.get(route.objective)!;
      expect(orderOf(route)).toBe(orderOf(known));
      expect(orderOf(route)).not.toBe(orderOf(free[k]!));
      expect(costOf(route) / costOf(known)).toBeCloseTo(1, 4);
      expect(Math.min(...route.fuel!.left)).toBeGreaterThan(5);
      // bounds of other orders have to burn too much as well
      expect(costOf(route)).toBeGreaterThan(1.1 * costOf(free[k]!));
      expect(route.optimality!.gapPercent).toBeLessThan(0.2);
    }
  });

  it('is that without bunkers where what is aboard suffices for it', () => {
    const free = plan({ stops, stop_order: 'best' }).routes;
    const { routes } = plan({ ...fuel(90), stop_order: 'best' });
    expect(routes.map((route) => [orderOf(route), costOf(route)])).toEqual(
      free.map((route) => [orderOf(route), costOf(route)]),
    );
  });

  it('at chosen speeds is looked for among all orders: a slower one may keep the reserve that at full speed does not', () => {
    const [fastest] = plan({ stops, stop_order: 'best' }).routes;
    const within_hours = 1.15 * 24 * costOf(fastest!);
    const { routes } = plan({ ...fuel(66), stop_order: 'best', within_hours });
    expect(routes.map(({ objective }) => objective)).toEqual(['within']);
    expect(orderOf(routes[0]!)).toBe(orderOf(fastest!));
  });

  it('of more than twelve stops is found so too, and its bound holds for all orders', () => {
    const random = randomNumbers(5);
    const many = Array.from({ length: 14 }, (_, k) => ({
      name: `S${k}`,
      lat: -65.8 + 7.6 * random(),
      lon: -3.8 + 7.6 * random(),
    }));
    const free = plan({ stops: many, stop_order: 'best' }, true).routes;
    const aboard = 0.5 * free[1]!.track.consumption!.at(-1)!;
    // in the free order it is come to last
    const last = free[1]!.stops!.at(-2)!.name;
    const asked = {
      stops: many.map((one) => (one.name === last ? { ...one, refuel: 'full' } : one)),
      stop_order: 'best',
      fuel_aboard_tonnes: aboard,
      capacity_tonnes: 2 * aboard,
    };
    for (const [k, route] of plan(asked, true).routes.entries()) {
      expect(orderOf(route)).not.toBe(orderOf(free[k]!));
      expect(Math.min(...route.fuel!.left)).toBeGreaterThan(0);
      expect(route.optimality!.least).toBeLessThanOrEqual(costOf(free[k]!));
      expect(costOf(route)).toBeLessThan(1.3 * costOf(free[k]!));
    }
  });

  it('comes nearest to the reserve where none keeps it, and says what was proved', () => {
    const asked = fuel(15);
    const least = Math.min(
      ...[...permutations(asked.stops)].map((stops) => shortfall(refusal({ ...asked, stops }))),
    );
    const proved = refusal({ ...asked, stop_order: 'best' }, true);
    expect(proved).toMatch(
      /comes down to its reserve of 5 t between Start and Bunker, at .* t on leaving Bunker\. No order of its stops keeps the reserve; this one was found to come nearest\. Slower/,
    );
    expect(Math.abs(shortfall(proved) - least)).toBeLessThan(0.011);
    expect(refusal({ ...asked, stop_order: 'best' })).toMatch(
      / t on leaving Bunker\. No order of its stops was found that keeps the reserve, which does not prove that there is none; this one comes nearest of those that were tried\. /,
    );
  });
});
