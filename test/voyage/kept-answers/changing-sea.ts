/** Voyages through a sea that changes. */
import {
  A,
  B,
  best,
  box,
  C,
  closed,
  D,
  limit,
  report,
  stops,
  survey,
  tow,
  valued,
  window,
} from './one-sea.ts';
import { type Asked, afterDays, voyages } from './seas.ts';

const departures = { from: afterDays(0), to: afterDays(1), step_hours: 24 };
const season = { from: '11-21', to: '11-30' };
const price = { per_day: 20000, per_tonne: 600 };

const asked: Record<string, Asked> = {
  'from start to end': { fields: {} },
  'with waits': { fields: { max_wait_hours: 30 } },
  'of several departures': { fields: { departures } },
  'of several departures, with a window': {
    fields: { departures, arrival_window: window(1, 1.6), max_wait_hours: 12 },
  },
  'beyond the forecast': { fields: { departure: afterDays(3.6) } },
  'beyond the forecast, refused': { fields: { departure: afterDays(3.6), beyond_forecast: 'refuse' } },
  'when time is up': { fields: {}, looks: 60 },
  'with waits when time is up': { fields: { max_wait_hours: 30 }, looks: 300 },
  'of several departures when time is up': { fields: { departures }, looks: 200 },

  'stops as given': { fields: { stops } },
  'the best order': { fields: { stops: [A, B, C], ...best } },
  'the best order, unproved': { fields: { stops, ...best }, options: { certificate: false } },
  'the best order in windows': {
    fields: {
      stops: [
        { ...A, not_before: afterDays(1), after: ['D'] },
        { ...C, windows: [window(0.2, 0.6), window(1.5, 3)] },
        D,
      ],
      ...best,
    },
  },
  'by day, in little wind': {
    fields: {
      stops: [
        { ...A, daylight: 'sun', stay_hours: 20, may_pause: true },
        { ...C, most_wind_kn: 28 },
        { ...D, most_wave_m: 3.5, not_after: afterDays(3) },
      ],
    },
  },
  'stops when time is up soon': { fields: { stops: [A, B, C], ...best }, looks: 200 },
  'stops when time is up late': { fields: { stops: [A, B, C], ...best }, looks: 900 },
  'stops of several departures': { fields: { stops: [A, D], ...best, departures } },
  'a stop that can not be in time': { fields: { stops: [{ ...C, not_after: afterDays(0.1) }] } },

  'a line and an area': { fields: { stops: [tow, survey] } },
  'a line in a window, in the best order': {
    fields: { stops: [{ ...tow, not_before: afterDays(0.8), most_wind_kn: 25 }, A], ...best },
  },

  'within a time, with stops': { fields: { stops: [A, C], ...best, within_hours: 60 } },
  'within a time, in windows': {
    fields: { stops: [{ ...A, not_before: afterDays(1) }, D], within_hours: 50, min_speed_kn: 8 },
  },
  'within too little time': { fields: { within_hours: 8 } },
  'a trade-off': { fields: { trade_off: 2 } },
  'speeds when time is up': { fields: { stops: [A], within_hours: 40 }, looks: 200 },

  'what is worth most in a time': { fields: { stops: valued, ...best, within_hours: 36 } },
  'what is worth most, in windows': {
    fields: {
      stops: valued.map((stop, k) => ({ ...stop, not_after: afterDays(0.6 + 0.2 * k) })),
      ...best,
    },
  },
  'what is worth most with tonnes': { fields: { stops: valued.slice(0, 2), ...best, within_tonnes: 27 } },
  'what is worth most with what is aboard': {
    fields: { stops: valued.slice(0, 3), ...best, fuel_aboard_tonnes: 48, reserve_tonnes: 2 },
  },
  'what is worth most when time is up': { fields: { stops: valued, ...best, within_hours: 36 }, looks: 1200 },

  'fuel is taken in': {
    fields: {
      stops: [{ ...A, refuel_tonnes: 20 }, C, { ...D, refuel: 'full' }],
      ...best,
      ...{ fuel_aboard_tonnes: 30, reserve_tonnes: 4, capacity_tonnes: 45 },
    },
  },
  'too little fuel': { fields: { stops: [A, C], fuel_aboard_tonnes: 20, reserve_tonnes: 2 } },
  'of several departures with fuel': { fields: { departures, fuel_aboard_tonnes: 23 } },

  'for a price': { fields: { price } },
  'stops for a price': { fields: { stops: [A, D], ...best, price } },
  'for a price in windows': { fields: { stops: [{ ...A, not_before: afterDays(1) }], price } },

  alternatives: { fields: { alternatives: 2 } },
  'alternatives with fuel': { fields: { alternatives: 2, fuel_aboard_tonnes: 24 } },

  'round a zone that closes': { fields: { zones: [{ ...closed, season }] } },
  'through zones': { fields: { zones: [{ ...limit, season }, report], stops: [A] } },
  'at some distance': { fields: { zones: [closed], clearance_nm: 3, clearance_of: 'all' } },
  'no way round a zone': { fields: { zones: [{ ...closed, geometry: box(3, -65, 5, -59) }] } },
};

export const inChangingSea = voyages(asked, true);
