/** A trade-off with fuel aboard: what each of its voyages leaves, and which would go below the reserve. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptLegs } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { TradeOffVoyage, VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { between } from '../../between.ts';
import { request } from '../../routes/world.ts';
import { runs, some } from '../../thorough.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { changing, planned as plannedByDay } from '../forecast/daily-meshes.ts';
import { end, mesh, refusalOf, start, vehicle } from './bunkers-at-sea.ts';

const legs = new KeptLegs();
const plan = (fields: object): VoyagePlan =>
  planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, { legs });

const pointsOf = ({ tradeOff }: VoyagePlan) => tradeOff as readonly TradeOffVoyage[];
const figuresOf = (planned: VoyagePlan) =>
  pointsOf(planned).map(({ days, consumption, gapPercent, note }) => [days, consumption, gapPercent, note]);
const burnt = ({ track }: Pick<VoyageRoute, 'track'>) => track.consumption!.at(-1)!;
const refusal = (fields: object): string => refusalOf(() => plan(fields));
const BELOW =
  /(^|\. )It comes down to (nothing|its reserve of [\d.]+ t) .+, and would lack \d+\.\d\d t (at|on)/;

/** Of voyages that take nothing on the way: each is told what it leaves, and the ones that would go below the reserve say so. */
function expectTold(points: readonly TradeOffVoyage[], aboard: number, reserve: number): void {
  for (const { consumption, fuelLeft, note } of points) {
    expect(Math.abs(fuelLeft! - (aboard - consumption))).toBeLessThan(1e-9);
    const lacks = consumption - (aboard - reserve);
    if (Math.abs(lacks) < 1e-6) continue;
    if (lacks < 0) expect(note ?? '').not.toMatch(BELOW);
    else {
      expect(note).toMatch(BELOW);
      const told = Number(/would lack ([\d.]+) t at the end$/.exec(note!)![1]);
      expect(told - lacks).toBeGreaterThan(-1e-5);
      expect(told - lacks).toBeLessThan(0.01);
    }
  }
}

describe.each([
  ['on one mesh', plan],
  ['through a forecast', (fields: object) => plannedByDay(changing, fields, false, { certificate: false })],
  [
    'on a mesh of a forecast',
    (fields: object) => plannedByDay(changing, fields, true, { certificate: false }),
  ],
] as const)('%s', (_, plan) => {
  const free = plan({ trade_off: 3 });
  const [first, last] = [pointsOf(free)[0]!, pointsOf(free).at(-1)!];
  const thriftiest = Math.min(...free.routes.map(burnt));

  it('nothing is another where the fuel is plenty', () => {
    const aboard = first.consumption + 50;
    const plenty = plan({ trade_off: 3, fuel_aboard_tonnes: aboard, reserve_tonnes: 20 });
    expect(figuresOf(plenty)).toEqual(figuresOf(free));
    expect(plenty.notes ?? []).toEqual(free.notes ?? []);
    expectTold(pointsOf(plenty), aboard, 20);
    for (const point of pointsOf(free)) expect(point).not.toHaveProperty('fuelLeft');
  });

  it('those that would go below the reserve say so, beside a route that keeps it', () => {
    const spent = thriftiest + 1e-3;
    const some = plan({ trade_off: 3, fuel_aboard_tonnes: spent + 12, reserve_tonnes: 12 });
    expectTold(pointsOf(some), spent + 12, 12);
    expect(pointsOf(some).map(({ days, consumption }) => [days, consumption])).toEqual(
      pointsOf(free).map(({ days, consumption }) => [days, consumption]),
    );
  });

  it('with speeds that keep it, a curve about the route that just does', () => {
    const aboard = (first.consumption + last.consumption) / 2;
    const fuel = { fuel_aboard_tonnes: aboard, choose_speed: true };
    const both = plan({ trade_off: 3, ...fuel });
    const within = both.routes.find(({ objective }) => objective === 'within')!;
    expect(burnt(within)).toBeLessThanOrEqual(aboard);
    expect(within.fuel!.left.at(-1)).toBeCloseTo(0, 2);
    expectTold(pointsOf(both), aboard, 0);
    expect(pointsOf(both).map(({ note }) => BELOW.test(note ?? ''))).toContain(true);
    expect(BELOW.test(pointsOf(both).at(-1)!.note ?? '')).toBe(false);
    expect(plan(fuel).routes.map(burnt)).toEqual(both.routes.map(burnt));
  });

  it('a curve of which no route keeps the reserve fails as other voyages do', () => {
    expect(() => plan({ trade_off: 3, fuel_aboard_tonnes: 0.9 * last.consumption })).toThrow(
      /^The fuel aboard does not last: .*Slower would not do/,
    );
  });
});

const places = [
  { name: 'West', lat: -63, lon: -3.3 },
  { name: 'Far', lat: -59.2, lon: 0.5 },
  { name: 'East', lat: -62.5, lon: 3.4 },
];

describe('through stops', () => {
  const work = { line: [[-59.2, 0.2] as const, [-59.2, 1.2] as const], speed_kn: 6, consumption_factor: 1.5 };
  const stop = fc.record({ stay_hours: fc.constantFrom(0, 6.5), taken: fc.constantFrom(0, 0, 20) });

  it('what is taken on the way is left too, to 1e-9, and where it comes too late is told', () => {
    let below = 0;
    fc.assert(
      fc.property(
        fc.array(stop, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        between(-0.2, 1.5),
        fc.constantFrom('given', 'best'),
        (sent, isWorked, part, stop_order) => {
          const stops = sent.map(({ stay_hours, taken }, k) => {
            const { name, ...place } = places[k]!;
            const done = isWorked && k === 1 ? work : place;
            return { name, stay_hours, ...done, ...(taken > 0 && { refuel_tonnes: taken }) };
          });
          const free = plan({ stops, stop_order, fuel_aboard_tonnes: 1e4 });
          const takes = sent.reduce((sum, { taken }) => sum + taken, 0);
          const [fast, thrifty] = free.routes.map(burnt) as [number, number];
          const aboard = Math.max(0, thrifty + part * (fast - thrifty) - takes);
          let told: VoyagePlan;
          try {
            told = plan({ stops, stop_order, fuel_aboard_tonnes: aboard, trade_off: 3 });
          } catch (error) {
            expect((error as Error).message).toMatch(/^The fuel aboard does not last/);
            return;
          }
          for (const { consumption, fuelLeft, note } of pointsOf(told)) {
            const left = aboard + takes - consumption;
            expect(Math.abs(fuelLeft! - left)).toBeLessThan(1e-9);
            // on the way it may be too little before more is taken
            if (left < -1e-6) expect(note).toMatch(BELOW);
            else if (takes === 0) expect(note ?? '').not.toMatch(BELOW);
            if (BELOW.test(note ?? '')) below++;
          }
        },
      ),
      { numRuns: runs(8, 50), seed: 9 },
    );
    expect(below).toBeGreaterThan(0);
  });

  it('bunkers that are filled up leave what the rest of the voyage does, whatever was aboard', () => {
    const stops = places.map((one) => (one.name === 'Far' ? { ...one, refuel: 'full' } : one));
    const fuel = (aboard: number) => ({ stops, fuel_aboard_tonnes: aboard, capacity_tonnes: 200 });
    const [some, more] = [150, 180].map((aboard) => pointsOf(plan({ ...fuel(aboard), trade_off: 3 })));
    expect(some!.map(({ fuelLeft }) => fuelLeft)).toEqual(
      more!.map(({ fuelLeft }) => expect.closeTo(fuelLeft!, 9)),
    );
    const { days, fuelLeft } = some![1]!;
    const within = plan({ ...fuel(150), within_hours: 24 * days }).routes.at(-1)!;
    expect(within.fuel!.left.at(-1)).toBeCloseTo(fuelLeft!, 2);
  });

  it('where no route keeps the reserve, it is said which of its voyages does', () => {
    const stops = places.map((one) => (one.name === 'Far' ? { ...one, refuel_tonnes: 20 } : one));
    const fuel = (aboard: number) => ({ stops, fuel_aboard_tonnes: aboard });
    const points = pointsOf(plan({ ...fuel(1e4), trade_off: 5 }));
    const aboard = (points[1]!.consumption + points[2]!.consumption) / 2 - 20;
    expect(refusal(fuel(aboard))).toMatch(
      /Slower would do: .* this way keeps the reserve: send "choose_speed": true\.$/,
    );
    const told = refusal({ ...fuel(aboard), trade_off: 5 });
    const [, hours, sent] =
      /Slower would do: of the trade-off, the voyage of ([\d.]+) hours .*: send "within_hours": ([\d.]+)\.$/.exec(
        told,
      )!;
    expect(hours).toBe(sent);
    expect(Number(hours) - 24 * points[2]!.days).toBeGreaterThanOrEqual(0);
    expect(Number(hours) - 24 * points[2]!.days).toBeLessThan(0.01);
    const [within] = plan({ ...fuel(aboard), within_hours: Number(sent) }).routes;
    expect(within!.objective).toBe('within');
    expect(refusal({ ...fuel(1), trade_off: 5 })).toMatch(/Slower would not do either/);
  });

  it('it is said on leaving which bunkers too little was left', () => {
    const stops = places.map((one) => (one.name === 'Far' ? { ...one, refuel_tonnes: 500 } : one));
    const routes = plan({ stops, fuel_aboard_tonnes: 1e4 }).routes;
    const until = routes.map((route) => 1e4 - route.fuel!.left[2]!);
    expect(until[0]! - until[1]!).toBeGreaterThan(0.03);
    const aboard = (until[0]! + until[1]!) / 2;
    const points = pointsOf(plan({ stops, fuel_aboard_tonnes: aboard, trade_off: 3 }));
    expect(points[0]!.note).toMatch(
      /It comes down to nothing between West and Far, at .*, and would lack \d+\.\d\d t on leaving Far$/,
    );
    expect(points.at(-1)!.note ?? '').not.toMatch(BELOW);
    for (const { consumption, fuelLeft } of points)
      expect(Math.abs(fuelLeft! - (aboard + 500 - consumption))).toBeLessThan(1e-9);
  });
});

describe('in the best order', () => {
  const stops = [
    { name: 'Far', lat: -58.7, lon: 0.5 },
    { name: 'East', lat: -62.5, lon: 3.4 },
    { name: 'West', lat: -63, lon: -3.3, stay_hours: 5 },
    { name: 'Bunker', lat: -64.5, lon: 2.8, stay_hours: 2, refuel: 'full' },
  ];
  const fuel = (aboard: number) => ({
    ...{ stops, stop_order: 'best', trade_off: 3 },
    ...{ fuel_aboard_tonnes: aboard, reserve_tonnes: 5, capacity_tonnes: 120 },
  });
  const free = plan({
    ...fuel(120),
    fuel_aboard_tonnes: null,
    reserve_tonnes: null,
    capacity_tonnes: null,
    stops: stops.map(({ refuel: _, ...stop }) => stop),
  });

  it('is that without bunkers where what is aboard suffices for it', () => {
    const plenty = plan(fuel(120));
    expect(figuresOf(plenty)).toEqual(figuresOf(free));
    expect(plenty.tradeOffNote).toBe(free.tradeOffNote);
    for (const { note } of pointsOf(plenty)) expect(note ?? '').not.toMatch(BELOW);
  });

  it('is that of the fastest route that keeps the reserve, where at other speeds others do not', () => {
    const { trade_off: _, ...atFullSpeed } = fuel(50);
    const [fastest] = plan(atFullSpeed).routes as [VoyageRoute];
    const told = plan(fuel(50));
    expect(burnt(told.routes[0]!)).toBe(burnt(fastest));
    expect(told.tradeOffNote).toMatch(/^The stops are called at in the order of the fastest route/);
    for (const { note, days } of pointsOf(told)) {
      expect(note ?? '').not.toMatch(BELOW);
      expect(days).toBeGreaterThanOrEqual(fastest.track.timeDays.at(-1)! * (1 - 1e-9));
    }
    // bunkers first are a detour
    expect(pointsOf(told)[1]!.consumption).toBeGreaterThan(1.02 * pointsOf(free)[1]!.consumption);
  });
});

describe('with stops in a sea that changes', () => {
  const [near, far] = [
    { name: 'Near', lat: -62.5, lon: 3.5, stay_hours: 5, refuel_tonnes: 15 },
    { name: 'Far', lat: -65.4, lon: 1.5, stay_hours: 8 },
  ];
  const lines = { name: 'Line', line: [[-61.5, 1] as const, [-61.5, 2.5] as const], speed_kn: 6 };
  const plan = (fields: object, isOne = false) =>
    plannedByDay(changing, { ...fields, trade_off: 3 }, isOne, { certificate: false });

  const cases = [
    ['in their best order', { stops: [near, far], stop_order: 'best' }, false],
    ['by day only on one mesh', { stops: [far, { ...near, daylight: 'sun' }] }, true],
    ['with work', { stops: [far, near, lines] }, false],
  ] as const;
  it.each(some(2, cases))('what is taken is left too, to 1e-9: %s', (_, fields, isOne) => {
    const free = plan({ ...fields, fuel_aboard_tonnes: 1e4 }, isOne);
    const [fast, thrifty] = free.routes.map(burnt) as [number, number];
    const aboard = (fast + thrifty) / 2 - near.refuel_tonnes;
    const told = plan({ ...fields, fuel_aboard_tonnes: aboard }, isOne);
    for (const { consumption, fuelLeft, note } of pointsOf(told)) {
      const left = aboard + near.refuel_tonnes - consumption;
      expect(Math.abs(fuelLeft! - left)).toBeLessThan(1e-9);
      expect(BELOW.test(note ?? '')).toBe(left < 0);
    }
  });
});

it('of stops that may be left out, it is that of those that the fuel suffices for', () => {
  const valued = places.map((one, k) => ({ ...one, value: k === 1 ? 1 : 5 }));
  const done = places.filter(({ name }) => name !== 'Far');
  const whole = plan({ stops: places, trade_off: 3 });
  const part = plan({ stops: done, trade_off: 3 });
  const aboard = (pointsOf(part).at(-1)!.consumption + pointsOf(whole).at(-1)!.consumption) / 2;
  const fuel = { fuel_aboard_tonnes: aboard, choose_speed: true };
  const told = plan({ stops: valued, trade_off: 3, ...fuel });
  expect(told.routes.at(-1)!.worth!.leftOut.map(({ name }) => name)).toEqual(['Far']);
  expect(pointsOf(told).map(({ consumption }) => consumption)).toEqual(
    pointsOf(part).map(({ consumption }) => expect.closeTo(consumption, 6)),
  );
  expectTold(pointsOf(told), aboard, 0);
});

it('of stops that may be left out, it is that of those of the first route that keeps the reserve', () => {
  const stops = [
    { name: 'Quick', lat: -61.277, lon: 1.415, value: 1 },
    { name: 'Thrifty', lat: -61.325, lon: -2.106, value: 1 },
  ];
  const asked = { stops, within_hours: 37.4 };
  const free = plan(asked).routes as [VoyageRoute, VoyageRoute];
  expect(free.map(({ worth }) => worth!.leftOut[0]!.name)).toEqual(['Thrifty', 'Quick']);
  const aboard = (burnt(free[0]) + burnt(free[1])) / 2;
  const told = plan({ ...asked, trade_off: 3, fuel_aboard_tonnes: aboard });
  expect(told.routes.map(({ objective }) => objective)).toEqual(['fuel']);
  const { value: _, ...thrifty } = stops[1]!;
  expect(pointsOf(told).map(({ consumption }) => consumption)).toEqual(
    pointsOf(plan({ stops: [thrifty], trade_off: 3 })).map(({ consumption }) => consumption),
  );
});

it('among zones it is told so too', () => {
  const zones = [{ name: 'Z', kind: 'closed', geometry: boxPolygon(-1, -66, 1, -65) }];
  const free = plan({ zones, trade_off: 3 });
  const aboard = (burnt(free.routes[0]!) + burnt(free.routes[1]!)) / 2;
  const told = plan({ zones, trade_off: 3, fuel_aboard_tonnes: aboard });
  expect(pointsOf(told).map(({ consumption }) => consumption)).toEqual(
    pointsOf(free).map(({ consumption }) => consumption),
  );
  expectTold(pointsOf(told), aboard, 0);
});
