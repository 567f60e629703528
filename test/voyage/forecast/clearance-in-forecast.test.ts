import { expect, it } from 'vitest';
import { legClearances } from '../../../lib/zones/leg-clearance.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { gridVoyages } from './grid-voyages.ts';

const grid: Grid = { columns: 8, rows: 8, box: [0, 0, 4, 4], degrees: 1 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 1.7), placeAt(grid, 3.8, 1.9)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const meshes = forecast((x, y, k) => ({ closed: x > 1.5 && x < 2 && y < 2.5, rate: 1 + k / 10 }), 3);
const clearance = { clearance_nm: 6, clearance_of: 'all' };
const zone = (from: string, to: string) => ({
  name: 'Reserve',
  kind: 'closed',
  geometry: boxPolygon(2.3, 2.2, 2.9, 3.1),
  season: { from, to },
});
const daysOf = ({ routes }: ReturnType<typeof planned>) => routes[0]!.track.timeDays.at(-1)!;

it('a route through meshes that say the same keeps the clearance that it keeps on one, and is no longer', () => {
  const same = forecast((x, y) => ({ closed: x > 1.5 && x < 2 && y < 2.5 }), 3);
  const [ten, one] = [false, true].map((isOne) => planned(same, clearance, { isOne, certificate: true }));
  expect(daysOf(ten!) / daysOf(one!)).toBeCloseTo(1, 4);
  expect(ten!.routes[0]!.optimality!.gapPercent).toBeLessThan(0.5);
  const free = planned(same, {}, {});
  expect(daysOf(ten!) / daysOf(free)).toBeGreaterThan(1.01);
  for (const { track, sailing } of ten!.routes) {
    for (const { coordinates } of [track, sailing]) {
      const rooms = legClearances({ mesh: same[0]!.mesh, areas: [] }, coordinates).map(({ nm }) => nm);
      expect(Math.min(...rooms)).toBeGreaterThan(0.98 * clearance.clearance_nm);
    }
  }
});

it('it is kept from a zone on the days of its season only, and not where work begins', () => {
  const always = planned(meshes, { ...clearance, zones: [zone('01-01', '12-31')] }, {});
  const never = planned(meshes, { ...clearance, zones: [zone('01-01', '01-02')] }, {});
  expect(daysOf(always) / daysOf(never)).toBeGreaterThan(1.005);
  const only = planned(meshes, { ...clearance, zones: [zone('11-20', '11-20')] }, {});
  // it is passed on the first day
  expect(daysOf(only) / daysOf(always)).toBeCloseTo(1, 4);
  // beside the wall
  const line = [
    [2, 2.06],
    [2, 2.5],
  ];
  const { routes } = planned(meshes, { ...clearance, stops: [{ name: 'Tow', line, either_way: false }] }, {});
  expect(routes[0]!.stops![1]!.work!.track.coordinates[0]).toEqual([2.06, 2]);
});

it('where no way keeps it, the widest that there is on any of the meshes is told, and where', () => {
  // a gap of a cell, 30 NM wide on the first two days, and of none on the third
  const gap = forecast(
    (x, y, k) => ({ closed: x > 1.5 && x < 2 && !(k < 2 && y > 2 && y < 2.5), rate: 1 }),
    3,
  );
  const refusal =
    /No way keeps 20 NM clear: the widest clearance that leaves one on any of the meshes is 14\.9\d NM, and it is narrowest at/;
  expect(() => planned(gap, { ...clearance, clearance_nm: 20 }, {})).toThrow(refusal);
});

it('where closed zones leave no way, they are named', () => {
  const open = forecast(() => ({ rate: 1 }), 3);
  const wall = (name: string, south: number, north: number, season?: object) => ({
    ...{ name, kind: 'closed', geometry: boxPolygon(1.6, south, 1.9, north) },
    ...(season && { season }),
  });
  const zones = [
    wall('South', -0.1, 2),
    wall('North', 2, 4.1),
    wall('Later', 1, 3, { from: '12-01', to: '12-31' }),
  ];
  const refusal = /The closed zones "South" at .*, "North" at .* leave no way through together/;
  expect(() => planned(open, { zones }, {})).toThrow(refusal);
  const one = wall('All', -0.1, 4.1);
  expect(() => planned(open, { zones: [one] }, {})).toThrow(
    /The closed zone "All" at .* leaves no way through/,
  );
  // without it, land leaves none
  const land = forecast((x) => ({ closed: x > 1 && x < 1.5, rate: 1 }), 3);
  expect(() => planned(land, { zones: [one] }, {})).toThrow(/No way leads from/);
});

it('a line among meshes that do not say what is burnt is planned too', () => {
  const silent = meshes.map((one) => ({ ...one, mesh: { ...one.mesh, consumption: null } }));
  const line = [
    [2, 2.6],
    [2, 3],
  ];
  const { routes } = planned(silent, { stops: [{ name: 'Tow', line, either_way: false }] }, {});
  expect(routes).toHaveLength(1);
  expect(routes[0]!.stops![1]!.work!.track.coordinates[0]).toEqual([2.6, 2]);
});
