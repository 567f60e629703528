/** What is said of requests that are refused, and what is read from those that are not. */
import type { SeaColumn } from '../../../lib/engine/mesh/environment.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { validityOf } from '../../../lib/voyage/forecast/timeline.ts';
import { matrixRequest } from '../../../lib/voyage/matrix/matrix-fields.ts';
import { reachRequest } from '../../../lib/voyage/reach/reach-fields.ts';
import { speedRefusal } from '../../../lib/voyage/speeds/speed-wish.ts';
import { pointsOf, termsOf, workPointsOf } from '../../../lib/voyage/voyage-request.ts';
import { lackFor } from '../../../lib/voyage/work/weather-limits.ts';
import { ship } from '../../speed/seas.ts';
import type { Cases } from './clocked.ts';
import { A, B, box, C, D, survey, tow, window } from './one-sea.ts';
import { afterDays, end, start } from './seas.ts';
import { told } from './told.ts';

const ends = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
const departure = afterDays(0);
const CONSTANT = { type: 'constant_consumption', params: { rate: 20 } };

interface Schema {
  readonly safeParse: (value: unknown) => {
    readonly error?:
      | { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
      | undefined;
    readonly data?: unknown;
  };
}

function read(schema: Schema, fields: object): string {
  const { error, data } = schema.safeParse(fields);
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
  return told(Object.fromEntries(Object.entries(data as object).filter(([, value]) => value !== null)));
}
const read1 = (fields: object) => () => read(routeRequest, { ...ends, ...fields });
const all = (list: readonly object[]) => () =>
  list.map((fields) => read(routeRequest, { ...ends, ...fields })).join('\n');

const polygon = (...points: (readonly [number, number])[]) => ({ type: 'Polygon', coordinates: [points] });

export const requests: Cases = {
  stops: read1({
    departure,
    stops: [
      A,
      { ...B, after: ['A'], name: null, not_before: afterDays(1), not_after: afterDays(2) },
      tow,
      survey,
    ],
    stop_order: 'best',
  }),
  'places of a voyage': () => {
    const { voyage } = routeRequest.parse({
      ...ends,
      stops: [{ ...A, after: [] }, { ...B, after: ['A'] }, tow, survey],
      within_hours: 9,
    });
    return told({
      points: pointsOf({ start, end, voyage }),
      work: workPointsOf(voyage),
      terms: termsOf(voyage!),
    });
  },
  'nothing asked': all([
    {},
    { stops: [] },
    { stop_order: 'given' },
    { standing_zones: true },
    { choose_speed: false, clearance_nm: 0 },
  ]),
  'faults of stops': all([
    { stops: [A, A] },
    { stops: [{ ...A, after: ['X', 'A', 'B'] }, B] },
    {
      stops: [
        { ...A, after: ['B'] },
        { ...B, after: ['C'] },
        { ...C, after: ['A'] },
        { ...D, after: ['C'] },
      ],
      stop_order: 'best',
    },
    { stops: [{ name: 'none' }] },
    {
      stops: [
        { ...A, not_before: afterDays(1) },
        { ...B, not_after: afterDays(1) },
      ],
    },
    { departure, stops: [{ ...A, not_before: afterDays(2), not_after: afterDays(1) }] },
    {
      stops: [
        { ...A, value: 1e10 },
        { ...B, value: 1 },
      ],
    },
    { stops: Array.from({ length: 51 }, (_, k) => ({ ...A, name: `${k}` })) },
    {
      stops: [
        { ...A, stay_hours: 10_001 },
        { ...B, stay_hours: -1 },
        { ...C, value: 0, extra: 1 },
      ],
    },
    { stops: [{ ...A, after: Array.from({ length: 51 }, (_, k) => `${k}`) }] },
    { stops: 'A' },
  ]),
  'faults of openings': all([
    {
      stops: [
        {
          ...A,
          windows: [window(0, 1)],
          daylight: 'sun',
          most_wind_kn: 5,
          most_wave_m: 1,
          most_ice_percent: 1,
        },
      ],
    },
    { departure, stops: [{ ...A, windows: [window(1, 2), window(0, 1)], not_before: afterDays(0) }] },
    {
      departure,
      stops: [
        { ...A, windows: [window(2, 1)] },
        { ...B, windows: [window(0, 1)], not_after: afterDays(3) },
      ],
    },
    {
      departure,
      stops: [
        { ...A, windows: [] },
        { ...B, daylight: 'moon' },
        { ...C, most_ice_percent: 101 },
      ],
    },
    {
      departure,
      stops: [
        { ...A, may_pause: true },
        { ...B, windows: [window(0, 0.01)], stay_hours: 5 },
      ],
    },
    { departure, stops: [{ ...A, windows: [window(0, 1), window(1, 2), window(1.5, 3)] }] },
  ]),
  'faults of work': all([
    {
      stops: [
        { ...tow, area: survey.area },
        { ...survey, lat: 1, lon: 2, name: 's' },
      ],
    },
    { stops: [{ ...tow, lat: 1, spacing_nm: 3, bearing: 4 }] },
    {
      stops: [
        { ...A, either_way: true, speed_kn: 4, consumption_factor: 2, stay_after_hours: 1, spacing_nm: 1 },
      ],
    },
    {
      stops: [
        { name: 'area', area: survey.area },
        { ...survey, either_way: false },
      ],
    },
    {
      stops: [
        {
          name: 'a',
          line: [
            [90, 0],
            [80, 0],
          ],
        },
        {
          name: 'b',
          line: [
            [0, 0],
            [0, 180],
          ],
        },
        {
          name: 'c',
          line: [
            [1, 1],
            [1, 1],
          ],
        },
        { name: 'd', line: [[1, 1]] },
      ],
    },
    { stops: [{ name: 'tight', area: survey.area, spacing_nm: 0.0001 }] },
    { stops: [{ name: 'long', area: box(0, -60, 20, -50), spacing_nm: 5 }] },
    { stops: [{ name: 'bad', area: polygon([0, 0], [1, 1], [0, 1], [1, 0], [0, 0]), spacing_nm: 5 }] },
    { stops: [{ name: 'pole', area: polygon([0, 80], [10, 80], [5, 90], [0, 80]), spacing_nm: 5 }] },
    {
      stops: [
        {
          name: 'hole',
          area: {
            type: 'Polygon',
            coordinates: [box(0, 0, 4, 4).coordinates[0], box(1, 1, 2, 2).coordinates[0]],
          },
          spacing_nm: 5,
        },
      ],
    },
    {
      stops: [
        {
          name: 'many',
          area: polygon(
            ...Array.from(
              { length: 202 },
              (_, k) => [Math.cos((k * Math.PI) / 100.5), Math.sin((k * Math.PI) / 100.5)] as const,
            ),
            [1, 0],
          ),
          spacing_nm: 5,
        },
      ],
    },
    { stops: [{ name: 'point', area: { type: 'Point', coordinates: [0, 0] }, spacing_nm: 5, bearing: 400 }] },
  ]),
  'faults of fuel': all([
    { reserve_tonnes: 1, capacity_tonnes: 4, choose_speed: true },
    { fuel_aboard_tonnes: 5, reserve_tonnes: 6, capacity_tonnes: 4 },
    {
      fuel_aboard_tonnes: 5,
      stops: [
        { ...A, refuel: 'full' },
        { ...B, refuel: 'full', refuel_tonnes: 4 },
      ],
    },
    { stops: [{ ...A, refuel_tonnes: 4 }] },
    { fuel_aboard_tonnes: 5, choose_speed: true, within_hours: 9, stops: [{ ...A, refuel_tonnes: 4 }] },
  ]),
  'faults of times and speeds': all([
    { arrive_by: afterDays(1) },
    { departure, arrive_by: afterDays(-1), within_hours: 4 },
    { within_tonnes: 4, choose_speed: true, fuel_aboard_tonnes: 8 },
    { min_speed_kn: 9, max_speed_kn: 8 },
    { trade_off: 1 },
    { price: { per_day: -1, per_tonne: 0 } },
    { alternatives: 2, stops: [A], within_hours: 4, trade_off: 3, price: { per_day: 1, per_tonne: 1 } },
    { alternatives: 99 },
  ]),
  'speeds that can not be chosen': () => {
    const vehicles = [null, ship({ consumption_model: CONSTANT }), ship(), ship({ min_speed: 20 })];
    const asked = [
      { trade_off: 3 },
      { max_speed_kn: 30 },
      { min_speed_kn: 14.35 },
      { max_speed_kn: 8 },
      { stops: [A] },
    ];
    return told(
      vehicles.flatMap((vehicle) =>
        asked.map((fields) => speedRefusal(vehicle, routeRequest.parse({ ...ends, ...fields }).voyage)),
      ),
    );
  },
  'weather that a mesh does not know': () => {
    const { voyage } = routeRequest.parse({
      ...{ ...ends, departure },
      stops: [
        { ...A, most_wind_kn: 9 },
        { ...B, most_wave_m: 2 },
        { ...C, most_ice_percent: 10 },
      ],
    });
    const columns: SeaColumn[][] = [[], ['windEast', 'windNorth'], ['windEast', 'windNorth', 'waveHeight']];
    return told(columns.map((known) => lackFor(voyage!.stops!, (column) => known.includes(column))));
  },
  'when meshes are valid': () =>
    told(
      [
        ['2026-11-20', '2026-11-20'],
        ['2026-11-20T06:00:00Z', '2026-11-20T12:00:00Z'],
        ['2026-11-20T06:00:00Z', '2026-11-20'],
        ['2026-11-21', '2026-11-19'],
        ['2026-11-20', null],
        ['soon', '2026-11-20'],
      ].map(([from, to]) => validityOf(from!, to!)),
    ),
  'faults of forecasts': all([
    { departure, departures: { from: afterDays(0), to: afterDays(1), step_hours: 1 } },
    { departures: { from: afterDays(1), to: afterDays(0), step_hours: 0.1 } },
    { departures: { from: afterDays(0), to: afterDays(40), step_hours: 1 } },
    { arrival_window: window(0, 1) },
    { departures: { from: afterDays(0), to: afterDays(1), step_hours: 6 }, arrival_window: window(1, 0) },
    { mesh_ids: [3, 3], max_wait_hours: 3, beyond_forecast: 'refuse' },
    { departure, mesh_ids: [4, 3, 4], max_wait_hours: -3, beyond_forecast: 'tell' },
    { mesh_ids: [1, 2] },
    { max_wait_hours: 1 },
    { departure, mesh_ids: Array.from({ length: 61 }, (_, k) => k + 1) },
    { departure, mesh_ids: [0, 1.5] },
  ]),
  reach: () =>
    [
      { origins: [start], contours: [{ hours: 4 }], destination: end },
      { origins: [], contours: [] },
      {
        origins: Array.from({ length: 21 }, () => start),
        contours: Array.from({ length: 13 }, () => ({ nm: 4 })),
      },
      { origins: [start], contours: [{ hours: 4 }, { nm: 4 }] },
      { origins: [start], contours: [{ percent: 0.05 }] },
      { origins: [start], contours: [{ nm: 5 }], destination: end, of: 'fuel' },
      { origins: [{ ...start, delay_hours: 3 }], contours: [{ fuel: 4 }] },
      { origins: [{ ...start, delay_hours: -3 }], contours: [{ hours: 4, nm: 3 }] },
      { origins: [{ ...start, delay_hours: 20_000 }], contours: [{ years: 4 }] },
    ]
      .map((fields) => read(reachRequest, fields))
      .join('\n'),
  'the matrix': () =>
    [
      { sources: [start], targets: [end], mesh_id: 4 },
      { sources: [] },
      { sources: Array.from({ length: 51 }, () => start) },
      { sources: Array.from({ length: 51 }, () => start), targets: Array.from({ length: 49 }, () => start) },
      { sources: [start], targets: [], mesh_id: 0.5 },
    ]
      .map((fields) => read(matrixRequest, fields))
      .join('\n'),
};
