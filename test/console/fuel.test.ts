import { expect, test } from 'vitest';
import { readable } from '../../lib/console/readable.ts';
import { holdsAlternatives } from '../../lib/console/state/alternatives.ts';
import { departure } from '../../lib/console/state/departure.ts';
import { fuel, fuelPart } from '../../lib/console/state/fuel.ts';
import { price } from '../../lib/console/state/price.ts';
import { askedSpeed, choosesSpeed, speed, speedPart } from '../../lib/console/state/speed.ts';
import { stops, stopsPart } from '../../lib/console/state/stops.ts';
import { vehicleType } from '../../lib/console/state/vehicle-type.ts';
import { changedStop, withStops } from '../../lib/console/stops/stop-list.ts';
import { stopsFromText, stopsToText } from '../../lib/console/stops/stop-text.ts';

const NONE = { fuel_aboard_tonnes: null, reserve_tonnes: null, capacity_tonnes: null };
const call = withStops([], [{ lat: -62, lon: -50, name: 'Call' }]);
const refuelled = changedStop(call, 'Call', { refuel_tonnes: 50 });
const filled = changedStop(call, 'Call', { refuel: 'full' });
const sent = () => stopsPart.fields().stops![0]!;

test('the reserve is asked for beside what is aboard, and other ways and the curve with it', () => {
  // tests of one worker share the state of the page
  stops.value = [];
  vehicleType.value = 'SDA';
  speed.value = { curve: true };
  fuelPart.show({ reserve: 20 });
  expect(fuelPart.fields()).toEqual(NONE);
  expect(fuelPart.kept()).toEqual({ reserve: 20 });
  expect(askedSpeed()).toEqual({ curve: true });
  fuelPart.show({ aboard: 0, reserve: 20 });
  const asked = { ...NONE, fuel_aboard_tonnes: 0, reserve_tonnes: 20 };
  expect(fuelPart.fields()).toEqual(asked);
  expect(fuelPart.ofVoyage(asked)).toEqual({ aboard: 0, reserve: 20 });
  expect(askedSpeed()).toEqual({ curve: true });
  speed.value = { slower: true };
  expect(holdsAlternatives()).toBe(true);
  speed.value = {};
  expect(holdsAlternatives()).toBe(false);
  fuelPart.show(undefined);
  expect(fuel.value).toEqual({});
  expect([fuelPart.kept(), fuelPart.ofVoyage(NONE), holdsAlternatives()]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  vehicleType.value = null;
});

test('slower is asked for where the fuel would not last, beside nothing that the service refuses with it', () => {
  const asked = () => speedPart.fields().choose_speed ?? null;
  // tests of one worker share the state of the page
  departure.value = null;
  vehicleType.value = 'SDA';
  stops.value = call;
  speedPart.show({ slower: true });
  expect(asked()).toBeNull();
  fuelPart.show({ aboard: 100 });
  expect(asked()).toBe(true);
  expect(choosesSpeed()).toBe(true);
  speedPart.show({ slower: true, hours: 100 });
  expect(asked()).toBeNull();
  speedPart.show({ slower: true, arriveBy: '2026-12-24T18:00:00.000Z' });
  expect(asked()).toBeNull();
  speedPart.show({ slower: true });
  stops.value = filled; // bunkers whose size is not known are not filled
  expect(asked()).toBe(true);
  stops.value = refuelled;
  expect(asked()).toBe(true);
  stops.value = changedStop(refuelled, 'Call', { value: 2 });
  expect(asked()).toBeNull();
  stops.value = changedStop(call, 'Call', { value: 2 });
  expect(asked()).toBe(true);
  departure.value = new Date('2026-12-20T18:00Z');
  expect(asked()).toBe(true);
  stops.value = changedStop(call, 'Call', { value: 2, daylight: 'sun' });
  expect(asked()).toBe(true);
  price.value = { perDay: 20_000, perTonne: 650 };
  expect(asked()).toBeNull();
  price.value = {};
  stops.value = changedStop(call, 'Call', { daylight: 'sun' });
  departure.value = new Date('2026-12-20T18:00Z');
  expect(asked()).toBe(true);
  departure.value = null;
  vehicleType.value = null;
  expect(asked()).toBeNull();
  expect(speedPart.kept()).toEqual({ slower: true });
  expect(speedPart.fromText(speedPart.toText({ slower: true }))).toEqual({ slower: true });
  expect(speedPart.ofVoyage({ choose_speed: true })).toEqual({ slower: true });
  [speed.value, stops.value] = [{}, []];
  fuelPart.show(undefined);
});

test('a stop takes fuel where it is known what is aboard, and fills up bunkers whose size is known', () => {
  stops.value = refuelled;
  expect(sent()).not.toHaveProperty('refuel_tonnes');
  fuelPart.show({ aboard: 100 });
  expect(sent()).toMatchObject({ name: 'Call', refuel_tonnes: 50 });
  stops.value = filled;
  expect(sent()).not.toHaveProperty('refuel');
  fuelPart.show({ aboard: 100, capacity: 200 });
  expect(sent()).toMatchObject({ name: 'Call', refuel: 'full' });
  fuelPart.show(undefined);
  stops.value = [];
});

test.each([[refuelled], [filled]])('what is taken at a stop comes back from a link', (list) => {
  expect(stopsFromText(stopsToText(list))).toEqual(list);
});

test.each([
  { aboard: 0 },
  { aboard: 400.5, reserve: 20 },
  { aboard: 1, reserve: 0, capacity: 2 },
  { reserve: 5 },
])('%j comes back from a link', (kept) => {
  expect(fuelPart.fromText(fuelPart.toText(kept))).toEqual(kept);
});

test.each(['', ',,', '1', '1,2', '-1,,', 'x,,', '1,,0', '1,1e7,', '1,2,3,4'])('%j says nothing', (text) => {
  expect(fuelPart.fromText(text)).toBeUndefined();
});

test('a sentence that stands alone names the route that it is about', () => {
  expect(
    readable('It is sailed at the speeds of the meshes: through several meshes no speed is chosen'),
  ).toBe(
    'The route of least money is sailed at the speeds of the ice data: through several ice data no speed is chosen',
  );
});

test('what is said of the fuel names no field of a request', () => {
  expect(readable('of stop "Call" needs fuel_aboard_tonnes')).toBe('of stop "Call" needs the fuel aboard');
  for (const advice of [
    '"choose_speed": true',
    '"trade_off": 9 to be told in what time',
    '"within_hours": 131.25',
  ])
    expect(readable(`this way keeps the reserve: send ${advice}.`)).toBe('this way keeps the reserve.');
  expect(readable('that the fuel lasts: take more fuel aboard, or leave out choose_speed.')).toBe(
    'that the fuel lasts: take more fuel aboard, or do not sail slower for it.',
  );
  expect(
    ['traveltime', 'fuel', 'within', 'cost'].map((type) => readable(`The route of type ${type} is left out`)),
  ).toEqual(
    [
      'The fastest route',
      'The route of least fuel',
      'The route at chosen speeds',
      'The route of least money',
    ].map((line) => `${line} is left out`),
  );
});
