import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Environment, unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { accessOf } from '../../lib/vessel/access.ts';
import { attenboroughFuel, consumptionPerDay } from '../../lib/vessel/consumption.ts';
import { VesselUnusable } from '../../lib/vessel/errors.ts';
import { requirePlausible } from '../../lib/vessel/figures.ts';
import { hullTypes, iceResistance, speedInIce } from '../../lib/vessel/ice.ts';
import { performanceOf } from '../../lib/vessel/performance.ts';
import { defaultMinimumRio, iceClasses, riskIndex, speedCapKmh } from '../../lib/vessel/risk-index.ts';
import { kmhPerUnit, speedUnits } from '../../lib/vessel/units.ts';
import { waveResistance } from '../../lib/vessel/waves.ts';
import { apparentWind, attenboroughWindDrag, speedInWind, windResistance } from '../../lib/vessel/wind.ts';
import { between } from '../between.ts';
import { sda, sdaFields, slocum } from './vehicles.ts';

/** One cell of sea, or of what is said of it. */
function seaOf(
  values: Partial<Record<keyof Environment['columns'], number | undefined>>,
  zones: string[] = [],
): Environment {
  const columns = { ...unknownEnvironment(1).columns };
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) columns[name as keyof typeof columns] = Float64Array.of(value);
  }
  return { cellCount: 1, columns, zones: new Map(zones.map((zone) => [zone, Uint8Array.of(1)])) };
}

const closedTo = (fields: object, sea: Environment) => {
  const { flags, inaccessible } = accessOf(vesselOf(vehicle.parse({ ...sdaFields, ...fields })), sea);
  const reasons = [...flags].filter(([, cells]) => cells[0]).map(([flag]) => flag as string);
  return inaccessible[0] ? [...reasons, 'inaccessible'] : reasons;
};

const performanceIn = (fields: object, sea: Environment) => {
  const { speeds, rates } = performanceOf(
    vesselOf(vehicle.parse({ ...sdaFields, ...fields })),
    sea,
    new Uint8Array(1),
  );
  return { speeds: [...speeds], rates: [...rates] };
};

describe('ice', () => {
  const slender = { ...hullTypes.get('slender')!, beamM: 24, forceLimitN: 96634.5 };

  it('counts only where all of it is known, and for a vessel that has a model of it', () => {
    const ice = { iceConcentration: 60, iceThickness: 1, iceDensity: 900 };
    const open = performanceIn({}, seaOf({}));
    expect(performanceIn({}, seaOf(ice)).speeds[0]).toBeLessThan(26);
    for (const missing of Object.keys(ice))
      expect(performanceIn({}, seaOf({ ...ice, [missing]: undefined }))).toEqual(open);
    const auv = {
      vessel_class: 'auv',
      consumption_model: { type: 'constant_consumption', params: { rate: 2 } },
    };
    expect(performanceIn(auv, seaOf(ice))).toEqual(performanceIn(auv, seaOf({})));
  });

  it('resists and slows the published ship as published', () => {
    expect(iceResistance(slender, 5.56, 60, 1, 980)).toBeCloseTo(64543.75549708632, 6);
    expect(speedInIce(slender, 26.5, 60, 1, 980)).toBeCloseTo(7.842665122593933, 11);
    const { speeds, rates } = performanceIn(
      {},
      seaOf({ iceConcentration: 60, iceThickness: 1, iceDensity: 980 }),
    );
    expect(speeds[0]).toBeCloseTo(7.842665122593933, 11);
    expect(rates[0]).toBeCloseTo(39.94376930737089, 10);
  });

  it('is none where it is 0, or where one of the three values is not known', () => {
    for (const ice of [
      [0, 1, 900],
      [50, 0, 900],
      [50, 1, 0],
      [Number.NaN, 1, 900],
      [50, Number.NaN, 900],
      [50, 1, Number.NaN],
    ]) {
      expect(iceResistance(slender, 20, ...(ice as [number, number, number]))).toBe(0);
    }
    expect(iceResistance(slender, 0, 50, 1, 900)).toBe(0); // nor at rest
  });

  it('slows a vessel to the speed at which it equals the force limit, for every hull and any ice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...hullTypes.keys()),
        between(1, 100),
        between(0.05, 5),
        between(1e3, 1e6),
        (hull, concentration, thickness, forceLimitN) => {
          const model = { ...hullTypes.get(hull)!, beamM: 20, forceLimitN };
          const speed = speedInIce(model, 30, concentration, thickness, 900);
          const resistance = iceResistance(model, speed, concentration, thickness, 900);
          expect(resistance).toBeLessThanOrEqual(forceLimitN * (1 + 1e-9));
          if (speed < 30) expect(resistance / forceLimitN).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it('stops a vessel that has no force', () => {
    const { speeds } = performanceIn(
      { force_limit: 0 },
      seaOf({ iceConcentration: 1, iceThickness: 0.1, iceDensity: 900 }),
    );
    expect(speeds).toEqual(new Array(8).fill(0));
  });
});

describe('wind', () => {
  const resist = (speed: number, east: number, north: number) => {
    const out = new Float64Array(8);
    windResistance(attenboroughWindDrag, speed, east, north, out, 0);
    return out;
  };

  it('resists from ahead and pushes from behind', () => {
    const fromEast = resist(20, -15, 0);
    expect(fromEast[1]).toBeGreaterThan(0); // towards east
    expect(fromEast[5]).toBeLessThan(0); // towards west
    expect(fromEast[0]).toBeCloseTo(fromEast[2]!, 6); // NE and SE alike
  });

  it('is nothing beyond the drag of still air where there is none', () => {
    for (const drag of resist(20, 0, 0)) expect(drag).toBeCloseTo(0, 6);
  });

  it('has no angle for a vessel at rest', () => {
    expect(apparentWind(0, 3, 5, 5)).toEqual({ speed: Math.sqrt(50), angle: 0 });
    expect(apparentWind(0, 3, 0, 0)).toEqual({ speed: 0, angle: 0 });
  });

  it('changes the speed only of a vessel that says so', () => {
    const sea = seaOf({ windEast: -20, windNorth: 0 });
    expect(performanceIn({}, sea).speeds).toEqual(new Array(8).fill(26.5));
    const { speeds } = performanceIn({ speed_adjustment: {} }, sea);
    expect(speeds[1]).toBeLessThan(26.5);
    expect(speeds[5]).toBeGreaterThan(26.5);
  });

  it('slows in proportion, then by the factor, and quickens little', () => {
    const adjustment = { forceLimitN: 1000, strongWindShare: 0.75, slowFactor: 0.25, tailwindFactor: 10 };
    expect([500, 749, 750, 2000, -1000, 0].map((drag) => speedInWind(adjustment, 20, drag))).toEqual([
      10,
      20 * (1 - 0.749),
      5,
      5,
      22,
      20,
    ]);
  });
});

it('waves resist with the square of their height', () => {
  const model = { lengthM: 128, beamM: 24, blockCoefficient: 0.75, waterDensity: 1025 };
  expect(waveResistance(model, 2)).toBeCloseTo((0.64 * 9.81 * 1025 * 0.75 * 4 * 576) / 128, 6);
  expect(waveResistance(model, Number.NaN)).toBe(0);
  const sea = seaOf({ waveHeight: 2 });
  const models = { resistance_models: [{ type: 'wave_kreitner', params: { length: 128 } }] };
  expect(performanceIn(models, sea).rates[0]).toBeGreaterThan(performanceIn({}, sea).rates[0]!);
  // PolarRoute writes the specific weight, N/m³
  const weight = {
    resistance_models: [{ type: 'wave_kreitner', params: { length: 128, rho_water: 1025 * 9.81 } }],
  };
  expect(performanceIn(weight, sea).rates[0]).toBeCloseTo(performanceIn(models, sea).rates[0]!, 9);
});

describe('consumption', () => {
  it('matches the published model of the Sir David Attenborough', () => {
    expect(consumptionPerDay(attenboroughFuel, 26.5, 0, Number.NaN)).toBeCloseTo(27.3186897, 10);
    expect(consumptionPerDay(attenboroughFuel, 0, -500, Number.NaN)).toBeCloseTo(6.06970392, 10);
  });

  it('of a glider depends on the depth until it dives fully', () => {
    const { consumption } = vesselOf(slocum);
    const full = 4.44444444 * 1.25 - 0.5555555499999991;
    expect(consumptionPerDay(consumption, 1.25, 0, -1000)).toBe(full);
    expect(consumptionPerDay(consumption, 1.25, 0, -500)).toBe(full * 1.5);
    const steep = { of: 'battery', type: 'polynomial_battery', speed: [2, 1], depth: [0.001, 3] } as const;
    const perDay = (elevation: number) =>
      consumptionPerDay({ ...steep, maxDiveDepthM: 1000 }, 10, 0, elevation);
    expect([-500, -1000, -2000, Number.NaN].map(perDay)).toEqual([21 * 2.5, 21, 21, 21]);
  });

  it('is rejected where it is negative in an open cell, with the speed and the elevation', () => {
    const consumption_model = {
      type: 'polynomial_battery',
      params: { speed_coeffs: [1, 0], depth_coeffs: [1, 100] },
    };
    const fields = { vessel_class: 'auv', consumption_model };
    const unusable = expect.objectContaining({ name: 'VesselUnusable', kind: 'invalid' });
    expect(() => performanceIn(fields, seaOf({ elevation: -150 }))).toThrow(VesselUnusable);
    expect(() => performanceIn(fields, seaOf({ elevation: -150 }))).toThrow(unusable);
    expect(() => performanceIn(fields, seaOf({ elevation: -150 }))).toThrow(
      /at 26.5 km\/h where the elevation is -150 m/,
    );
    expect(performanceIn(fields, seaOf({ elevation: -50 })).rates[0]).toBe(26.5 * 50);
  });
});

describe('access', () => {
  it.each<[string, object, Environment, string[]]>([
    ['a ship on its limits', {}, seaOf({ elevation: -10, iceConcentration: 80 }), []],
    ['too shallow', {}, seaOf({ elevation: -9.9 }), ['land', 'inaccessible']],
    ['too much ice', {}, seaOf({ iceConcentration: 80.1 }), ['ext_ice', 'inaccessible']],
    ['nothing known', { max_wave: 1, excluded_zones: ['a'] }, seaOf({}), []],
    ['waves without a limit', {}, seaOf({ waveHeight: 20 }), []],
    ['waves at the limit', { max_wave: 4 }, seaOf({ waveHeight: 4 }), []],
    ['waves above the limit', { max_wave: 4 }, seaOf({ waveHeight: 4.1 }), ['ext_waves', 'inaccessible']],
    ['a zone', { excluded_zones: ['park'] }, seaOf({}, ['park']), ['inaccessible']],
    ['another zone', { excluded_zones: ['park'] }, seaOf({}, ['farm']), []],
  ])('%s', (_, fields, sea, expected) => expect(closedTo(fields, sea)).toEqual(expected));

  const rate = { consumption_model: { type: 'constant_consumption', params: { rate: 1 } } };
  it.each<[string, object, number, string[]]>([
    ['a glider on land', { vessel_class: 'glider' }, 0, ['land', 'inaccessible']],
    ['a glider in the shallows', { vessel_class: 'glider' }, -5, ['shallow', 'inaccessible']],
    ['a glider', { vessel_class: 'glider' }, -10, []],
    ['an aircraft over the sea', { vessel_class: 'aircraft', max_elevation: 3000 }, -1, []],
    ['an aircraft over a beach', { vessel_class: 'aircraft', max_elevation: 3000 }, 0, ['land']],
    ['an aircraft over land', { vessel_class: 'aircraft', max_elevation: 3000 }, 3000, ['land']],
    [
      'an aircraft over a peak',
      { vessel_class: 'aircraft', max_elevation: 3000 },
      3001,
      ['elevation_max', 'land', 'inaccessible'],
    ],
  ])('%s', (_, fields, elevation, expected) => {
    expect(closedTo({ ...fields, ...rate }, seaOf({ elevation, iceConcentration: 0 }))).toEqual(expected);
  });

  it('closes cells whose risk is too high, and slows the vessel where it is elevated', () => {
    const ice = (thickness: number) =>
      seaOf({ iceConcentration: 70, iceThickness: thickness, iceDensity: 900 });
    expect(closedTo({ ice_class: 'PC7' }, ice(1.0))).toEqual([]); // 3·3 − 7·1 = 2
    expect(closedTo({ ice_class: 'PC7' }, ice(1.7))).toEqual(['risk', 'inaccessible']); // 9 − 21
    expect(closedTo({ ice_class: 'PC7', minimum_rio: -12 }, ice(1.7))).toEqual([]);
    expect(closedTo({ ice_class: 'IC' }, ice(0.3))).toEqual([]); // 9 − 7 = 2
    expect(closedTo({ ice_class: 'IC' }, ice(0.5))).toEqual(['risk', 'inaccessible']); // 9 − 14
    expect(closedTo({ ice_class: 'IC' }, seaOf({ iceConcentration: 70 }))).toEqual([]); // not known
    expect(
      closedTo({ ice_class: 'IC' }, { ...ice(1), columns: { ...ice(1).columns, iceThickness: null } }),
    ).toEqual([]);
    const strong = { ice_class: 'PC7', force_limit: 1e9 };
    expect(performanceIn(strong, ice(1.2)).speeds[0]).toBeCloseTo(3 * 1.852, 12); // 9 − 14 = −5
    expect(performanceIn({ force_limit: 1e9 }, ice(1.2)).speeds[0]).toBe(26.5);
  });
});

describe('the risk index', () => {
  it('is that of the circular', () => {
    expect(riskIndex('PC1', 0, 2)).toBe(30);
    expect(riskIndex('PC5', 50, 1.3)).toBe(15);
    expect(riskIndex('none', 100, 3)).toBe(-80);
    expect(riskIndex('IA', 80, 0.004)).toBe(30);
    expect(riskIndex('IA', 100, 0.5)).toBe(0);
    expect(riskIndex('PC3', Number.NaN, 1)).toBeNaN();
    expect(riskIndex('PC3', 50, Number.NaN)).toBeNaN();
  });

  it('never rises with more ice, thicker ice or, among the polar classes, a lower class', () => {
    const polar = iceClasses.filter((name) => name.startsWith('PC'));
    fc.assert(
      fc.property(
        fc.constantFrom(...iceClasses),
        between(0, 100),
        between(0, 4),
        between(0, 2),
        (name, concentration, thickness, more) => {
          const rio = riskIndex(name, concentration, thickness);
          expect(riskIndex(name, Math.min(100, concentration + 10 * more), thickness)).toBeLessThanOrEqual(
            rio + 1e-9,
          );
          expect(riskIndex(name, concentration, thickness + more)).toBeLessThanOrEqual(rio + 1e-9);
          const lower = polar[polar.indexOf(name) + 1];
          if (name.startsWith('PC') && lower) {
            expect(riskIndex(lower, concentration, thickness)).toBeLessThanOrEqual(rio + 1e-9);
          }
        },
      ),
    );
    expect(polar.map(speedCapKmh).map((speed) => Math.round(speed / 1.852))).toEqual([11, 8, 5, 5, 5, 3, 3]);
    expect([defaultMinimumRio('PC1'), defaultMinimumRio('IA Super'), defaultMinimumRio('none')]).toEqual([
      -10, 0, 0,
    ]);
  });
});

it('knows the units of speed, whatever their case', () => {
  expect(speedUnits.map((unit) => kmhPerUnit(unit.toUpperCase()))).toEqual([
    1, 1, 1, 1.852, 1.852, 1.852, 1.852, 3.6,
  ]);
  expect(kmhPerUnit('mph')).toBeNull();
  expect(vesselOf({ ...sda, max_speed: 10, unit: 'Knots' }).maxSpeedKmh).toBeCloseTo(18.52, 12);
});

describe('a speed that nothing has', () => {
  const sea = seaOf({ windEast: 20, windNorth: 0 });
  it.each([
    ['in calm water', { max_speed: 1_501 }],
    ['before the wind', { speed_adjustment: { tailwind_factor: 1e-9 } }],
  ])('makes a vehicle unusable %s', (_, fields) => {
    expect(() => performanceIn(fields, sea)).toThrow(VesselUnusable);
    expect(() => performanceIn(fields, sea)).toThrow(/at most 1500 km\/h/);
  });

  it('is above that of any aircraft', () => {
    const consumption_model = { type: 'constant_consumption', params: { rate: 3 } };
    expect(performanceIn({ max_speed: 1_500, consumption_model }, seaOf({})).speeds).toEqual(
      Array(8).fill(1_500),
    );
  });
});

describe('a consumption that nothing has', () => {
  const ofRate = (rate: number) => ({
    consumption_model: { type: 'constant_consumption', params: { rate } },
  });

  it('makes a vehicle unusable', () => {
    expect(() => performanceIn(ofRate(10_001), seaOf({}))).toThrow(VesselUnusable);
    expect(() => performanceIn(ofRate(10_001), seaOf({}))).toThrow(
      /gives 10001 tonnes of fuel a day .*0 to 10000/,
    );
    const polynomial = { speed_coeffs: [1e12, 0, 0], resistance_coeffs: [0, 0] };
    const steep = { consumption_model: { type: 'polynomial_fuel', params: polynomial } };
    expect(() => performanceIn(steep, seaOf({}))).toThrow(/tonnes of fuel a day/);
  });

  it('is found before any sea is looked at, and told without one', () => {
    const vessel = (fields: object) => vesselOf(vehicle.parse({ ...sdaFields, ...fields }));
    expect(() => requirePlausible(vessel({}))).not.toThrow();
    expect(() => requirePlausible(vessel(ofRate(0)))).not.toThrow();
    expect(() => requirePlausible(vessel(ofRate(10_001)))).toThrow(
      / a day at 26\.5 km\/h: expected 0 to 10000\.$/,
    );
    expect(() => requirePlausible(vessel({ ...ofRate(1), max_speed: 1_501 }))).toThrow(/at most 1500 km\/h/);
    expect(() => requirePlausible(vessel({ max_speed: 1_400 }))).toThrow(
      /Attenborough.* at 1400 km\/h: expected 0 to 10000\. Give the vehicle a consumption_model or a lower max_speed\.$/,
    );
  });

  it('tells what makes it so: the resistance, and the fuel model that a vehicle without one has', () => {
    const ice = seaOf({ iceConcentration: 100, iceThickness: 3, iceDensity: 900, elevation: -143 });
    const breaker = { hull_type: 'blunt', force_limit: 5e6, max_ice_conc: 100 };
    expect(() => performanceIn(breaker, ice)).toThrow(
      /^The fuel model of RRS Sir David Attenborough, .* without a consumption_model, gives \d+ tonnes of fuel a day at \d+(\.\d+)? km\/h against a resistance of 5000 kN: expected 0 to 10000\. Give the vehicle a consumption_model or a lower force_limit\.$/,
    );
    const params = { speed_coeffs: [0, 0, 1], resistance_coeffs: [1e-9, 0] };
    const own = { ...breaker, consumption_model: { type: 'polynomial_fuel', params } };
    expect(() => performanceIn(own, ice)).toThrow(
      /^The vehicle's consumption_model gives 600024 tonnes of fuel a day at .* against a resistance of 5000 kN: expected 0 to 10000\.$/,
    );
    const battery = { type: 'polynomial_battery', params: { speed_coeffs: [1, 0], depth_coeffs: [1, 0] } };
    expect(() =>
      performanceIn({ consumption_model: { ...battery, of: 'battery' } }, seaOf({ elevation: -50 })),
    ).toThrow(/gives -1325 Ah of battery a day at 26\.5 km\/h where the elevation is -50 m: expected/);
  });

  it('is far above that of the largest ships', () => {
    expect([...performanceIn(ofRate(10_000), seaOf({})).rates]).toEqual(Array(8).fill(10_000));
  });
});
