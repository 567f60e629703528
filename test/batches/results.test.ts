import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { describe, expect, test } from 'vitest';
import { percentile } from '../../lib/batches/results/percentiles.ts';
import { readColumns } from '../../lib/batches/results/read-parquet.ts';
import { faultRow, plannedRows, type ResultRow } from '../../lib/batches/results/row.ts';
import { type Member, type Pricing, spreadOf } from '../../lib/batches/results/spread.ts';
import { csvCell, SUMMARISED, Summary } from '../../lib/batches/results/summary.ts';
import { geometryOf, toParquet } from '../../lib/batches/results/write-parquet.ts';
import { objectiveRoute, plan } from '../routes/plans.ts';

const row: ResultRow = {
  line: 1,
  key: 'Ærø',
  status: 'done',
  reason: null,
  objective: 'fuel',
  meshId: 7,
  vehicleType: 'SDA',
  start: { lat: -60, lon: -50 },
  end: { lat: -62.5, lon: -52 },
  startName: 'here',
  endName: null,
  departure: '2026-11-27T00:00:00.000Z',
  days: 1.25,
  fuelTonnes: 40.5,
  batteryAh: null,
  metres: 305_000.5,
  gapPercent: 0.1,
  co2Tonnes: 129.6,
  path: [
    [-50, -60],
    [-51, -61],
    [-52, -62.5],
  ],
  routeId: 41,
};
const fault = faultRow({ line: 2, key: '2', reason: 'Line 2 is not JSON.' });

describe('Parquet', () => {
  const bytes = toParquet([
    row,
    fault,
    {
      ...row,
      line: 3,
      path: [
        [179, -60],
        [-179, -62],
      ],
    },
  ]);

  test('is read by a reader that is not the writer', () => {
    const table = tableFromIPC(readParquet(bytes).intoIPCStream());
    const [first, second] = table.toArray().map((each) => each.toJSON());
    expect(first).toMatchObject({
      key: 'Ærø',
      line: 1,
      objective: 'fuel',
      status: 'done',
      reason: null,
      mesh_id: 7,
      vehicle_type: 'SDA',
      start_lat: -60,
      end_lon: -52,
      start_name: 'here',
      end_name: null,
      total_traveltime: 1.25,
      total_fuel: 40.5,
      total_battery: null,
      total_distance: 305_000.5,
      gap_percent: 0.1,
      co2_tonnes: 129.6,
      route_id: 41n,
    });
    expect(second).toMatchObject({
      key: '2',
      status: 'failed',
      reason: 'Line 2 is not JSON.',
      geometry: null,
    });
    const times = table.schema.fields.map(({ name }) => name).filter((name) => /time|days/.test(name));
    expect(times).toEqual(['total_traveltime']);
  });

  test('has the geometry as well-known binary, and says so as GeoParquet 1.1 does', () => {
    const table = tableFromIPC(readParquet(bytes).intoIPCStream());
    const wkb = Buffer.from(table.get(0)!.toJSON().geometry);
    expect([wkb.readUInt8(0), wkb.readUInt32LE(1), wkb.readUInt32LE(5)]).toEqual([1, 2, 3]);
    const numbers = Array.from({ length: 6 }, (_, i) => wkb.readDoubleLE(9 + 8 * i));
    expect(numbers).toEqual(row.path!.flat());
    const geo = JSON.parse(table.schema.metadata.get('geo')!);
    expect(geo).toMatchObject({ version: '1.1.0', primary_column: 'geometry' });
    expect(geo.columns.geometry).toEqual({
      encoding: 'WKB',
      geometry_types: ['LineString', 'MultiLineString'],
      edges: 'planar',
      bbox: [-180, -62.5, 180, -60],
    });
  });

  test('columns are read back for the summary', async () => {
    expect(await readColumns(bytes, SUMMARISED)).toHaveLength(3);
    const [first] = await readColumns(bytes, ['line', 'total_fuel', 'objective']);
    expect(first).toEqual({ line: 1, total_fuel: 40.5, objective: 'fuel' });
  });

  test('of rows without any geometry is Parquet too', () => {
    expect(tableFromIPC(readParquet(toParquet([fault])).intoIPCStream()).numRows).toBe(1);
  });
});

test('a line across the antimeridian is two, which meet there', () => {
  expect(
    geometryOf([
      [179, -60],
      [-179, -62],
    ]),
  ).toEqual({
    type: 'MultiLineString',
    coordinates: [
      [
        [179, -60],
        [180, -61],
      ],
      [
        [-180, -61],
        [-179, -62],
      ],
    ],
  });
  expect(
    geometryOf([
      [0, -60],
      [0, -60],
    ]).type,
  ).toBe('LineString');
});

test('percentiles are linear between neighbours', () => {
  expect([0, 10, 50, 90, 100].map((percent) => percentile([1, 2, 3, 4, 5], percent))).toEqual([
    1, 1.4, 3, 4.6, 5,
  ]);
  expect([percentile([], 50), percentile([7], 10)]).toEqual([null, 7]);
});

test('the summary counts by mesh, vehicle and objective, and guards formulas', () => {
  const summary = new Summary();
  const of = { mesh_id: 7, vehicle_type: '=1+1', objective: 'fuel', total_battery: null } as const;
  for (const days of [1, 2, 3])
    summary.add({ ...of, status: 'done', total_traveltime: days, total_fuel: 10 * days });
  summary.add({ ...of, objective: null, status: 'no_way', total_traveltime: null, total_fuel: null });
  const [header, ...lines] = summary
    .toCsv()
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const cells = Object.fromEntries(header!.map((name, i) => [name, lines[0]![i]]));
  expect(cells).toMatchObject({
    vehicle_type: "'=1+1",
    done: '3',
    total_traveltime_p50: '2',
    total_fuel_p10: '12',
  });
  expect(lines).toHaveLength(2);
  expect([csvCell('a"b,c'), csvCell('-x'), csvCell(-1)]).toEqual(['"a""b,c"', "'-x", '-1']);
});

describe('the spread of three meshes', () => {
  const path = (lon: number) => [
    [lon, -60],
    [lon, -61],
  ];
  const members: Member[] = [
    { meshId: 1, cost: 10, path: path(1) },
    { meshId: 2, cost: 20, path: path(2.000001) },
    { meshId: 3, cost: null, path: null },
  ];
  const line = (lon: number) => ({ type: 'LineString', coordinates: path(lon) });
  const pricing = (
    meshId: number,
    costs: [number, number | null][],
    closed: Pricing['closed'] = [],
  ): Pricing => ({
    meshId,
    costs: new Map(costs),
    closed,
  });

  test('tells percentiles, regrets, and where there is no way', () => {
    const spread = spreadOf(members, [
      pricing(1, [
        [1, 10],
        [2, 11],
      ]),
      pricing(2, [
        [1, 26],
        [2, 20],
      ]),
      pricing(
        3,
        [
          [1, null],
          [2, null],
        ],
        [
          { lat: -60.1, lon: 1 },
          { lat: -60.2, lon: 1.1 },
        ],
      ),
    ]);
    expect(spread).toMatchObject({ p10: 11, p50: 15, p90: 19, no_way_share: 1 / 3 });
    expect(spread.closed_at).toEqual([{ lat: -60.1, lon: 1, share: 1 / 3 }]);
    expect(spread.members).toEqual([
      { mesh_id: 1, cost: 10, worst_regret_percent: 30, closed_on: 0, path: line(1) },
      { mesh_id: 2, cost: 20, worst_regret_percent: 10, closed_on: 0, path: line(2) },
      { mesh_id: 3, cost: null, worst_regret_percent: null, closed_on: 0, path: null },
    ]);
    expect(spread.least_regret).toEqual({ mesh_id: 2, path: line(2.000001) });
  });

  test('a route that can be sailed on more meshes goes before one that costs less', () => {
    const spread = spreadOf(members, [
      pricing(1, [
        [1, 10],
        [2, null],
      ]),
      pricing(2, [
        [1, 60],
        [2, 20],
      ]),
    ]);
    expect(spread.members[1]).toMatchObject({
      mesh_id: 2,
      cost: 20,
      worst_regret_percent: null,
      closed_on: 1,
    });
    expect(spread.least_regret?.mesh_id).toBe(1);
  });
});

test('a row says that its time ran out, and has its route all the same', () => {
  const routes = [objectiveRoute(), objectiveRoute({ objective: 'fuel', complete: false })];
  const asked = {
    ...{ line: 1, key: 'a', vehicleType: null, departure: null, startName: null, endName: null },
    ...{ start: { lat: -51.7, lon: -57.7 }, end: { lat: -67.8, lon: -68 } },
  };
  const rows = plannedRows(asked, plan({ routes }), { id: 3, consumption: 'fuel' }, null);
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    ['done', null],
    ['done', 'The time for the calculation ran out: this is the best route found until then.'],
  ]);
});
