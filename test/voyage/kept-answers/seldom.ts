/**
 * What is asked seldom: many stops, too little fuel or room, prices for a vehicle of one speed, waits with stops, zones that close under
 * way, alternatives among islands, legs along the sides of cells.
 */

import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { ship } from '../../speed/seas.ts';
import { seaOfIslands } from '../alternatives/islands.ts';
import { gridVoyages } from '../forecast/grid-voyages.ts';
import { type Cases, clocked } from './clocked.ts';
import { A, B, best, box, C, closed, D, report, tow, window } from './one-sea.ts';
import { type Asked, afterDays, BEGIN, forecastOf, priced, voyages } from './seas.ts';

const certificate = false;
/** Consumes the same at every speed. */
const plain = ship({
  idle_rate: 2,
  consumption_model: { type: 'constant_consumption', params: { rate: 20 } },
});
const many = Array.from({ length: 15 }, (_, k) => ({
  ...{ name: `S${k}`, lat: -63.7 + 0.9 * (k % 4), lon: 0.5 + 1.7 * Math.floor(k / 4) + 0.2 * (k % 3) },
  ...{ value: 1 + (k % 5), stay_hours: k % 3 },
}));
const walls = [
  { ...closed, geometry: box(3, -65, 5, -62) },
  { ...closed, name: 'other', geometry: box(3, -62.1, 5, -59) },
];

/** A strait of 6 NM between two zones. */
const strait = [
  { ...closed, geometry: box(4.5, -65, 5.5, -62) },
  { ...closed, name: 'other', geometry: box(4.5, -61.9, 5.5, -59) },
];
const price = { per_day: 20000, per_tonne: 600 };
const twins = [A, { ...A, name: 'A again', not_before: afterDays(0.9), after: ['A'] }, D];
const plenty = many.map(({ value: _, ...stop }) => ({ ...stop, stay_hours: 1 }));
const unreached = { ...A, name: 'unreached', lat: -61.5, lon: 3 };

const onOneMesh: Record<string, Asked> = {
  'many stops of value': { fields: { stops: many, ...best, within_hours: 30 }, options: { certificate } },
  'many stops of value, when time is up': { fields: { stops: many, ...best, within_hours: 30 }, looks: 200 },
  'zones that leave no way together': { fields: { zones: walls } },
  'many stops': { fields: { stops: plenty, ...best } },
  'many stops in windows': {
    fields: {
      stops: plenty.map((stop, k) => (k % 4 === 0 ? { ...stop, not_after: afterDays(1 + 0.2 * k) } : stop)),
      ...best,
    },
  },
  'many stops with fuel': {
    fields: {
      stops: plenty.map((stop, k) => (k === 9 ? { ...stop, refuel: 'full' } : stop)),
      ...best,
      fuel_aboard_tonnes: 48,
      capacity_tonnes: 60,
    },
  },
  'many stops of value, proved': { fields: { stops: many, ...best, within_hours: 24 } },
  'windows, and too little fuel in any order': {
    fields: {
      stops: [{ ...A, not_before: afterDays(0.8) }, B, { ...C, refuel_tonnes: 2 }],
      ...best,
      fuel_aboard_tonnes: 20,
    },
  },
  'windows, and too little fuel to do what is worth most': {
    fields: {
      stops: [{ ...A, value: 1, not_before: afterDays(0.8) }, { ...B, value: 1 }, C],
      ...best,
      fuel_aboard_tonnes: 30,
      arrive_by: afterDays(2),
    },
  },
  'stops at one place': { fields: { stops: twins, ...best, price } },
  'stops at one place with fuel': { fields: { stops: twins, ...best, fuel_aboard_tonnes: 60 } },
  'a strait as wide as is asked for': { fields: { zones: strait, clearance_nm: 2, clearance_of: 'all' } },
  'a strait that is too narrow': {
    fields: { zones: strait, clearance_nm: 4, clearance_of: 'all' },
  },
  'zones without a day': {
    fields: { departure: null, zones: [{ ...closed, season: { from: '12-01', to: '03-31' } }] },
  },
  'alternatives round a zone': { fields: { alternatives: 3, zones: [closed, report] } },
  'a stop on land': { fields: { stops: [unreached] } },
  'stops that no time is enough for': { fields: { stops: [A, C], within_hours: 30, ...best } },
  'too little fuel, which lasts at less speed': { fields: { fuel_aboard_tonnes: 20 } },
  'too little fuel at any speed': { fields: { stops: [A, tow], fuel_aboard_tonnes: 8, reserve_tonnes: 2 } },
  'too little fuel after a stop where some is taken in': {
    fields: { stops: [{ ...A, refuel_tonnes: 1 }, D], fuel_aboard_tonnes: 18 },
  },
  'speeds between bunkers that keep the reserve': {
    fields: { stops: [{ ...A, refuel_tonnes: 4 }, D], fuel_aboard_tonnes: 22, choose_speed: true },
  },
  'speeds between bunkers that are filled': {
    fields: {
      stops: [{ ...A, refuel: 'full' }, C, { ...D, refuel_tonnes: 6 }],
      ...{ fuel_aboard_tonnes: 12, capacity_tonnes: 16, reserve_tonnes: 1, choose_speed: true },
    },
  },
  'zones with a side in common': {
    fields: { zones: [closed, { ...closed, name: 'beside', geometry: box(3, -63.6, 5, -62.4) }] },
  },
  'a trade-off, some of which needs more fuel': { fields: { trade_off: 4, fuel_aboard_tonnes: 19 } },
  'a trade-off of stops with fuel': {
    fields: { stops: [A, D], ...best, trade_off: 3, fuel_aboard_tonnes: 25 },
  },
  'what is worth most with too little fuel': {
    fields: { stops: [A, { ...D, value: 1 }, { ...C, value: 2 }], ...best, within_tonnes: 8 },
  },
  'a limit of time and a price in windows': {
    fields: {
      stops: [
        { ...A, not_before: afterDays(1) },
        { ...D, value: 1 },
      ],
      ...best,
      price,
      within_tonnes: 40,
    },
  },
  'by a vehicle of one speed': { fields: { stops: [A, D], ...best, price }, by: plain },
  'too little fuel of a vehicle of one speed': { fields: { fuel_aboard_tonnes: 5 }, by: plain },
  'by no vehicle, for a price': { fields: { price }, by: null },
  'a window at night and too short ones': {
    fields: {
      stops: [
        { ...tow, windows: [window(0.5, 0.55), window(0.8, 0.85)] },
        { ...C, most_wind_kn: 9, stay_hours: 700 },
      ],
    },
  },
  'two windows that are missed': {
    fields: {
      stops: [
        { ...A, not_after: afterDays(0.1) },
        { ...D, not_after: afterDays(0.4) },
      ],
    },
  },
  'what has to be done takes too long': {
    fields: { stops: [A, { ...C, value: 1 }, D], ...best, within_hours: 20 },
  },
  'a stop that is open and in daylight at no time': {
    fields: { stops: [{ ...A, windows: [window(0.9, 0.95)], daylight: 'sun', stay_hours: 4 }] },
  },
};

const throughMeshes: Record<string, Asked> = {
  'many stops of value': { fields: { stops: many, ...best, within_hours: 26 }, options: { certificate } },
  'at the least cost, by a vehicle of one speed': { fields: { price, max_wait_hours: 30 }, by: plain },
  'stops at the least cost, by a vehicle of one speed': {
    fields: { stops: [A, D], ...best, price },
    by: plain,
  },
  'departures at the least cost, by a vehicle of one speed': {
    fields: { price, departures: { from: afterDays(0), to: afterDays(1), step_hours: 24 } },
    by: plain,
  },
  'least cost when time is up': { fields: { price }, by: plain, looks: 100 },
  'stops at one place': { fields: { stops: twins, ...best } },
  'departures that miss their window': {
    fields: {
      departures: { from: afterDays(0), to: afterDays(1), step_hours: 24 },
      arrival_window: window(0.1, 0.2),
    },
  },
  'a strait that is wide enough': {
    fields: { zones: strait, clearance_nm: 2, clearance_of: 'all', max_wait_hours: 10 },
  },
  'alternatives with a wait': {
    fields: {
      alternatives: 2,
      departure: afterDays(0.6),
      max_wait_hours: 20,
      zones: [{ ...closed, season: { from: '11-21', to: '11-21' } }],
    },
  },
  'what must be done, and what may be, in too little time': {
    fields: { stops: [A, { ...C, value: 1 }, { ...D, value: 2, after: ['C'] }], ...best, within_hours: 20 },
  },
  'what must be done, and what may be, in a time': {
    fields: { stops: [A, { ...C, value: 1 }, { ...D, value: 2, after: ['C'] }], ...best, within_hours: 34 },
  },
  'values and too few tonnes in windows': {
    fields: {
      stops: [
        { ...A, value: 2, not_before: afterDays(0.6) },
        { ...C, value: 1 },
      ],
      ...{ ...best, within_tonnes: 24 },
    },
  },
  'fuel and a time': {
    fields: {
      stops: [A, { ...D, value: 1 }],
      ...best,
      within_hours: 40,
      fuel_aboard_tonnes: 26,
      choose_speed: true,
    },
  },
  'a trade-off with fuel': { fields: { trade_off: 3, fuel_aboard_tonnes: 19 } },
  'a trade-off cut short': { fields: { trade_off: 3, zones: [closed] }, looks: 250 },
  'stops round a zone, cut short': { fields: { zones: [closed], stops: [A, D] }, looks: 105 },
  'a zone closes while stops are sailed to': {
    fields: {
      stops: [A, D],
      max_wait_hours: 20,
      zones: [{ ...closed, season: { from: '11-21', to: '11-21' } }],
    },
  },
  'a line where the sea is closed': {
    fields: {
      stops: [
        {
          ...tow,
          line: [
            [-61.8, 4.2],
            [-61.8, 5.4],
          ],
        },
      ],
      zones: [{ ...closed, season: { from: '11-21', to: '11-21' } }],
    },
  },
  'tonnes and a time at chosen speeds': { fields: { within_tonnes: 19, within_hours: 70 } },
  'too few tonnes': { fields: { within_tonnes: 5 } },
  'waits between stops': { fields: { stops: [A, D], max_wait_hours: 20 } },
  'a zone that closes under way': {
    fields: {
      ...{ departure: afterDays(0.6), max_wait_hours: 20 },
      zones: [{ ...closed, season: { from: '11-21', to: '11-21' } }],
    },
  },
  'zones that leave no way together': { fields: { zones: walls } },
  'a line that is laid down': {
    fields: { stops: [{ ...tow, windows: [window(0.5, 0.6), window(0.8, 2)], may_pause: true }] },
  },
  'clearance when time is up': {
    fields: { zones: [closed], clearance_nm: 2, clearance_of: 'all', within_hours: 30 },
    looks: 300,
  },
  'values and tonnes in windows': {
    fields: {
      stops: [
        { ...A, value: 2, not_before: afterDays(0.6) },
        { ...C, value: 1, not_after: afterDays(1) },
      ],
      ...{ ...best, within_tonnes: 29 },
    },
  },
};

/** Between these places there are several ways. */
const amongIslands =
  (fields: object, isForecast = false) =>
  (): string => {
    const places = { start: { lat: -1.32, lon: 107.94 }, end: { lat: -3.6, lon: 106.64 } };
    const mesh = { ...seaOfIslands };
    const forecast = isForecast && forecastOf([mesh, { ...mesh }]);
    return clocked((clock) => {
      const { voyage } = routeRequest.parse({
        ...{ start_lat: places.start.lat, start_lon: places.start.lon },
        ...{ end_lat: places.end.lat, end_lon: places.end.lon },
        ...{ alternatives: 3, departure: afterDays(0) },
        ...fields,
      });
      return planVoyage(
        mesh,
        { ...places, vehicle: null, voyage },
        { certificate: true, ...clock, ...(forecast && { forecast }) },
      );
    });
  };

/** Ice that melts in the third quarter of the way, after three days. */
const melting = (fields: object) => (): string => {
  const row: Grid = { columns: 8, rows: 1, box: [0, 0, 4, 1], degrees: 4 };
  const [from, by, to] = [0.3, 1.2, 3.7].map((x) => placeAt(row, x, 0.5)) as [LatLon, LatLon, LatLon];
  const sea = gridVoyages(row, { start: from, end: to, begin: BEGIN, departure: afterDays(0) });
  const meshes = sea.forecast((x, _, k) => (x > 2 && x < 3 && k < 3 ? { speed: 0.5, rate: 4 } : {}), 5);
  const stops = [{ name: 'By', ...by, stay_hours: 2 }];
  return clocked((clock) =>
    sea.planned(meshes, { stops, ...fields }, { ...clock, idle: 0.25, certificate: true }),
  );
};

export const seldomOnOneMesh: Cases = {
  ...voyages(onOneMesh, false),
  'alternatives among islands': amongIslands({}),
  'alternatives among islands, with little fuel': amongIslands({ fuel_aboard_tonnes: 16.5 }),
  'alternatives among islands and zones': amongIslands({
    zones: [
      { ...closed, geometry: box(107, -2.6, 107.3, -2.4) },
      { ...report, geometry: box(106, -3.4, 108, -3) },
    ],
  }),
};

export const seldomInForecast: Cases = {
  ...voyages(throughMeshes, true),
  'alternatives among islands': amongIslands({}, true),
  'alternatives among islands, with little fuel': amongIslands({ fuel_aboard_tonnes: 16.5 }, true),
  'ice that melts': melting({}),
  'ice that melts, with waits': melting({ max_wait_hours: 48 }),
  'a given way along sides of cells': () =>
    priced([
      [0.3, -63.6],
      [2, -63],
      [4, -63],
      [6, -62],
      [6, -61],
      [7.4, -60.4],
    ]),
};
