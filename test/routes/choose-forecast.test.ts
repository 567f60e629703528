import { describe, expect, it } from 'vitest';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { Catalogue } from '../../lib/meshes/select/catalogue.ts';
import { forecastRound, namedForecast } from '../../lib/routes/choose-forecast.ts';
import { MeshNotFound, NotOneForecast, PointOutsideMesh } from '../../lib/routes/errors.ts';
import { mesh, request } from './world.ts';

/** A mesh of one day of November 2026, all of one extent. */
const daily = (id: number, day: number, different: Partial<MeshRecord> = {}) => {
  const date = `2026-11-${String(day).padStart(2, '0')}`;
  return mesh(id, { validDateStart: date, validDateEnd: date, ...different });
};
const stores = (records: readonly MeshRecord[]) => ({
  byId: async (id: number) => records.find((one) => one.id === id) ?? null,
  siblings: async (id: number) => Catalogue.of(records).siblings(id),
});
const voyageOf = (fields: object) => ({ voyage: request(fields).voyage });
const departure = '2026-11-20T12:00Z';
describe('the meshes round the one that a dated request would use', () => {
  const days = [18, 19, 20, 21, 22].map((day, k) => daily(k + 1, day));

  it('are those of its region that are valid at the departure or later, by time', async () => {
    expect(await forecastRound(stores(days), 5, voyageOf({ departure }))).toEqual([3, 4, 5]);
  });

  it('begin with the last one before, where none is valid at the departure', async () => {
    const gap = days.filter(({ id }) => id !== 3);
    expect(await forecastRound(stores(gap), 5, voyageOf({ departure }))).toEqual([2, 4, 5]);
  });

  it('are of days that were forecast again only the newest, however many came before', async () => {
    const made = (issue: number) => new Date(Date.UTC(2026, 10, 10, issue)).toISOString();
    const again = Array.from({ length: 15 }, (_, issue) =>
      [20, 21, 22, 23, 24].map((day, k) => daily(5 * issue + k + 1, day, { created: made(issue) })),
    ).flat();
    expect(await forecastRound(stores(again), 71, voyageOf({ departure }))).toEqual([71, 72, 73, 74, 75]);
  });

  it('are one, where the last one is all that is left', async () => {
    const late = { departure: '2026-11-22T12:00Z' };
    expect(await forecastRound(stores(days), 1, voyageOf(late))).toEqual([5]);
    expect(await forecastRound(stores(days), 1, voyageOf({ departure: '2026-11-25T12:00Z' }))).toEqual([5]);
  });

  it('are of no other region, vessel or kind, and removed ones are none', async () => {
    const { bounds } = days[0]!;
    const others = [
      daily(6, 21, { bounds: { ...bounds, latMax: -40 } }),
      daily(7, 21, { vesselKey: 'another' }),
      daily(8, 21, { kind: 'environment', vesselKey: null }),
      daily(9, 21, { removed: '2026-11-20T00:00:00.000Z' }),
    ];
    expect(await forecastRound(stores([...days, ...others]), 5, voyageOf({ departure }))).toEqual([3, 4, 5]);
  });

  it('are none where one is all there is, or nothing is dated', async () => {
    const one = stores([daily(1, 20)]);
    expect(await forecastRound(one, 1, voyageOf({ departure }))).toBeNull();
    expect(await forecastRound(one, 1, voyageOf({ departure, beyond_forecast: 'refuse' }))).toEqual([1]);
    expect(await forecastRound(stores(days), 5, { voyage: null })).toBeNull();
  });
});

describe('the meshes that a request names', () => {
  const query = { points: [{ what: 'start point', lat: -60, lon: -60 }], vehicle: null };
  const named = (records: readonly MeshRecord[], ids: readonly number[]) =>
    namedForecast(stores(records), ids, query);

  it('are taken as they are', async () => {
    expect(await named([daily(1, 20), daily(2, 21)], [1, 2])).toEqual([1, 2]);
  });

  it.each([
    [[daily(1, 20)], MeshNotFound],
    [[daily(1, 20), daily(2, 21, { removed: '2026-11-20T00:00:00.000Z' })], MeshNotFound],
    [[daily(1, 20), daily(2, 21, { validDateEnd: null })], NotOneForecast],
    [[daily(1, 20), daily(2, 21, { vesselKey: 'another' })], NotOneForecast],
    [
      [daily(1, 20), daily(2, 21, { bounds: { latMin: 0, latMax: 1, lonMin: 0, lonMax: 1 } })],
      PointOutsideMesh,
    ],
  ])('%#: are refused', async (records, error) => {
    await expect(named(records, [1, 2])).rejects.toThrow(error);
  });
});
