import { describe, expect, it } from 'vitest';
import { CLOSED_REASONS, type Environment, unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import type { EnvironmentSource } from '../../lib/engine/mesh/mesh-source.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { performanceOf } from '../../lib/vessel/performance.ts';
import { sdaFields } from './vehicles.ts';

const vessel = (fields: object) => vesselOf(vehicle.parse({ ...sdaFields, ...fields }));

/** Cells in a row, by the values that are known of each. */
function seaOf(
  columns: Partial<Record<keyof Environment['columns'], readonly number[]>>,
  zones: Readonly<Record<string, readonly number[]>> = {},
): Environment {
  const cellCount = Object.values({ ...columns, ...zones })[0]!.length;
  const known = Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)]);
  return {
    cellCount,
    columns: { ...unknownEnvironment(cellCount).columns, ...Object.fromEntries(known) },
    zones: new Map(Object.entries(zones).map(([name, cells]) => [name, Uint8Array.from(cells)])),
  };
}

const sourceOf = (environment: Environment) =>
  ({ bounds: new Float64Array(4 * environment.cellCount), environment }) as unknown as EnvironmentSource;

const reasonsOf = (fields: object, environment: Environment) => {
  const { closedReason, accessible } = meshForVessel(vessel(fields), sourceOf(environment));
  const reasons = [...closedReason!].map((code) => CLOSED_REASONS[code]);
  expect(reasons.map((reason) => (reason === 'open' ? 1 : 0))).toEqual([...accessible]);
  return reasons;
};

const constant = { consumption_model: { type: 'constant_consumption', params: { rate: 2 } } };

describe('the mesh of a vessel', () => {
  it('has its speeds in metres a second, and its consumption, where it may go', () => {
    const sea = seaOf({ elevation: [-100, 5, -200] });
    const mesh = meshForVessel(vessel({ max_speed: 36, ...constant }), sourceOf(sea));
    const eights = (...values: number[]) => values.flatMap((value) => Array(8).fill(value));
    expect([...mesh.speeds]).toEqual(eights(10, 0, 10));
    expect([...mesh.rates!]).toEqual(eights(2, 0, 2));
    expect([...mesh.accessible]).toEqual([1, 0, 1]);
    expect(mesh.consumption).toBe('fuel');
    const battery = vessel({ ...constant, vessel_class: 'auv' });
    expect(meshForVessel(battery, sourceOf(sea)).consumption).toBe('battery');
  });

  it('is open everywhere where nothing is known of the sea', () => {
    const { accessible } = meshForVessel(vessel({}), {
      bounds: new Float64Array(8),
    } as unknown as EnvironmentSource);
    expect([...accessible]).toEqual([1, 1]);
  });

  it('has at headings that can not be sailed the highest consumption of those that can', () => {
    const stopped = { speed_adjustment: { wind_threshold_low: 0.1, speed_factor_low: 0 } };
    const sea = seaOf({ windEast: [25, 0], windNorth: [0, 0] });
    const { speeds, rates, accessible } = meshForVessel(vessel(stopped), sourceOf(sea));
    // NE, E, SE, S, SW, W, NW, N
    const isStopped = [...speeds.subarray(0, 8)].map((speed) => speed === 0);
    expect(isStopped[5]).toBe(true);
    expect(isStopped[1]).toBe(false);
    const sailed = [...rates!.subarray(0, 8)].filter((_, k) => !isStopped[k]);
    expect(new Set(sailed).size).toBeGreaterThan(1);
    expect(rates![5]).toBe(Math.max(...sailed));
    expect([...accessible]).toEqual([1, 1]);
    expect(rates![13]).toBe(rates![9]); // the calm cell beside it
  });
});

describe('why a cell is closed', () => {
  it('is said of each', () => {
    expect(reasonsOf({}, seaOf({ elevation: [-5, -20] }))).toEqual(['land', 'open']);
    expect(reasonsOf({}, seaOf({ iceConcentration: [10, 90] }))).toEqual(['open', 'ice']);
    expect(reasonsOf({ max_wave: 3 }, seaOf({ waveHeight: [4, 2] }))).toEqual(['waves', 'open']);
    expect(reasonsOf({ excluded_zones: ['park'] }, seaOf({}, { park: [0, 1] }))).toEqual(['open', 'zone']);
    const thick = seaOf({ iceConcentration: [70, 70], iceThickness: [3, 0.1] });
    expect(reasonsOf({ ice_class: 'IC' }, thick)).toEqual(['risk', 'open']);
    const ice = seaOf({ iceConcentration: [1, 0], iceThickness: [1, 1], iceDensity: [900, 900] });
    expect(reasonsOf({ force_limit: 0 }, ice)).toEqual(['speed', 'open']);
  });

  it('is the first of several reasons', () => {
    const zones = { park: [1] };
    const sea = seaOf({ elevation: [5], iceConcentration: [90] }, zones);
    expect(reasonsOf({ excluded_zones: ['park'] }, sea)).toEqual(['land']);
    expect(reasonsOf({ excluded_zones: ['park'] }, seaOf({ iceConcentration: [90] }, zones))).toEqual([
      'ice',
    ]);
  });

  it('is depth for a glider, height for an aircraft, which land does not close', () => {
    const elevation = [5, -5, -500];
    const glider = { ...constant, vessel_class: 'glider' };
    expect(reasonsOf(glider, seaOf({ elevation }))).toEqual(['land', 'shallow', 'open']);
    const aircraft = { ...constant, vessel_class: 'aircraft', max_elevation: 3 };
    expect(reasonsOf(aircraft, seaOf({ elevation: [2, 5, -500] }))).toEqual(['open', 'elevation', 'open']);
  });
});

describe('the performance in a cell', () => {
  const twice = (value: number) => [value, value];
  const ice = { iceConcentration: [60, 30], iceThickness: twice(1), iceDensity: twice(980) };
  const open = new Uint8Array(2);

  it('is left out where the cell is closed', () => {
    const sea = seaOf({ ...ice, waveHeight: twice(2), windEast: twice(9), windNorth: twice(3) });
    const models = [
      { type: 'wave_kreitner', params: { length: 128 } },
      { type: 'wind_drag', params: { frontal_area: 750, angles: [0, 180], coefficients: [1, -1] } },
    ];
    const of = vessel({ resistance_models: models });
    const both = performanceOf(of, sea, open);
    const second = performanceOf(of, sea, Uint8Array.of(1, 0));
    const columns = ({ speeds, rates, forces }: typeof both) => [
      ...[speeds, rates, forces.wind!].map((each) => [[...each.subarray(0, 8)], [...each.subarray(8)]]),
      ...[forces.calmSpeeds, forces.ice, forces.waves!].map((each) => [[each[0]], [each[1]]]),
    ];
    for (const [k, [first, other]] of columns(second).entries()) {
      expect(first!.every((value) => value === 0)).toBe(true);
      expect(other).toEqual(columns(both)[k]![1]);
      expect(columns(both)[k]![0]!.some((value) => value !== 0)).toBe(true);
    }
  });

  it('has no wind or waves for a vessel that they do not act on, or where they are not known', () => {
    const none = vessel({ resistance_models: [] });
    const known = seaOf({ waveHeight: twice(2), windEast: twice(9), windNorth: twice(3) });
    expect(performanceOf(none, known, open).forces).toMatchObject({ waves: null, wind: null });
    const both = vessel({
      resistance_models: [{ type: 'wave_kreitner', params: { length: 128 } }],
    });
    expect(performanceOf(both, seaOf(ice), open).forces).toMatchObject({ waves: null, wind: null });
    for (const name of ['windEast', 'windNorth'] as const) {
      expect(performanceOf(vessel({}), seaOf({ [name]: twice(3) }), open).forces.wind).toBeNull();
    }
  });

  it('costs what ice, waves and the wind together resist', () => {
    const steep = {
      consumption_model: {
        type: 'polynomial_fuel',
        params: { speed_coeffs: [0, 0, 0], resistance_coeffs: [0, 1e-6] },
      },
      resistance_models: [
        { type: 'ice_froude', params: { k: 4.4, b: -0.8267, n: 2 } },
        { type: 'wave_kreitner', params: { length: 128 } },
        { type: 'wind_drag', params: { frontal_area: 750, angles: [0, 180], coefficients: [1, 0.5] } },
      ],
    };
    const sea = seaOf({ ...ice, waveHeight: twice(2), windEast: twice(9), windNorth: twice(3) });
    const { rates, forces } = performanceOf(vessel(steep), sea, open);
    for (const at of [0, 5, 8, 15]) {
      const cell = at >> 3;
      const sum = forces.ice[cell]! + forces.waves![cell]! + forces.wind![at]!;
      expect(rates[at]).toBeCloseTo(24e-6 * Math.max(0, sum), 9);
    }
    expect(forces.ice[1]).toBeLessThan(forces.ice[0]!);
  });

  it('keeps to the speed that the risk allows, before the wind and with it', () => {
    const sea = seaOf({ ...ice, iceThickness: [3, 0.01], windEast: twice(-30), windNorth: twice(0) });
    const capped = { ice_class: 'PC7', minimum_rio: -80, force_limit: 1e9, speed_adjustment: {} };
    const { speeds, forces } = performanceOf(vessel(capped), sea, open);
    expect(forces.calmSpeeds[0]).toBeCloseTo(3 * 1.852, 12);
    expect(speeds[5]).toBeCloseTo(3 * 1.852, 12); // before the wind, which would quicken it
    expect(forces.calmSpeeds[1]).toBe(26.5);
    expect(speeds[13]).toBeGreaterThan(26.5);
    const slow = performanceOf(vessel({ ...capped, max_speed: 4 }), sea, open);
    expect(slow.forces.calmSpeeds[0]).toBe(4);
  });

  it('that the vessel does not have at rest is not refused', () => {
    const negative = {
      type: 'polynomial_fuel',
      params: { speed_coeffs: [0, 1, -1], resistance_coeffs: [0, 0] },
    };
    const stopped = { force_limit: 0, consumption_model: negative };
    const sea = seaOf({ ...ice, iceConcentration: [60, 0] });
    expect(performanceOf(vessel(stopped), sea, open).speeds[0]).toBe(0);
    expect(performanceOf(vessel(stopped), sea, open).speeds[8]).toBe(26.5);
  });
});
