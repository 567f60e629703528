/** Work that waits for the weather: on one mesh, and through the days of a forecast. */
import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import type { Vehicle } from '../../../lib/vehicles/vehicle.ts';
import type { ForecastMesh } from '../../../lib/voyage/forecast/timeline.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { type Grid, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';
import { request } from '../../routes/world.ts';

const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const still = gridMesh(grid, () => ({}));
const begin = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const departure = new Date(begin).toISOString();
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1)];
const METRES_PER_SECOND_PER_KNOT = 1852 / 3600;

interface Weather {
  readonly windKn?: number;
  readonly waveM?: number;
  readonly icePercent?: number;
}

function meshWith({ windKn, waveM, icePercent }: Weather): Mesh {
  const all = (value: number | undefined) =>
    value === undefined ? null : new Float64Array(still.cellCount).fill(value);
  // from the north-west: both components count
  const component = windKn === undefined ? undefined : (windKn * METRES_PER_SECOND_PER_KNOT) / Math.SQRT2;
  const columns = {
    ...still.environment.columns,
    windEast: all(component),
    windNorth: all(component && -component),
    waveHeight: all(waveM),
    iceConcentration: all(icePercent),
  };
  return { ...still, environment: { ...still.environment, columns } };
}

/** A mesh for each day. */
const forecastOf = (days: readonly Weather[]): ForecastMesh[] =>
  days.map((weather, k) => ({
    id: k + 1,
    name: `day-${k}.json`,
    mesh: meshWith(weather),
    from: begin + k * DAY_MS,
    to: begin + (k + 1) * DAY_MS,
    rank: '',
  }));

function callAt(stop: object, days: readonly Weather[]) {
  const { voyage } = request({ departure, stops: [{ name: 'Net', ...placeAt(grid, 1.3, 1), ...stop }] });
  const forecast = forecastOf(days);
  const options = days.length > 1 ? { forecast } : {};
  const asked = { start, end, vehicle: { idle_rate: 1 } as Vehicle, voyage };
  return planVoyage(forecast[0]!.mesh, asked, options).routes[0]!.stops![1]!;
}

describe('work within limits of weather', () => {
  // a day to the stop
  it.each([
    [{ most_wind_kn: 20 }, [{ windKn: 10 }, { windKn: 25 }, { windKn: 19.9 }], 'wind'],
    [{ most_wave_m: 2 }, [{ waveM: 0 }, { waveM: 2.1 }, { waveM: 2 }], 'waves'],
    [{ most_ice_percent: 30 }, [{ icePercent: 0 }, { icePercent: 40 }, { icePercent: 30 }], 'ice'],
  ])('waits until the mesh of the time has it: %j', (limit, days, reason) => {
    const { arrivesDays, waitDays, waitsFor } = callAt({ ...limit, stay_hours: 6 }, days);
    expect(arrivesDays).toBeCloseTo(1, 2);
    expect(arrivesDays + waitDays).toBeCloseTo(2, 9);
    expect(waitsFor).toBe(reason);
  });

  it('is laid down while it is too strong, and the last mesh holds on', () => {
    const days = [{ windKn: 5 }, { windKn: 5 }, { windKn: 40 }, { windKn: 5 }];
    const { pauses, leavesDays } = callAt({ most_wind_kn: 20, stay_hours: 36, may_pause: true }, days);
    expect(pauses).toEqual([
      { fromDays: expect.closeTo(2, 9), toDays: expect.closeTo(3, 9), reason: 'wind' },
    ]);
    expect(leavesDays).toBeCloseTo(1 + 1.5 + 1, 2);
  });

  it('that no mesh offers names the stop and what is nearest', () => {
    const on = (days: readonly Weather[]) => () => callAt({ most_wind_kn: 20 }, days);
    expect(on([{ windKn: 30 }, { windKn: 25.04 }])).toThrow(ImpossibleOnMesh);
    expect(on([{ windKn: 30 }, { windKn: 25.04 }])).toThrow(
      /at most 20 kn at stop "Net": the nearest to it is 25\.0 kn\. Raise most_wind_kn/,
    );
    expect(on([{ windKn: 25.04 }])).toThrow(/the nearest to it is 25\.0 kn/);
    expect(on([{ windKn: 19 }])).not.toThrow();
    expect(on([{ windKn: Number.NaN }])).toThrow(/it is not known there/);
  });

  it('that only later departures do not meet fails those, not the table', () => {
    const stops = [{ name: 'Net', ...placeAt(grid, 1.3, 1), most_wind_kn: 20 }];
    const departures = { from: departure, to: new Date(begin + 2 * DAY_MS).toISOString(), step_hours: 48 };
    const { voyage } = request({ departures, stops });
    const forecast = forecastOf([{ windKn: 10 }, { windKn: 10 }, { windKn: 30 }]);
    const asked = { start, end, vehicle: { idle_rate: 1 } as Vehicle, voyage };
    const { departures: table } = planVoyage(forecast[0]!.mesh, asked, { forecast });
    expect(table!.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILURE']);
    expect(table![1]!.reason).toMatch(/at most 20 kn at stop "Net"/);
  });

  it('that a mesh does not carry is named', () => {
    expect(() => callAt({ most_wave_m: 2 }, [{ windKn: 3 }])).toThrow(
      /The mesh has no waves \(swh\), which most_wave_m of stop "Net" is about/,
    );
  });
});
