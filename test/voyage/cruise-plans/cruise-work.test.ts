import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haversineNm } from '../../../lib/engine/geometry/sphere.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { parseCruisePlan } from '../../../lib/voyage/cruise-plans/cruise-plan.ts';
import { legsOf, sentStop } from '../../../lib/voyage/cruise-plans/cruise-plan-legs.ts';
import { sailGreatCircles } from '../../../lib/voyage/cruise-plans/great-circle-voyage.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const HOME = { name: 'home', ...at(-60, 0) };
const BASE = { name: 'base', ...at(-60, 10) };

const legOf = (more: object, leg: object, freeOrder = false) => {
  const legs = [{ name: 'Leg', departure_port: HOME, arrival_port: BASE, vessel_speed: 10, ...leg }];
  return legsOf(parseCruisePlan(JSON.stringify({ ...more, legs })), { freeOrder })[0]!;
};
type Leg = ReturnType<typeof legOf>;

/** As plan_cruise sails it without a mesh. */
function sailed(leg: Leg, order: 'given' | 'best' = 'given') {
  const stops = leg.stops.map((stop) => sentStop(stop, order === 'best'));
  const ends = { start_lat: leg.from.lat, start_lon: leg.from.lon, end_lat: leg.to.lat, end_lon: leg.to.lon };
  const { voyage } = routeRequest.parse({ ...ends, stops, stop_order: order });
  return sailGreatCircles({ start: leg.from, end: leg.to, voyage }, leg.speedKnots!);
}

describe('the time of a cast', () => {
  const hoursOf = (point: object, more: object = {}, leg: object = {}) => {
    const points = [{ name: 'P', ...at(-60, 5), operation_type: 'CTD', action: 'profile', ...point }];
    return legOf({ points, ...more }, { activities: ['P'], ...leg }).stops[0]!.stay_hours;
  };

  it('is down, up and the turnaround, at 1 m/s and 30 minutes', () => {
    expect(hoursOf({ water_depth: 3600 })).toBeCloseTo(2.5, 12);
    expect(hoursOf({ water_depth: 3600, operation_depth: 900 })).toBeCloseTo(1, 12);
    expect(hoursOf({ depth: 900 })).toBeCloseTo(1, 12);
    expect(hoursOf({ operation_type: 'water_sampling', operation_depth: 900 })).toBeCloseTo(1, 12);
  });

  it('is at the rates and turnaround of the plan, and of the leg before that', () => {
    const rates = { ctd_descent_rate: 0.5, ctd_ascent_rate: 2, turnaround_time: 60 };
    expect(hoursOf({ water_depth: 1800 }, rates)).toBeCloseTo(1 + 0.25 + 1, 12);
    expect(hoursOf({ water_depth: 1800 }, rates, { turnaround_time: 0 })).toBeCloseTo(1.25, 12);
  });

  it('is not counted where a duration is given, where nothing is lowered, and without a depth', () => {
    expect(hoursOf({ water_depth: 3600, duration: 30, delay_end: 15 })).toBeCloseTo(0.75, 12);
    expect(hoursOf({ water_depth: 3600, operation_type: 'mooring' })).toBe(0);
    expect(hoursOf({ water_depth: 3600, action: 'yo_yo' })).toBe(0);
    expect(hoursOf({})).toBe(0);
  });
});

describe('a line of a plan', () => {
  const line = {
    name: 'L',
    route: [at(-60, 7), at(-60, 3)],
    vessel_speed: 4,
    delay_start: 30,
    delay_end: 60,
  };
  const nm = 240 * Math.cos(Math.PI / 3);

  it('is sailed as it is written, at its speed, with its delays', () => {
    const leg = legOf({ lines: [line] }, { activities: ['L'] });
    expect(leg.remarks).toEqual(['line "L": 120.1 NM at 4.0 knots']);
    const there = haversineNm(leg.from, { lat: -60, lon: 7 }) + haversineNm({ lat: -60, lon: 3 }, leg.to);
    const { order, ...given } = sailed(leg);
    expect(order).toEqual(['L']);
    expect(given.nm / (there + nm)).toBeCloseTo(1, 3);
    expect(given.hours).toBeCloseTo(1.5 + (given.nm - there) / 4 + there / 10, 9);
  });

  it('is begun at its end where that is shorter and the order is free, unless it is not reversible', () => {
    const leg = (more: object) => legOf({ lines: [{ ...line, ...more }] }, { activities: ['L'] });
    const [there, back] = [sailed(leg({}), 'best').nm, sailed(leg({})).nm];
    expect(there / (300 * Math.cos(Math.PI / 3) * 2)).toBeCloseTo(1, 2);
    expect(back).toBeGreaterThan(1.5 * there);
    expect(sailed(leg({ reversible: false }), 'best').nm).toBe(back);
  });

  it('is sailed at the speed of the leg where it has none', () => {
    const leg = legOf(
      { lines: [{ ...line, vessel_speed: null, delay_start: 0, delay_end: 0 }] },
      { activities: ['L'] },
    );
    const { nm: sailedNm, hours } = sailed(leg);
    expect(hours).toBeCloseTo(sailedNm / 10, 9);
    expect(leg.remarks).toEqual(['line "L": 120.1 NM']);
  });

  it('is done as often as the plan says', () => {
    const leg = legOf({ lines: [line] }, { activities: ['L', 'L'], clusters: [{ activities: ['L'] }] });
    expect(leg.stops.map(({ name }) => name)).toEqual(['L', 'L (2)', 'L (3)']);
    expect(sailed(leg).hours).toBeGreaterThan(3 * (1.5 + nm / 4));
  });

  it('of no length is a place', () => {
    const leg = legOf({ lines: [{ ...line, route: ['-60, 3', '-60, 3'] }] }, { activities: ['L'] });
    expect(leg.stops).toMatchObject([{ lat: -60, lon: 3, stay_hours: 1.5 }]);
    expect(leg.remarks).toEqual(['line "L" has no length: its place is called at']);
  });
});

describe('an area of a plan', () => {
  const box = (south: number, west: number, high: number, wide: number) => [
    at(south, west),
    at(south, west + wide),
    at(south + high, west + wide),
    at(south + high, west),
  ];

  it('is surveyed on lines that take its duration, wherever it is', () => {
    const boxes = fc.record({
      south: fc.integer({ min: -75, max: 74 }),
      west: fc.integer({ min: -180, max: 179 }),
      high: fc.double({ min: 0.05, max: 2, noNaN: true }),
      wide: fc.double({ min: 0.05, max: 2, noNaN: true }),
      hours: fc.integer({ min: 1, max: 100 }),
      speed: fc.integer({ min: 2, max: 15 }),
    });
    fc.assert(
      fc.property(boxes, ({ south, west, high, wide, hours, speed }) => {
        const areas = [{ name: 'X', corners: box(south, west, high, wide), duration: 60 * hours }];
        const leg = legOf({ areas }, { activities: ['X'], vessel_speed: speed });
        const [stop] = leg.stops;
        const whole = sailed(leg);
        if (!stop!.work) {
          expect(leg.remarks[0]).toContain('called at its middle, as one line through it is longer');
          expect(stop!.stay_hours).toBe(hours);
          return;
        }
        const left = stop!.work.stay_after_hours;
        expect(left).toBeGreaterThanOrEqual(0);
        // hours under way beside the survey are miles at the speed, as those of its lines are
        expect(whole.hours).toBeCloseTo(whole.nm / speed + left, 6);
        const nm = (hours - left) * speed;
        const lines = Number(/(\d+) lines/.exec(leg.remarks[0]!)?.[1] ?? 1);
        // one line more is longer by about a line: less than two lines are left, as a box is wider on one side
        if (lines < 1000) expect(left * speed).toBeLessThanOrEqual((2 * nm) / lines + 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['has no duration', { corners: box(-61, 4, 1, 1) }, 0],
    ['has fewer than three corners', { corners: [at(-61, 4), at(-60, 5)], duration: 120 }, 2],
    ['crosses itself', { corners: [at(-61, 4), at(-60, 5), at(-61, 5), at(-60, 4)], duration: 120 }, 2],
    ['one line through it is longer than 20.0 NM', { corners: box(-61, 4, 1, 1), duration: 120 }, 2],
  ])('%s: it is called at, and that is said', (reason, area, hours) => {
    const leg = legOf({ areas: [{ name: 'X', ...area }] }, { activities: ['X'] });
    expect(leg.stops).toMatchObject([{ lat: -60.5, lon: 4.5, stay_hours: hours }]);
    expect(leg.stops[0]).not.toHaveProperty('work');
    expect(leg.remarks[0]).toMatch(new RegExp(`^area "X": called at its middle, as .*${reason}`));
  });

  it('is the same where its first corner is told again as its last', () => {
    const corners = box(-61, 4, 0.5, 1);
    const workIn = (more: object[]) =>
      legOf(
        { areas: [{ name: 'X', corners: [...corners, ...more], duration: 60 * 50 }] },
        { activities: ['X'] },
      );
    const { stops } = workIn([]);
    expect(stops[0]!.work!.area!.coordinates[0]).toHaveLength(5);
    expect(workIn(corners.slice(0, 1)).stops).toEqual(stops);
    // a corner on the meridian, or the parallel, of the first one is another
    for (const other of [at(-60.8, 4), at(-61, 4.2)])
      expect(workIn([other]).stops[0]!.work?.area?.coordinates[0]).not.toHaveLength(5);
  });

  it('shares the miles that a request may have with other areas', () => {
    const areas = ['X', 'Y'].map((name, k) => ({
      name,
      corners: box(-61 - 2 * k, 4, 1, 2),
      duration: 60 * 200,
    }));
    const leg = legOf({ areas }, { activities: ['X', 'Y'] });
    expect(leg.remarks).toHaveLength(2);
    const nm = leg.stops.map(({ work }) => 2000 - 10 * work!.stay_after_hours);
    for (const each of nm) expect(each).toBeLessThanOrEqual(1000);
    expect(() => sailed(leg)).not.toThrow();
  });

  it('has what lines and other areas leave of these miles, and nearly all of it', () => {
    const lines = ['L', 'M'].map((name, k) => ({ name, route: [at(-61, k), at(-51, k)] }));
    const areas = ['X', 'Y', 'Z'].map((name, k) => ({
      name,
      corners: box(-61 - 2 * k, 4, 1, 1),
      duration: 60 * 400,
    }));
    const nmIn = (names: string[]) => {
      const { stops } = legOf({ areas, lines }, { activities: names });
      return stops.flatMap(({ work }) => (work?.area ? [4000 - 10 * work.stay_after_hours] : []));
    };
    const lineNm = haversineNm({ lat: -61, lon: 0 }, { lat: -51, lon: 0 });
    for (const names of [['X'], ['L', 'X'], ['L', 'M', 'X'], ['X', 'Y', 'Z'], ['Y', 'L', 'X', 'M']]) {
      const count = names.filter((name) => 'LM'.includes(name)).length;
      const found = nmIn(names);
      const share = (2000 - count * lineNm) / found.length;
      expect(found).toHaveLength(names.length - count);
      for (const each of found) {
        expect(each).toBeLessThanOrEqual(share);
        // a line more is about as long as a side
        expect(each).toBeGreaterThan(share - 100);
      }
    }
  });
});
