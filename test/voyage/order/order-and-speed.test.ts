/** Speeds that are chosen together with the order of the stops, against every order that may be given. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { TimeTooShort } from '../../../lib/speed/choose-speeds.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { KeptLegs } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { isThorough } from '../../thorough.ts';
import { permutations } from './permutations.ts';

/** A round trip among ice and currents that are as strong as half a slow ship. */
function voyagesOf(seed: number) {
  const random = randomNumbers(seed);
  const sea = seaOf(spaced(-4, 4, 4), spaced(-65, -61, 4), () => ({
    u: 3 * (random() - 0.5),
    v: 3 * (random() - 0.5),
    columns: {
      elevation: -500,
      iceConcentration: random() < 0.5 ? 80 * random() : 0,
      iceThickness: 0.6,
      iceDensity: 900,
    },
  }));
  const vehicle = ship({ idle_rate: 3 });
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
  const place = () => ({ lat: -64.9 + 3.8 * random(), lon: -3.9 + 7.8 * random() });
  const start = place();
  const stops = ['A', 'B', 'C', 'D'].map((name) => ({ name, ...place(), stay_hours: name === 'B' ? 5 : 0 }));
  const legs = new KeptLegs();
  const plan = (fields: object, certificate = false) => {
    const { voyage } = request({ stops, ...fields });
    const kept = certificate ? {} : { legs };
    return planVoyage(mesh, { start, end: start, vehicle, voyage }, { certificate, ...kept });
  };
  const shortest = 24 * plan({ stop_order: 'best' }).routes[0]!.track.timeDays.at(-1)!;
  return { stops, plan, shortest };
}

const hoursOf = ({ track }: VoyageRoute) => 24 * track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const orderOf = ({ stops }: VoyageRoute) => stops!.slice(1, -1).map(({ name }) => name);

describe('the best order within a time', () => {
  it.each([
    ['has an order of its own', 11, 1.15, 'ADCB', 'BCDA'],
    ['is found where no price of an hour leads to it', 13, 1.02, 'BADC', 'BADC'],
  ])('%s', (_, seed, times, fastest, slower) => {
    const { stops, plan, shortest } = voyagesOf(seed);
    const within_hours = times * shortest;
    const { routes } = plan({ stop_order: 'best', within_hours }, true);
    const best = routes.at(-1)!;
    expect(orderOf(routes[0]!).join('')).toBe(fastest);
    expect(orderOf(best).join('')).toBe(slower);
    expect(hoursOf(best) / within_hours).toBeCloseTo(1, 8);
    // of the other orders the slow test has shown that they are no better
    const orders = [...permutations(stops)].filter(
      (order) => isThorough || [fastest, slower].includes(order.map(({ name }) => name).join('')),
    );
    const all = orders.flatMap((order) => {
      try {
        return [plan({ stops: order, within_hours }).routes.at(-1)!];
      } catch (error) {
        if (error instanceof TimeTooShort) return [];
        throw error;
      }
    });
    const least = Math.min(...all.map(fuelOf));
    expect(all.length).toBeGreaterThan(isThorough ? 1 : 0);
    expect(fuelOf(best) / least).toBeCloseTo(1, 4);
    expect(best.optimality!.least).toBeLessThanOrEqual(least);
    expect(best.optimality!.gapPercent - 100 * (fuelOf(best) / best.optimality!.least - 1)).toBeCloseTo(0, 9);
    const same = all.find((one) => orderOf(one).join() === orderOf(best).join())!;
    expect(best.legs!.map(({ days }) => days)).toEqual(same.legs!.map(({ days }) => expect.closeTo(days, 3)));
  });
});

describe('a voyage in its best order', () => {
  const { stops, plan, shortest } = voyagesOf(11);

  it('takes the least time, or fuel with that of its stays, of all orders, and is proved', () => {
    const { routes } = plan({ stop_order: 'best' }, true);
    const all = [...permutations(stops)].map((order) => plan({ stops: order }).routes);
    for (const [k, of] of [hoursOf, fuelOf].entries()) {
      const least = Math.min(...all.map((each) => of(each[k]!)));
      expect(of(routes[k]!) / least).toBeCloseTo(1, 4);
      expect(routes[k]!.optimality!.gapPercent).toBeLessThan(0.3);
    }
  });

  it('obeys after within a time, and tells the shortest', () => {
    const after = stops.map((stop) => ({ ...stop, after: stop.name === 'C' ? ['D'] : [] }));
    const asked = { stops: after, stop_order: 'best' };
    const order = orderOf(plan({ ...asked, within_hours: 1.3 * shortest }).routes.at(-1)!);
    expect(order.indexOf('C')).toBeGreaterThan(order.indexOf('D'));
    expect(() => plan({ ...asked, within_hours: 0.9 * shortest })).toThrow(TimeTooShort);
  });

  it('has a trade-off that is convex but where it says so, each with its proof', () => {
    const { tradeOff, routes } = plan({ stop_order: 'best', trade_off: 3 }, true);
    const [first, ...others] = tradeOff!;
    expect(24 * first!.days).toBeCloseTo(hoursOf(routes[0]!), 6);
    expect(first!.consumption).toBeCloseTo(fuelOf(routes[0]!), 6);
    for (const { gapPercent, note } of others) expect(gapPercent! < 1 || note).toBeTruthy();
    const saved = others.map(({ consumption }, i) => tradeOff![i]!.consumption - consumption);
    expect(Math.min(...saved)).toBeGreaterThan(0);
    for (const [i, { note }] of others.slice(0, -1).entries()) {
      expect(saved[i + 1]! <= saved[i]! * (1 + 1e-6) || note).toBeTruthy();
    }
    const middle = plan({ stop_order: 'best', within_hours: 24 * tradeOff![1]!.days }).routes.at(-1)!;
    expect(tradeOff![1]!.consumption / fuelOf(middle)).toBeCloseTo(1, 3);
  });
});
