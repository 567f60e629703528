/** Voyages on one mesh. */
import { type Asked, afterDays, voyages } from './seas.ts';

export const A = { name: 'A', lat: -61.3, lon: 1.2, stay_hours: 3 };
export const B = { name: 'B', lat: -60.6, lon: 3.1 };
export const C = { name: 'C', lat: -62.7, lon: 4.4, stay_hours: 6 };
export const D = { name: 'D', lat: -61.8, lon: 6.5 };
export const stops = [A, B, C, D];
export const best = { stop_order: 'best' };
export const valued = [
  { ...A, value: 3 },
  { ...B, value: 1 },
  { ...C, value: 2, after: ['A'] },
  { ...D, value: 2, after: ['B'], after_if_done: true },
];
export const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
export const closed = { name: 'closed', kind: 'closed', geometry: box(3, -62.4, 5, -61.2) };
export const limit = { name: 'limit', kind: 'speed_limit', max_speed_kn: 6, geometry: box(1, -64, 3, -60.2) };
export const report = { name: 'report', kind: 'report', geometry: box(6, -62, 7, -60) };
export const tow = {
  ...{
    name: 'tow',
    line: [
      [-61.2, 4.2],
      [-61.2, 5.4],
    ],
    stay_hours: 1,
    stay_after_hours: 2,
  },
  ...{ speed_kn: 5, consumption_factor: 1.5 },
};
export const survey = { name: 'survey', area: box(4.2, -62.9, 5.2, -62.6), spacing_nm: 8, speed_kn: 8 };
export const window = (from: number, to: number) => ({ from: afterDays(from), to: afterDays(to) });

const asked: Record<string, Asked> = {
  'from start to end': { fields: {} },
  'stops as given': { fields: { stops } },
  'the best order': { fields: { stops, ...best } },
  'the best order, one after another': { fields: { stops: [{ ...A, after: ['D'] }, B, C, D], ...best } },
  'the best order in windows': {
    fields: {
      stops: [
        { ...A, not_before: afterDays(1) },
        { ...B, not_after: afterDays(0.9) },
        C,
        { ...D, windows: [window(0.2, 0.6), window(1.5, 3)] },
      ],
      ...best,
    },
  },
  'the order of stops that can not be in time': {
    fields: { stops: [{ ...A, not_after: afterDays(0.1) }, B], ...best },
  },
  'by day, in little wind': {
    fields: {
      stops: [
        { ...A, daylight: 'sun', stay_hours: 20, may_pause: true },
        { ...C, daylight: 'civil', most_wind_kn: 9 },
        { ...B, most_ice_percent: 10, most_wave_m: 2 },
      ],
      ...best,
    },
  },
  'in more wind than allowed': { fields: { stops: [{ ...C, most_wind_kn: 5 }] } },
  'no proof': { fields: { stops, ...best }, options: { certificate: false } },
  'time is up at once': { fields: { stops, ...best }, looks: 0 },
  'time is up soon': { fields: { stops, ...best }, looks: 60 },
  'time is up late': { fields: { stops, ...best }, looks: 400 },

  'a line and an area': { fields: { stops: [tow, survey, A], ...best } },
  'a line one way, in a window': {
    fields: {
      stops: [
        { ...tow, either_way: false, not_before: afterDays(1) },
        { ...survey, bearing: 30, daylight: 'nautical', may_pause: true },
        B,
      ],
    },
  },
  'works that are worth something, in a time': {
    fields: {
      stops: [
        { ...tow, value: 3 },
        { ...survey, value: 2 },
        { ...A, value: 1 },
      ],
      ...best,
      within_hours: 50,
    },
  },

  'within a time': { fields: { within_hours: 30 } },
  'within too little time': { fields: { within_hours: 10 } },
  'by a time, with stops': { fields: { stops, arrive_by: afterDays(3), ...best } },
  'within a time, in windows': {
    fields: {
      stops: [{ ...A, not_before: afterDays(1) }, C, { ...D, not_after: afterDays(1.6) }],
      ...best,
      within_hours: 60,
    },
  },
  'within a time at few speeds': {
    fields: { stops: [A, C], within_hours: 60, min_speed_kn: 8, max_speed_kn: 12 },
  },
  'within tonnes': { fields: { stops: [A, C], ...best, within_tonnes: 30 } },
  'within too few tonnes': { fields: { within_tonnes: 5 } },
  'within tonnes and hours': { fields: { stops: [A, D], ...best, within_tonnes: 30, within_hours: 48 } },
  'within tonnes, in windows': {
    fields: { stops: [{ ...A, not_before: afterDays(1) }, D], within_tonnes: 30 },
  },
  'a trade-off': { fields: { trade_off: 4, within_hours: 40 } },
  'a trade-off of stops': { fields: { stops: [A, C], ...best, trade_off: 3 } },
  'a trade-off of valued stops': { fields: { stops: valued, ...best, within_hours: 44, trade_off: 3 } },
  'a line within a time': { fields: { stops: [tow, A], ...best, within_hours: 50 } },
  'speeds when time is up soon': { fields: { stops: [A, C], ...best, within_hours: 60 }, looks: 100 },

  'what is worth most in a time': { fields: { stops: valued, ...best, within_hours: 40 } },
  'what is worth most in less time': { fields: { stops: valued, ...best, within_hours: 30 } },
  'what is worth most, in windows': {
    fields: {
      stops: valued.map((stop, k) => ({ ...stop, windows: [window(0.3 + 0.2 * k, 1 + 0.2 * k)] })),
      ...best,
    },
  },
  'what is worth most with tonnes': { fields: { stops: valued, ...best, within_tonnes: 30 } },
  'what is worth most with tonnes in windows': {
    fields: {
      stops: valued.map((stop, k) => ({ ...stop, not_before: afterDays(0.3 * k) })),
      ...best,
      within_tonnes: 30,
    },
  },
  'what is worth most with what is aboard': {
    fields: { stops: valued, ...best, fuel_aboard_tonnes: 48, reserve_tonnes: 5 },
  },
  'what is worth most at chosen speeds': {
    fields: { stops: valued, ...best, fuel_aboard_tonnes: 32, choose_speed: true },
  },

  'fuel is taken in': {
    fields: {
      stops: [{ ...A, refuel_tonnes: 20 }, B, C, { ...D, refuel: 'full' }],
      ...best,
      fuel_aboard_tonnes: 40,
      reserve_tonnes: 4,
      capacity_tonnes: 45,
    },
  },
  'fuel decides the order': {
    fields: { stops: [{ ...A, refuel_tonnes: 15 }, B, C, D], ...best, fuel_aboard_tonnes: 30 },
  },
  'too little fuel': { fields: { stops, ...best, fuel_aboard_tonnes: 30, reserve_tonnes: 10 } },
  'fuel in windows': {
    fields: {
      stops: [{ ...A, refuel_tonnes: 15, not_before: afterDays(0.8) }, B, { ...C, not_after: afterDays(2) }],
      ...best,
      fuel_aboard_tonnes: 36,
    },
  },
  'speeds that keep the reserve': { fields: { stops: [A, C], fuel_aboard_tonnes: 30, choose_speed: true } },
  'a trade-off with fuel': { fields: { trade_off: 3, fuel_aboard_tonnes: 23 } },

  'for a price': { fields: { price: { per_day: 5000, per_tonne: 600 } } },
  'stops for a price': { fields: { stops: [A, C, D], ...best, price: { per_day: 20000, per_tonne: 600 } } },
  'stops in windows for a price': {
    fields: {
      stops: [{ ...A, not_before: afterDays(1) }, D],
      ...best,
      price: { per_day: 20000, per_tonne: 600 },
    },
  },
  'for a price, within a time': {
    fields: { stops: [A, C], price: { per_day: 100, per_tonne: 600 }, within_hours: 60 },
  },
  'for a price, with what is aboard': {
    fields: { stops: [A, C], price: { per_day: 9000, per_tonne: 600 }, fuel_aboard_tonnes: 36 },
  },
  'valued stops for a price': {
    fields: { stops: valued, ...best, within_hours: 40, price: { per_day: 9000, per_tonne: 600 } },
  },

  alternatives: { fields: { alternatives: 3 } },
  'alternatives with fuel': { fields: { alternatives: 2, fuel_aboard_tonnes: 23.5 } },
  'alternatives among zones': { fields: { alternatives: 2, zones: [limit, report] } },
  'alternatives when time is up': { fields: { alternatives: 3 }, looks: 300 },

  'round a closed zone': { fields: { zones: [closed] } },
  'through zones': { fields: { zones: [closed, limit, report], stops: [A, D], ...best } },
  'a zone out of its season': {
    fields: {
      zones: [
        { ...closed, season: { from: '12-01', to: '03-31' } },
        { ...limit, season: { from: '11-01', to: '11-30' } },
      ],
    },
  },
  'at some distance from land': { fields: { clearance_nm: 5 } },
  'at some distance from all that is closed': {
    fields: { clearance_nm: 3, clearance_of: 'all', zones: [closed], stops: [A] },
  },
  'no way round a zone': { fields: { zones: [{ ...closed, geometry: box(3, -65, 5, -59) }, report] } },
  'a stop in a zone': { fields: { zones: [closed], stops: [{ ...A, lat: -61.8, lon: 4 }] } },
  'zones and a time': { fields: { zones: [limit], stops: [A, D], within_hours: 60 } },
  'zones and a price': { fields: { zones: [closed, limit], price: { per_day: 9000, per_tonne: 600 } } },
  'clearance when time is up': { fields: { clearance_nm: 3, zones: [closed], stops: [A] }, looks: 120 },
};

export const onOneSea = voyages(asked, false);
