import { describe, expect, it } from 'vitest';
import { routeRequest } from '../../lib/routes/route-request.ts';
import {
  plainVoyage,
  type Voyage,
  voyageOf,
  withoutVoyage,
  withZones,
} from '../../lib/voyage/voyage-fields.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { boxPolygon } from '../zones/areas.ts';

const ends = { start_lat: -51, start_lon: -57, end_lat: -67, end_lon: -68 };
const stops = [{ name: 'A', lat: -60, lon: -60 }];
const valued = [{ ...stops[0], value: 3 }];
const price = { per_day: 20_000, per_tonne: 800 };

const faultsOf = (fields: object) =>
  (routeRequest.safeParse({ ...ends, ...fields }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('the fields of a voyage', () => {
  it('are none in a request that has none of them', () => {
    expect(voyageOf(plainVoyage())).toBeNull();
    const voyage = voyageOf({ ...plainVoyage(), within_hours: 5, mesh_id: 3 } as Voyage);
    expect(voyage).toEqual({ ...plainVoyage(), within_hours: 5 });
  });

  it('are left out of the others', () => {
    expect(withoutVoyage({ ...plainVoyage(), within_hours: 5, mesh_id: 3 })).toEqual({ mesh_id: 3 });
  });

  it('have zones from elsewhere before their own', () => {
    const zone = (name: string) =>
      ({ name, kind: 'closed', geometry: boxPolygon(-60, -60, -59, -59) }) as Zone;
    const [standing, own] = [zone('Standing'), zone('Own')];
    expect(withZones(null, [standing])).toEqual({ ...plainVoyage(), zones: [standing] });
    const voyage = { ...plainVoyage(), within_hours: 5, zones: [own] };
    expect(withZones(voyage, [standing])).toEqual({ ...voyage, zones: [standing, own] });
  });
});

describe('fields that do not go together yet', () => {
  it.each([
    ['stops', { stops }],
    ['within_hours', { within_hours: 90 }],
    ['arrive_by', { departure: '2026-11-21T10:00Z', arrive_by: '2026-11-25T10:00Z' }],
    ['trade_off', { trade_off: 3 }],
    ['within_tonnes', { within_tonnes: 5 }],
    ['price', { price }],
    ['choose_speed', { fuel_aboard_tonnes: 90, choose_speed: true }],
  ])('alternatives and %s are told so', (name, fields) => {
    expect(faultsOf(fields)).toEqual([]);
    expect(faultsOf({ ...fields, alternatives: 2 })).toEqual([
      `alternatives: can not be combined with ${name} yet`,
    ]);
  });
});

it.each([{ trade_off: 3 }, { alternatives: 1 }])('%j and bunkers go together', (fields) => {
  expect(faultsOf({ ...fields, fuel_aboard_tonnes: 90, reserve_tonnes: 5 })).toEqual([]);
});

it.each([{ within_tonnes: 5 }, { choose_speed: true, fuel_aboard_tonnes: 90 }])(
  'what fuel %j suffices for is chosen among stops that are open at some times only, in a time, and for a price',
  (fields) => {
    const timed = { ...valued[0], daylight: 'sun' };
    expect(faultsOf({ ...fields, departure: '2026-11-21T10:00Z', stops: [timed] })).toEqual([]);
    expect(faultsOf({ ...fields, price, within_hours: 90, stops: valued })).toEqual([]);
  },
);

it('a table of departures and bunkers go together', () => {
  const departures = { from: '2026-11-21T10:00Z', to: '2026-11-22T10:00Z', step_hours: 12 };
  expect(faultsOf({ departures, fuel_aboard_tonnes: 90 })).toEqual([]);
});
