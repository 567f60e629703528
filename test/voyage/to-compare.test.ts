import { describe, expect, it } from 'vitest';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { proofMayImprove, toCompare } from '../../lib/voyage/to-compare.ts';
import { type Grid, type GridCell, placeAt } from '../engine/sea/grid-sea.ts';
import { boxPolygon } from '../zones/areas.ts';
import { gridVoyages } from './forecast/grid-voyages.ts';

const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const departure = '2026-11-20T06:00:00.000Z';
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const drifting = (x: number, y: number, k: number): GridCell => ({
  u: [0.2, -0.3, 0.4, 0][k]!,
  v: 0.1 * ((k + x + y) % 2),
});
const stops = [placeAt(grid, 1.2, 0.4), placeAt(grid, 2.6, 1.6)].map((place, k) => ({
  name: `${k}`,
  ...place,
}));
const voyageOf = (fields: object) =>
  routeRequest.parse({ start_lat: 0, start_lon: 0, end_lat: 1, end_lon: 1, departure, ...fields }).voyage;

describe('a plan with proofs', () => {
  it.each<object>([{}, { stops, within_hours: 200 }, { price: { per_day: 20_000, per_tonne: 800 } }])(
    'through a forecast is the same without them: %j',
    (fields) => {
      expect(proofMayImprove(voyageOf(fields), true)).toBe(false);
      const [plain, proved] = [false, true].map((certificate) => {
        const { routes } = planned(forecast(drifting), fields, { certificate });
        return routes.map(({ objective, track, sailing }) => ({ objective, track, sailing }));
      });
      expect(proved!.length).toBeGreaterThan(1);
      expect(plain).toEqual(proved);
    },
  );

  it('may be better on one mesh, and where the order is free', () => {
    const valued = stops.map((stop) => ({ ...stop, value: 1 }));
    const line = [{ name: 'line', line: stops.map(({ lat, lon }) => [lat, lon]) }];
    const all = [{ stops, stop_order: 'best' }, { stops: valued, within_hours: 200 }, { stops: line }];
    for (const fields of all) expect(proofMayImprove(voyageOf(fields), true)).toBe(true);
    expect(proofMayImprove(voyageOf({}), false)).toBe(true);
  });
});

describe('a plan that is only compared by its time', () => {
  const objectives = toCompare('traveltime', voyageOf({}))!;

  it.each<[string, object]>([
    ['directly', {}],
    ['through stops in the given order', { stops }],
    ['through stops in the best order', { stops, stop_order: 'best' }],
    ['around a zone', { zones: [{ name: 'Z', kind: 'closed', geometry: boxPolygon(5.5, 2.2, 7.5, 5.8) }] }],
    ['through some of the stops', { stops: stops.map((stop) => ({ ...stop, value: 1 })) }],
  ])('has the fastest route of the whole plan alone, with its fuel: %s', (_, fields) => {
    for (const isOne of [false, true]) {
      for (const certificate of [false, true]) {
        const [whole, fastest] = [{}, { objectives }].map(
          (options) => planned(forecast(drifting), fields, { isOne, certificate, ...options }).routes,
        );
        expect(whole!.length).toBeGreaterThan(1);
        expect(fastest).toEqual(whole!.slice(0, 1));
        expect(fastest![0]!.track.consumption!.at(-1)).toBeGreaterThan(0);
      }
    }
  });

  it('has all routes where the time is chosen, or another is compared', () => {
    const price = { price: { per_day: 20_000, per_tonne: 800 } };
    for (const fields of [price, { within_hours: 200 }, { within_tonnes: 100 }])
      expect(toCompare('traveltime', voyageOf(fields))).toBeUndefined();
    expect(toCompare('fuel', voyageOf({}))).toBeUndefined();
  });
});
