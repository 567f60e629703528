/** Speeds that keep the reserve of a voyage that takes fuel on the way. */
import { describe, expect, it } from 'vitest';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { end, mesh, refusalOf, start, vehicle } from './bunkers-at-sea.ts';

const A = { name: 'A', lat: -62, lon: -2, stay_hours: 12 };
const B = { name: 'B', lat: -62.5, lon: 2 };
const at = { start, A, B, end };
type Point = keyof typeof at;

const plan = (fields: object, from: Point = 'start', to: Point = 'end', certificate = false) => {
  const { voyage } = request(fields);
  const ends = { start: at[from], end: at[to] };
  return planVoyage(mesh, { ...ends, vehicle, voyage }, { certificate }).routes as VoyageRoute[];
};
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;

/** From leaving one place to leaving the next: the tonnes at full speed, and the days with so many tonnes, stays included. */
const stretch = (from: Point, to: Point) => {
  const stay = to === 'A' ? { days: 0.5, tonnes: 0.5 * 3 } : { days: 0, tonnes: 0 };
  const fuel = fuelOf(plan({}, from, to)[0]!) + stay.tonnes;
  const daysWith = (tonnes: number) => {
    if (tonnes >= fuel) return daysOf(plan({}, from, to)[0]!) + stay.days;
    try {
      return daysOf(plan({ within_tonnes: tonnes - stay.tonnes }, from, to).at(-1)!) + stay.days;
    } catch {
      return Infinity;
    }
  };
  const known = new Map<number, number>();
  const days = (tonnes: number) => {
    const own = known.get(tonnes) ?? daysWith(tonnes);
    known.set(tonnes, own);
    return own;
  };
  return { fuel, days };
};
const [first, second, third] = [stretch('start', 'A'), stretch('A', 'B'), stretch('B', 'end')];
const choose_speed = true;

/** The voyage that keeps the reserve, beside which there is no other. */
function kept(fields: object): VoyageRoute {
  const routes = plan({ ...fields, choose_speed }, 'start', 'end', true);
  expect(routes.map(({ objective }) => objective)).toEqual(['within']);
  const { fuel, optimality } = routes[0]!;
  expect(Math.min(...fuel!.left)).toBeGreaterThanOrEqual(10 - 1e-6);
  expect(optimality!.least).toBeLessThanOrEqual(daysOf(routes[0]!) * (1 + 1e-9));
  expect(optimality!.gapPercent).toBeLessThan(3);
  return routes[0]!;
}

const reserve_tonnes = 10;

it('sails each stretch at speeds of its own where bunkers are filled between', () => {
  const rest = stretch('A', 'end');
  const tight = 0.88 * first.fuel;
  const capacity_tonnes = 10 + 0.94 * rest.fuel;
  const fields = { stops: [{ ...A, refuel: 'full' }, B], fuel_aboard_tonnes: 10 + tight, reserve_tonnes };
  const within = kept({ ...fields, capacity_tonnes });
  const through = plan({ stops: [B], within_tonnes: capacity_tonnes - 10 }, 'A').at(-1)!;
  expect(daysOf(within) / (first.days(tight) + daysOf(through))).toBeCloseTo(1, 5);
  expect(within.fuel!.left[1]! - 1.5).toBeCloseTo(10, 6);
  expect(within.fuel!.left.at(-1)).toBeCloseTo(10, 6);
});

describe.each([
  // the first stretch alone is short of fuel; all are, together; and both, the first more
  ['early', 0.88, 0.5],
  ['on the whole', 0.98, -0.12],
  ['early and on the whole', 0.88, -0.08],
])('where fuel is short %s', (_, part, spare) => {
  const two = { stops: [{ ...A, refuel_tonnes: 1 }, B], reserve_tonnes, fuel_aboard_tonnes: 10 };
  const total = first.fuel + second.fuel + third.fuel;
  const aboard = part * first.fuel;
  const more = (1 + spare) * total - aboard;
  const fields = {
    ...two,
    fuel_aboard_tonnes: 10 + aboard,
    stops: [{ ...A, refuel_tonnes: more }, B],
  };

  it('no other share of the fuel between the stretches is faster', () => {
    const within = kept(fields);
    const after = (tonnes: number) => {
      const rest = plan({ stops: [B] }, 'A')[0]!;
      if (tonnes >= fuelOf(rest)) return daysOf(rest);
      return daysOf(plan({ stops: [B], within_tonnes: tonnes }, 'A').at(-1)!);
    };
    const days = [0.88, 0.92, 0.96, 1].map((share) => {
      const own = share * aboard;
      return first.days(own) + after(aboard + more - own);
    });
    expect(daysOf(within)).toBeLessThanOrEqual(Math.min(...days) * (1 + 1e-5));
    expect(daysOf(within)).toBeGreaterThanOrEqual(Math.min(...days) * (1 - 3e-3));
    expect(within.optimality!.least).toBeLessThanOrEqual(Math.min(...days));
  });
});

it('shares the fuel between three stretches, each with what was taken before it', () => {
  const aboard = 0.97 * first.fuel;
  const [atA, atB] = [0.9 * (first.fuel + second.fuel) - aboard, 0.9 * third.fuel];
  const stops = [
    { ...A, refuel_tonnes: atA },
    { ...B, refuel_tonnes: atB },
  ];
  const within = kept({ stops, fuel_aboard_tonnes: 10 + aboard, reserve_tonnes });
  const parts = [0.84, 0.88, 0.92, 0.96];
  const days = parts.flatMap((one) =>
    parts.map((other) => {
      const [toA, toB] = [one * first.fuel, other * second.fuel];
      const most = toA <= aboard && toA + toB <= aboard + atA ? aboard + atA + atB - toA - toB : 0;
      return first.days(toA) + second.days(toB) + (most > 0 ? third.days(most) : Infinity);
    }),
  );
  const best = Math.min(...days);
  expect(daysOf(within)).toBeLessThanOrEqual(best * (1 + 1e-5));
  expect(daysOf(within)).toBeGreaterThanOrEqual(best * (1 - 5e-3));
  expect(within.optimality!.least).toBeLessThanOrEqual(best);
});

it('heeds that bunkers hold no more than their capacity, so that what is saved before may be lost', () => {
  // slower to A would leave more there, for which there is no room
  const capacity_tonnes = 10 + 0.85 * (second.fuel + third.fuel);
  const fields = {
    stops: [{ ...A, refuel_tonnes: 1000 }, B],
    ...{ fuel_aboard_tonnes: capacity_tonnes, capacity_tonnes, reserve_tonnes },
  };
  const within = kept(fields);
  const rest = plan({ stops: [B], within_tonnes: capacity_tonnes - 10 }, 'A').at(-1)!;
  const full = first.days(capacity_tonnes - 10);
  expect(daysOf(within) / (full + daysOf(rest))).toBeCloseTo(1, 5);
});

it('keeps the order of the fastest route, and says so', () => {
  const stops = [B, { ...A, refuel_tonnes: 100 }];
  const fields = { stops, stop_order: 'best', fuel_aboard_tonnes: 10 + 0.88 * first.fuel, reserve_tonnes };
  const within = kept(fields);
  expect(within.stops!.map(({ name }) => name)).toEqual(['Start', 'A', 'B', 'End']);
  expect(within.remarks).toContainEqual(expect.stringMatching(/in the order of the fastest route/));
});

it('goes round a closed zone at speeds that keep the reserve', () => {
  const ring = [-2.9, -2.1, -2.1, -2.9, -2.9].map((lon, k) => [lon, k === 2 || k === 3 ? -64.5 : -64]);
  const zones = [{ name: 'Closed', kind: 'closed', geometry: { type: 'Polygon', coordinates: [ring] } }];
  const stops = [{ ...A, refuel_tonnes: 100 }, B];
  const fields = { stops, fuel_aboard_tonnes: 10 + 0.95 * first.fuel, reserve_tonnes };
  const [free, round] = [kept(fields), kept({ ...fields, zones })];
  expect(round.track.coordinates).not.toEqual(free.track.coordinates);
  expect(daysOf(round)).toBeGreaterThan(daysOf(free));
  expect(round.fuel!.left[1]! - 1.5).toBeCloseTo(10, 5);
});

it('is not asked for where the fastest route keeps the reserve, for which fuel is taken', () => {
  const total = first.fuel + second.fuel + third.fuel;
  const stops = [A, { ...B, refuel_tonnes: 0.5 * total }];
  const aboard = first.fuel + second.fuel + 15;
  const routes = plan({ stops, fuel_aboard_tonnes: aboard, reserve_tonnes, choose_speed });
  expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
});

it('fails where no speed is slow enough, with the way and what it needs', () => {
  const stops = [A, { ...B, refuel_tonnes: 100 }];
  const fields = { stops, fuel_aboard_tonnes: 12, reserve_tonnes, choose_speed };
  expect(() => plan(fields)).toThrow(
    /^The way from Start to B can't be made with 2\.00 t of fuel: at the speeds that take least it needs \d+\.\d\d t\.$/,
  );
});

it('is what a failure says to ask for, and what it does not in a given time', () => {
  const stops = [{ ...A, refuel_tonnes: 100 }, B];
  const fields = { stops, fuel_aboard_tonnes: 10 + 0.88 * first.fuel, reserve_tonnes };
  expect(refusalOf(() => plan(fields))).toMatch(/Slower would do: .*: send "choose_speed": true\.$/);
  const within_hours = 24 * 1.001 * daysOf(plan({ stops: [A, B] })[0]!);
  expect(refusalOf(() => plan({ ...fields, within_hours }))).toMatch(/: send "trade_off": 9 to be told/);
});

it.each([{ within_hours: 99 }, { departure: '2026-11-20T00:00:00Z', arrive_by: '2026-11-29T00:00:00Z' }])(
  '%j beside it is a 400',
  (more) => {
    const stops = [{ ...A, refuel_tonnes: 5 }];
    expect(() => request({ ...more, stops, fuel_aboard_tonnes: 9, choose_speed })).toThrow(
      new RegExp(
        `choose_speed.*can not be combined with refuel_tonnes of stop \\\\"A\\\\" and ${Object.keys(more).at(-1)} yet`,
        's',
      ),
    );
  },
);
