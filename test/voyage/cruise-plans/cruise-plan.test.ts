import { describe, expect, it } from 'vitest';
import { haversineNm } from '../../../lib/engine/geometry/sphere.ts';
import {
  CruisePlanUnreadable,
  MAX_PLAN_BYTES,
  parseCruisePlan,
} from '../../../lib/voyage/cruise-plans/cruise-plan.ts';
import { legsOf } from '../../../lib/voyage/cruise-plans/cruise-plan-legs.ts';
import { sailGreatCircles } from '../../../lib/voyage/cruise-plans/great-circle-voyage.ts';
import { KNOWN_KEYS, keysNotRead } from '../../../lib/voyage/cruise-plans/older-keys.ts';
import { knownPort } from '../../../lib/voyage/cruise-plans/ports.ts';

const point = (name: string, latitude: number, more: object = {}) => ({
  name,
  latitude,
  longitude: 0,
  duration: 60,
  ...more,
});
const plan = (leg: object, more: object = {}) =>
  JSON.stringify({
    ports: [
      { name: 'home', latitude: -50, longitude: 0 },
      { name: 'base', latitude: -60, longitude: 0, display_name: 'The base' },
    ],
    points: [
      point('a', -52),
      point('b', -54),
      point('c', -56),
      point('mooring_deployment', -58, { action: 'deployment' }),
      point('mooring_recovery', -58, { action: 'recovery', duration: 30 }),
      point('pair_deployment', -55, { action: 'deployment' }),
      point('pair_recovery', -57, { action: 'recovery' }),
      point('array_north_deployment', -53, { action: 'deployment' }),
      point('array_south_recovery', -59, { action: 'recovery' }),
    ],
    areas: [
      {
        name: 'box',
        corners: [
          { latitude: -51, longitude: 179 },
          { latitude: -53, longitude: -177 },
        ],
      },
    ],
    legs: [{ name: 'Leg', departure_port: 'home', arrival_port: 'base', vessel_speed: 10, ...leg }],
    ...more,
  });
const legOf = (leg: object, freeOrder = false) => legsOf(parseCruisePlan(plan(leg)), { freeOrder })[0]!;
const namesOf = (leg: object) => legOf(leg).stops.map(({ name }) => name);

describe('a leg of a cruise plan', () => {
  it('is a voyage from port to port, with stays in hours', () => {
    const leg = legOf({ activities: ['b', 'a'], buffer_time: 90 });
    expect(leg).toMatchObject({
      from: { name: 'home', lat: -50 },
      to: { name: 'The base', lat: -60 },
      bufferHours: 1.5,
      speedKnots: 10,
      leftOut: [],
    });
    expect(leg.stops).toEqual([
      { name: 'b', lat: -54, lon: 0, stay_hours: 1, after: [] },
      { name: 'a', lat: -52, lon: 0, stay_hours: 1, after: [] },
    ]);
  });

  it('calls at the middle of an area, also across the antimeridian', () => {
    expect(legOf({ activities: ['box'] }).stops).toMatchObject([{ lat: -52, lon: -179 }]);
  });

  it('takes a prefix for all points that begin with it; at one place they are one stop', () => {
    expect(legOf({ activities: ['mooring'] }).stops).toMatchObject([
      { name: 'mooring', stay_hours: 1.5, after: [] },
    ]);
    expect(legOf({ activities: ['pair'] }, true).stops).toMatchObject([
      { name: 'pair_recovery', after: [] },
      { name: 'pair_deployment', after: ['pair_recovery'] },
    ]);
    // of one activity all recoveries come first, of whatever mooring
    expect(legOf({ activities: ['array'] }, true).stops).toMatchObject([
      { name: 'array_south_recovery', after: [] },
      { name: 'array_north_deployment', after: ['array_south_recovery'] },
    ]);
  });

  it('recovers a mooring before it deploys it in every order, where the plan does', () => {
    const afters = (...activities: string[]) =>
      legOf({ activities }, true).stops.map(({ name, after }) => [name, after]);
    expect(afters('pair_recovery', 'a', 'pair_deployment')).toEqual([
      ['pair_recovery', []],
      ['a', []],
      ['pair_deployment', ['pair_recovery']],
    ]);
    // the plan deploys first: the new one, which measures before the old one is gone
    expect(afters('pair_deployment', 'pair_recovery').map(([, after]) => after)).toEqual([[], []]);
    expect(afters('mooring_recovery', 'pair_deployment').map(([, after]) => after)).toEqual([[], []]);
  });

  it('makes two activities at one place one stop', () => {
    const { stops } = legOf({ activities: ['mooring_recovery', 'a', 'mooring_deployment'] });
    expect(stops).toMatchObject([
      { name: 'mooring_recovery + mooring_deployment', stay_hours: 1.5 },
      { name: 'a' },
    ]);
  });

  it('begins and ends with the fixed activities, in every order', () => {
    const fixed = { activities: ['a', 'b', 'c'], first_activity: 'b', last_activity: 'a' };
    expect(namesOf(fixed)).toEqual(['b', 'c', 'a']);
    expect(legOf(fixed, true).stops.map(({ after }) => after)).toEqual([[], ['b'], ['b', 'c']]);
    expect(namesOf({ activities: ['a'], last_activity: 'c' })).toEqual(['a', 'c']);
    expect(() => legOf({ activities: ['a', 'b'], first_activity: 'a', last_activity: 'a' })).toThrow(
      'leg "Leg": its first and its last activity are one stop',
    );
  });

  it('keeps the order of a cluster that says so, unless the order is free', () => {
    const leg = { clusters: [{ ordered: true, activities: ['c', 'a'] }, { activities: ['b'] }] };
    expect(legOf(leg).stops.map(({ after }) => after)).toEqual([[], ['c'], []]);
    expect(legOf(leg, true).stops.map(({ after }) => after)).toEqual([[], [], []]);
    expect([legOf(leg), legOf(leg, true)].map(({ keepsOrder }) => keepsOrder)).toEqual([true, false]);
  });

  it('is a passage where it says that nothing is done', () => {
    const isPassage = (leg: object) => legOf(leg).isPassage;
    expect(isPassage({ activities: [] })).toBe(true);
    expect(isPassage({ clusters: [{ activities: [] }] })).toBe(true);
    expect(isPassage({})).toBe(false);
    expect(isPassage({ activities: [], clusters: [{ activities: ['a'] }] })).toBe(false);
  });

  it('leaves out a name that names nothing', () => {
    const leg = legOf({ activities: ['a', 'nowhere'], first_activity: 'never' });
    expect(leg.stops).toHaveLength(1);
    expect(leg.leftOut).toEqual(['nowhere', 'never']);
  });
});

describe('what older planners wrote, and people write by hand', () => {
  it.each([
    [90, 1.5],
    ['90', 1.5],
    ['90 min', 1.5],
    ['1,5 h', 1.5],
    ['1.25 h', 1.25],
    ['1:30', 1.5],
    [' 12:30 h ', 12.5],
    ['2 days', 48],
  ])('a duration of %j is %d h', (duration, hours) => {
    const points = [point('a', -52, { duration })];
    const [leg] = legsOf(parseCruisePlan(plan({ activities: ['a'] }, { points })), { freeOrder: false });
    expect(leg!.stops[0]!.stay_hours).toBe(hours);
  });

  it.each(['1:30 or so', '1:3', 'soon', '-5'])('a duration of %j is refused', (duration) => {
    const points = [point('a', -52, { duration })];
    expect(() => parseCruisePlan(plan({}, { points }))).toThrow(/points 1, duration: must be minutes, or/);
  });

  it.each([
    [{ latitude: -52.5, longitude: 181.5 }, -52.5, -178.5],
    [{ latitude: '52 30 S', longitude: '1 30 W' }, -52.5, -1.5],
    [{ latitude: '-52.5', longitude: '0' }, -52.5, 0],
    [{ latitude: 0, longitude: 360 }, 0, 0],
  ])('a place of %j', (place, lat, lon) => {
    const points = [point('a', 0, place)];
    const [leg] = legsOf(parseCruisePlan(plan({ activities: ['a'] }, { points })), { freeOrder: false });
    expect(leg!.stops).toMatchObject([{ lat, lon }]);
  });

  it.each(['latitude', 'longitude'])('a place that has only a %s of its own is refused', (field) => {
    const pair = '52 30 S, 1 30 W';
    const read = (place: object) => {
      const none = { latitude: undefined, longitude: undefined, position: pair };
      return parseCruisePlan(plan({ activities: ['a'] }, { points: [point('a', 0, { ...none, ...place })] }));
    };
    expect(legsOf(read({}), { freeOrder: false })[0]!.stops).toMatchObject([{ lat: -52.5, lon: -1.5 }]);
    expect(() => read({ [field]: 1 })).toThrow(CruisePlanUnreadable);
  });

  it('stations and moorings are points, and what is no list is refused', () => {
    const older = { stations: [point('s', -53)], moorings: [point('m', -55)], points: null };
    const read = (more: object) => parseCruisePlan(plan({ activities: ['s', 'm'] }, more));
    const [leg] = legsOf(read(older), { freeOrder: false });
    expect(leg!.stops.map(({ name }) => name)).toEqual(['s', 'm']);
    expect(() => read({ ...older, points: 'none' })).toThrow(CruisePlanUnreadable);
  });

  it.each(['station', 'waypoint', 'activity'])('the first and the last %s are fixed', (what) => {
    const [leg] = legsOf(
      parseCruisePlan(plan({ activities: ['a', 'b', 'c'], [`first_${what}`]: 'c', [`last_${what}`]: 'a' })),
      { freeOrder: true },
    );
    expect(leg!.stops.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(leg!.notRead).toEqual([]);
  });

  it.each([
    [{ sequence: ['b', 'a'] }, ['b', 'a']],
    [{ sequence: ['b'], activities: ['a'] }, ['a']],
    [{ sequence: ['b'], activities: [], stations: ['c'] }, ['b']],
    [{ moorings: ['c'], stations: ['b'] }, ['c', 'b']],
    [{ moorings: [], stations: ['b'] }, ['b']],
    [{ moorings: null }, []],
  ])('the activities of %j', (older, names) => {
    for (const leg of [older, { clusters: [older] }]) expect(namesOf(leg)).toEqual(names);
  });

  it('a depth and a duration have the names of today', () => {
    const older = { operation_type: 'CTD', duration: undefined, longitude: 0 };
    const stayOf = (more: object) => {
      const points = [point('a', -52, { ...older, ...more })];
      return legsOf(parseCruisePlan(plan({ activities: ['a'] }, { points })), { freeOrder: false })[0]!
        .stops[0]!.stay_hours;
    };
    expect(stayOf({ duration_minutes: 90 })).toBe(1.5);
    expect(stayOf({ depth: 1800 })).toBe(stayOf({ operation_depth: 1800, depth: 1 }));
    expect(stayOf({ depth: 1800 })).toBe(1.5);
    // it is not said what would be lowered
    expect(stayOf({ operation_type: undefined, water_depth: 1800 })).toBe(0);
  });

  it('a latitude of 350 is refused', () => {
    const points = [point('a', 350)];
    expect(() => parseCruisePlan(plan({}, { points }))).toThrow(/points 1, latitude/);
  });

  it('keys that are not read are told where they hold something', () => {
    const more = { nothing: null, empty: [], strange: 1, list: ['x'], none: 0 };
    expect(keysNotRead({ name: 'Leg', ...more }, KNOWN_KEYS.leg)).toEqual(['strange', 'list', 'none']);
  });
});

it.each([
  ['tromso', 69.6496],
  ['Tromsø', 69.6496],
  ['Tromso, Norway', 69.6496],
  ['port_st_johns', 47.5615],
  ["St. John's, Newfoundland", 47.5615],
  ['ST JOHNS', 47.5615],
  ['Las-Palmas', 28.1248],
  ['Port Louis, Seychelles', -4.6796],
  ['port_louis_mauritius', -20.1654],
  ['port_port_louis_mauritius', -20.1654],
])('%s is a port that the planner knows', (name, lat) => {
  expect(knownPort(name)?.lat).toBe(lat);
});

it('a port has the place that is given for its name, else that of the plan, else that of the planner', () => {
  const portsOf = (ports: object) =>
    legsOf(parseCruisePlan(plan({ arrival_port: 'kiel' })), { freeOrder: false, ports: ports as never }).map(
      ({ from, to }) => [from.lat, to.lat],
    );
  expect(portsOf({})).toEqual([[-50, 54.32899]]);
  expect(portsOf({ home: { lat: -51, lon: 0 }, kiel: { lat: 54, lon: 10 } })).toEqual([[-51, 54]]);
  const written = { departure_port: { name: 'home', latitude: -49, longitude: 0 } };
  const fromOf = (ports: object) =>
    legsOf(parseCruisePlan(plan(written)), { freeOrder: false, ports: ports as never })[0]!.from;
  expect([fromOf({}).lat, fromOf({ home: { lat: -51, lon: 0 } }).lat]).toEqual([-49, -51]);
});

it.each(['Atlantis', 'Port Louis'])('%s is the name of no port, or of two', (name) => {
  expect(knownPort(name)).toBeNull();
});

it.each([
  ['a: [', /^not YAML: .* at line 1, column \d+$/],
  ['a: &x 1\nb: *x', /^has YAML aliases/],
  ['- 1', /^not a cruise plan: top level: /],
  [plan({}, { legs: [null] }), /legs 1: /],
  [plan({}, { points: [null] }), /points 1: /],
  ['null', /top level: /],
  [plan({}, { legs: [] }), 'not a cruise plan: legs: must have a leg'],
  [plan({ vessel_speed: 0 }), 'not a cruise plan: legs 1, vessel_speed: must be above 0'],
  [plan({ arrival_port: 'x' }), 'leg "Leg": its port "x" is not among the ports'],
  [`# ${'x'.repeat(MAX_PLAN_BYTES)}`, 'larger than 1 MiB'],
])('refuses what is no plan: %.40s', (yaml, message) => {
  const read = () => legsOf(parseCruisePlan(yaml), { freeOrder: false });
  expect(read).toThrow(message);
  expect(read).toThrow(CruisePlanUnreadable);
});

describe('on great circles', () => {
  const [start, end] = [
    { lat: -50, lon: 0 },
    { lat: -60, lon: 0 },
  ];
  const stop = (lat: number) => ({ lat, lon: 0, name: String(lat), stay_hours: 2, after: [] });
  const sail = (stops: object[] | null, stop_order: 'best' | null) =>
    sailGreatCircles({ start, end, voyage: { stops, stop_order } as never }, 12);

  it('sails the given order, and the best one along a meridian: no way back', () => {
    const given = sail([stop(-56), stop(-52)], null);
    const there = haversineNm(start, end);
    expect(given.order).toEqual(['-56', '-52']);
    expect(given.nm).toBeCloseTo((there / 10) * (6 + 4 + 8), 6);
    const best = sail([-56, -52, -58, -51].map(stop), 'best');
    expect(best.order).toEqual(['-51', '-52', '-56', '-58']);
    expect(best.nm).toBeCloseTo(there, 6);
    expect(best.hours).toBeCloseTo(there / 12 + 8, 6);
    expect(sail(null, 'best').hours).toBeCloseTo(there / 12, 6);
  });

  it('finds the meridian for more stops than are proved', () => {
    const shuffled = Array.from({ length: 20 }, (_, k) => stop(-50.2 - ((k * 7) % 20) * 0.4));
    expect(sail(shuffled, 'best').nm).toBeCloseTo(haversineNm(start, end), 6);
  });
});
