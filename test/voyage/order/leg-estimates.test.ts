import { describe, expect, it } from 'vitest';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { estimateLegs, timedCosts } from '../../../lib/voyage/order/leg-estimates.ts';
import { itineraryOf } from '../../../lib/voyage/stops/itinerary.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';
import { request } from '../../routes/world.ts';

const grid: Grid = { columns: 6, rows: 4, box: [0, 0, 6, 4], degrees: 1 };
const [start, end] = [placeAt(grid, 0.5, 0.5), placeAt(grid, 5.5, 3.5)];
const stop = (name: string, x: number, y: number) => ({ name, ...placeAt(grid, x, y) });
/** Where there is a race, it sets to the east faster than a vessel sails: what is behind it can't be left. */
const sea = (hasRace: boolean) =>
  gridMesh(grid, (x) => ({ u: hasRace && x > 4 && x < 5 ? 1.5 : 0.2, rate: x < 3 ? 1 : 3 }));
const itinerary = (mesh: ReturnType<typeof sea>, stops: object[], to = end) =>
  itineraryOf(mesh, { start, end: to, voyage: request({ stops }).voyage }, 100);

describe('what legs are estimated to cost', () => {
  const mesh = sea(false);
  const asked = itinerary(mesh, [stop('A', 2.5, 2.5), stop('B', 4.5, 0.5), stop('Again', 2.5, 2.5)]);
  const at = (from: number, to: number) => from * asked.comes.length + to;

  it('is no less than what they cost, and hardly more', () => {
    const { days } = estimateLegs(mesh, asked, 'traveltime').ways[0]!;
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 1],
      [2, 4],
    ] as const) {
      const { track } = planRoute(mesh, asked.comes[from]!.used, asked.comes[to]!.used).routes[0]!;
      expect(days[at(from, to)]! / track.timeDays.at(-1)!).toBeGreaterThan(1 - 1e-9);
      expect(days[at(from, to)]! / track.timeDays.at(-1)!).toBeLessThan(1.02);
    }
  });

  it.each(['traveltime', 'fuel'] as const)('is the same from two stops at one place, by %s', (by) => {
    const { days, cost } = timedCosts(mesh, asked, by, 'fuel', false);
    for (const each of [days, cost]) {
      expect(each[at(3, 1)]).toBe(0);
      expect(each[at(1, 3)]).toBeCloseTo(0, 9);
      for (const to of [2, 4]) {
        expect(each[at(3, to)]).toBe(each[at(1, to)]);
        expect(each[at(3, to)]).toBeGreaterThan(0);
      }
    }
  });

  it('is, by one objective, what its path costs by another', () => {
    const [fastest, thrifty] = (['traveltime', 'fuel'] as const).map((by) =>
      timedCosts(mesh, asked, by, 'fuel', false),
    );
    const leg = at(1, 4);
    expect(fastest!.days[leg]).toBeLessThanOrEqual(thrifty!.days[leg]! * (1 + 1e-9));
    expect(thrifty!.cost[leg]).toBeLessThanOrEqual(fastest!.cost[leg]! * (1 + 1e-9));
    // between the least and the greatest rate
    expect(fastest!.cost[leg]).toBeGreaterThan(fastest!.days[leg]!);
    expect(fastest!.cost[leg]).toBeLessThan(3 * fastest!.days[leg]!);
  });

  it('has what legs burn where that is asked for, whichever is the objective', () => {
    for (const by of ['traveltime', 'fuel'] as const) {
      const [way, ...others] = estimateLegs(mesh, asked, by, false, true).ways;
      const { days, cost } = timedCosts(mesh, asked, by, 'fuel', false);
      expect(others).toEqual([]);
      expect(way).toEqual({
        days: by === 'traveltime' ? days : cost,
        cost: by === 'traveltime' ? days : cost,
        tonnes: cost,
      });
    }
    expect(estimateLegs(mesh, asked, 'fuel').ways[0]).not.toHaveProperty('tonnes');
  });

  it('has a second way, the fastest, where there are windows and time is not the cost', () => {
    const windows = { ...asked, latest: asked.latest.with(1, 5) };
    const fuel = (by: 'traveltime' | 'fuel') => timedCosts(mesh, asked, by, 'fuel', false);
    expect(estimateLegs(mesh, windows, 'fuel').ways).toEqual([fuel('fuel'), fuel('traveltime')]);
    const { days } = fuel('traveltime');
    expect(estimateLegs(mesh, windows, 'traveltime').ways).toEqual([{ days, cost: days }]);
    const burnt = estimateLegs(mesh, windows, 'fuel', false, true).ways;
    expect(burnt.map(({ tonnes }) => tonnes)).toEqual(burnt.map(({ cost }) => cost));
  });

  it('is Infinity where there is no way, and a stop that can not be left is named', () => {
    const racing = sea(true);
    const [before, behind] = [stop('Before', 1.5, 3.5), stop('Behind', 5.5, 0.5)];
    const near = placeAt(grid, 2.5, 0.5);
    const both = itinerary(racing, [before, behind], near);
    const { days, cost } = timedCosts(racing, both, 'fuel', 'fuel', false);
    const [there, back] = [1 * 4 + 2, 2 * 4 + 1];
    expect(Math.max(days[there]!, cost[there]!)).toBeLessThan(Infinity);
    expect([days[back], cost[back]]).toEqual([Infinity, Infinity]);
    expect(() => estimateLegs(racing, both, 'traveltime')).toThrow(
      'No way leads from Behind to End that can be sailed.',
    );
    expect(() => estimateLegs(racing, itinerary(racing, [before], near), 'traveltime')).not.toThrow();
  });

  it('uses pinches only where there is no way without, and does not look for one where that is known', () => {
    // two parts of a sea that touch in a corner
    const pinched = gridMesh(grid, (x, y) => ({ closed: x < 3 === y > 2 }));
    const [west, east] = [placeAt(grid, 1.5, 1), placeAt(grid, 4.5, 3)];
    const asked = (to: object) =>
      itineraryOf(
        pinched,
        {
          start: west,
          end: west,
          voyage: request({
            stops: [
              { name: 'A', ...placeAt(grid, 0.5, 0.5) },
              { name: 'B', ...to },
            ],
          }).voyage,
        },
        100,
      );
    const through = estimateLegs(pinched, asked(east), 'traveltime');
    expect(through.pinches).toBe(true);
    expect(Math.max(...through.ways[0]!.days)).toBeLessThan(Infinity);
    expect(estimateLegs(pinched, asked(east), 'traveltime', true)).toEqual(through);
    const here = estimateLegs(pinched, asked(placeAt(grid, 2.5, 1.5)), 'traveltime');
    expect(here.pinches).toBe(false);
    expect(estimateLegs(pinched, asked(placeAt(grid, 2.5, 1.5)), 'traveltime', true).pinches).toBe(true);
  });
});
