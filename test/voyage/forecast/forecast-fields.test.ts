import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { departuresOf } from '../../../lib/voyage/forecast/departures.ts';
import { checkForecastFields, forecastFields } from '../../../lib/voyage/forecast/forecast-fields.ts';

const fields = z.object(forecastFields);
const [noon, next] = ['2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z'];
const faultsOf = (sent: object) =>
  fields.safeParse(sent).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

describe('meshes of a forecast', () => {
  it('are each once, ascending', () => {
    expect(fields.parse({ mesh_ids: [10, 9, 10] }).mesh_ids).toEqual([9, 10]);
    expect(fields.parse({ mesh_ids: Array.from({ length: 60 }, (_, k) => k + 1) }).mesh_ids).toHaveLength(60);
    expect(faultsOf({ mesh_ids: Array.from({ length: 61 }, (_, k) => k + 1) })).toEqual([
      'mesh_ids must be 2 to 60 identifiers of meshes',
    ]);
  });

  it.each([0, 1.5, 1e300, 'one'])('have no identifier like %s', (id) => {
    expect(faultsOf({ mesh_ids: [1, id] })).toContain('mesh_ids.1 must be an identifier of a mesh');
  });
});

describe('a table of departures', () => {
  const departures = (step_hours: number, to = next) => ({ from: noon, to, step_hours });

  it('goes from one instant on, and not beyond the other', () => {
    const instants = (asked: ReturnType<typeof departures>) =>
      departuresOf({ departures: asked }).map((time) => time.slice(8, 13));
    expect(instants(departures(12))).toEqual(['20T12', '21T00', '21T12']);
    expect(instants(departures(13))).toEqual(['20T12', '21T01']);
    expect(instants(departures(1, noon))).toEqual(['20T12']);
    // so many steps are the whole of it but for a rounding error
    expect(instants(departures(24 / 7))).toHaveLength(8);
    expect(departuresOf({ departure: noon })).toEqual([noon]);
    expect(departuresOf({})).toEqual([]);
  });

  it('has at most 200 of them, at least a quarter of an hour apart, and does not go back', () => {
    expect(faultsOf({ departures: departures(0.25) })).toEqual([]);
    expect(faultsOf({ departures: departures(0.24) })).toEqual([
      'departures.step_hours must be at least 0.25',
    ]);
    const all = (hours: number) =>
      departures(0.25, new Date(Date.parse(noon) + hours * 3_600_000).toISOString());
    expect(faultsOf({ departures: all(49.75) })).toEqual([]);
    expect(faultsOf({ departures: all(50) })).toEqual([
      'departures.step_hours must leave at most 200 departures',
    ]);
    const back = { from: next, to: noon };
    expect(faultsOf({ departures: { ...back, step_hours: 1 } })).toEqual([
      'departures.to must not be before from',
    ]);
    expect(faultsOf({ arrival_window: back })).toEqual(['arrival_window.to must not be before from']);
    expect(faultsOf({ arrival_window: { from: noon, to: noon } })).toEqual([]);
    expect(faultsOf({ arrival_window: { from: noon, to: next, by: 1 } })).not.toEqual([]);
  });
});

it('waits of no time are allowed, negative ones are not, and what is beyond is refused or told', () => {
  expect(faultsOf({ max_wait_hours: 0, beyond_forecast: 'refuse' })).toEqual([]);
  expect(faultsOf({ max_wait_hours: -1 })).toHaveLength(1);
  expect(faultsOf({ beyond_forecast: 'allow' })).toEqual(['beyond_forecast must be "refuse"']);
});

describe('fields that contradict each other', () => {
  const none = { ...fields.parse({}), departure: null };
  const table = { from: noon, to: next, step_hours: 1 };
  const reported = (sent: Partial<Parameters<typeof checkForecastFields>[0]>) => {
    const faults: string[] = [];
    checkForecastFields({ ...none, ...sent }, (field, message) => faults.push(`${field} ${message}`));
    return faults;
  };
  const dated = { mesh_ids: [1, 2], max_wait_hours: 0, beyond_forecast: 'refuse' as const };

  it('are none where there is one date, or a table of them', () => {
    expect(reported({})).toEqual([]);
    expect(reported({ ...dated, departure: noon })).toEqual([]);
    expect(reported({ ...dated, departures: table, arrival_window: table })).toEqual([]);
  });

  it('are those that need a date, each by itself, and two kinds of dates', () => {
    expect(reported(dated)).toEqual(
      Object.keys(dated).map((field) => `${field} needs a departure or departures`),
    );
    expect(reported({ departures: table, departure: noon })).toEqual([
      'departures must not be sent with departure',
    ]);
    expect(reported({ arrival_window: table, departure: noon })).toEqual(['arrival_window needs departures']);
  });
});
