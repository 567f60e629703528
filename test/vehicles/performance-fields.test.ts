import { describe, expect, it } from 'vitest';
import { performanceKey, performanceKeyOfMesh } from '../../lib/vehicles/performance-key.ts';
import { type Vehicle, vehicle, vehicleRequest } from '../../lib/vehicles/vehicle.ts';
import { hasBorrowedFuel, vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { boaty, sdaFields, slocum, twinOtter } from '../vessel/vehicles.ts';

/** The configuration of RRS Sir David Attenborough that PolarRoute proposes for its version 2.0. */
const upstream = {
  vessel_class: 'ship',
  max_speed: 26.5,
  unit: 'km/hr',
  max_ice_conc: 80,
  min_depth: 10,
  num_directions: 8,
  resistance_models: [
    {
      type: 'ice_froude',
      params: { k: 4.4, b: -0.8267, n: 2, beam: 24, force_limit: 96634.5, gravity: 9.81 },
    },
    {
      type: 'wind_drag',
      params: {
        frontal_area: 750,
        air_density: 1.225,
        interpolation: 'linear',
        angles: [0, 30, 60, 90, 120, 150, 180],
        coefficients: [0.94, 0.77, 0.42, 0.48, 0.17, -0.3, -0.34],
      },
    },
  ],
  consumption_model: {
    type: 'polynomial_fuel',
    params: {
      speed_coeffs: [0.00137247, -0.0029601, 0.25290433],
      resistance_coeffs: [7.75218178e-11, 6.48113363e-6],
    },
  },
  speed_adjustment: {
    wind_threshold_low: 0.75,
    wind_threshold_high: 1,
    speed_factor_low: 0.25,
    tailwind_factor: 10,
  },
};

const without = (fields: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** `field: message` of everything that is wrong. */
function refusals(fields: object): string[] {
  const parsed = vehicleRequest.safeParse(fields);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).sort();
}

const fieldsOf = (issues: string[]) => issues.map((issue) => issue.split(':')[0]);

describe('what a class needs', () => {
  it.each([
    [
      'no class',
      without(sdaFields, 'beam', 'hull_type', 'force_limit', 'max_ice_conc', 'min_depth'),
      ['beam', 'force_limit', 'hull_type', 'max_ice_conc', 'min_depth'],
    ],
    [
      'a ship',
      { vessel_type: 'x', vessel_class: 'ship', max_speed: 1, unit: 'kn' },
      ['beam', 'force_limit', 'hull_type', 'max_ice_conc', 'min_depth'],
    ],
    [
      'a glider',
      without(slocum, 'max_ice_conc', 'min_depth', 'consumption_model'),
      ['consumption_model', 'max_ice_conc', 'min_depth'],
    ],
    ['an AUV', without(boaty, 'consumption_model'), ['consumption_model']],
    [
      'an aircraft',
      without(twinOtter, 'max_elevation', 'consumption_model'),
      ['consumption_model', 'max_elevation'],
    ],
  ])('%s', (_, fields, missing) => expect(fieldsOf(refusals(fields))).toEqual(missing));

  it.each([slocum, boaty, twinOtter, sdaFields])('$vessel_type has it', (fields) =>
    expect(refusals(fields)).toEqual([]),
  );
});

describe("upstream's configuration", () => {
  it('is taken as it is, with a vessel type', () => {
    expect(refusals({ vessel_type: 'SDA', ...upstream })).toEqual([]);
  });

  it('is the same vessel as the one described by the specification’s fields', () => {
    const own = vehicle.parse({ ...sdaFields, speed_adjustment: {} });
    const key = (fields: Vehicle) => performanceKey(vesselOf(fields));
    expect(key(vehicle.parse({ vessel_type: 'Sir David', ...upstream }))).toBe(key(own));
    expect(performanceKeyOfMesh(upstream)).toBe(key(own));
    expect(performanceKeyOfMesh({ ...sdaFields, made_by: 'a pipeline', neighbour_splitting: true })).toBe(
      key(vehicle.parse(sdaFields)),
    );
    expect(key(vehicle.parse(sdaFields))).not.toBe(key(own));
  });

  it('does not take what would mean something else here', () => {
    const wind = structuredClone(upstream) as typeof upstream & { num_directions: number };
    wind.num_directions = 16;
    wind.resistance_models[1]!.params.interpolation = 'cubic';
    expect(fieldsOf(refusals({ vessel_type: 'SDA', ...wind }))).toEqual([
      'num_directions',
      'resistance_models.1.params.interpolation',
    ]);
  });
});

describe('contradictions', () => {
  const ice = { type: 'ice_froude', params: { k: 4, b: -0.8, n: 2 } };
  const wind = (angles: number[], coefficients: number[]) => ({
    type: 'wind_drag',
    params: { frontal_area: 1, angles, coefficients },
  });

  it.each<[string, object, string[]]>([
    [
      'angles that do not rise',
      { resistance_models: [wind([0, 30, 30], [1, 1, 1])] },
      ['resistance_models.0.params.angles: must rise'],
    ],
    [
      'coefficients of another length',
      { resistance_models: [wind([0, 90, 180], [1, 1])] },
      ['resistance_models.0.params.coefficients: must be as many numbers as there are angles, 3; found 2'],
    ],
    ['a negative force', { force_limit: -1 }, ['force_limit: must not be negative']],
    [
      'two models of ice',
      { resistance_models: [ice, ice] },
      ['resistance_models.1: is a second model of the type "ice_froude"'],
    ],
    [
      'two beams',
      { resistance_models: [{ ...ice, params: { ...ice.params, beam: 25 } }] },
      ["resistance_models.0.params.beam: must be the vehicle's beam"],
    ],
    [
      'a model of none',
      { resistance_models: [{ type: 'magic', params: {} }] },
      ['resistance_models.0.type: must have a type: "ice_froude", "wind_drag" or "wave_kreitner"'],
    ],
    [
      'a resistance that falls with the speed',
      { resistance_models: [{ ...ice, params: { k: 1, b: -2, n: 1 } }] },
      ['resistance_models.0.params.b: must be greater than -2: the resistance must grow with the speed'],
    ],
    [
      'wind that slows a ship without force',
      { force_limit: 0, speed_adjustment: {} },
      ['speed_adjustment: needs a force_limit above 0'],
    ],
    [
      'a least risk index without a class',
      { minimum_rio: 0 },
      ['minimum_rio: has no meaning without an ice_class'],
    ],
    [
      'an unknown ice class',
      { ice_class: 'PC8' },
      [expect.stringMatching(/^ice_class: must be one of "PC1"/)],
    ],
    [
      'an unknown class',
      { vessel_class: 'submarine' },
      [expect.stringMatching(/^vessel_class: must be one of "ship"/)],
    ],
    [
      'too few coefficients',
      {
        consumption_model: {
          type: 'polynomial_fuel',
          params: { speed_coeffs: [1, 2], resistance_coeffs: [1, 2] },
        },
      },
      ['consumption_model.params.speed_coeffs: must be 3 numbers: a2, a1, a0'],
    ],
    [
      'a negative rate',
      { consumption_model: { type: 'constant_consumption', params: { rate: -1 } } },
      ['consumption_model.params.rate: must not be negative'],
    ],
  ])('%s', (_, fields, expected) => expect(refusals({ ...sdaFields, ...fields })).toEqual(expected));

  it('are named together with every other bad field', () => {
    const issues = refusals({
      ...without(sdaFields, 'min_depth'),
      beam: 'wide',
      resistance_models: [wind([0, 90], [1]), { ...ice, params: { k: -1, b: 0, n: 2 } }],
    });
    expect(fieldsOf(issues)).toEqual([
      'beam',
      'min_depth',
      'resistance_models.0.params.coefficients',
      'resistance_models.1.params.k',
    ]);
  });

  it('ship models are not for others', () => {
    expect(fieldsOf(refusals({ ...slocum, resistance_models: [ice], speed_adjustment: {} }))).toEqual([
      'resistance_models',
      'speed_adjustment',
    ]);
    expect(refusals({ ...slocum, resistance_models: [] })).toEqual([]);
  });
});

describe('size', () => {
  const sized = (bytes: number) => {
    const empty = Buffer.byteLength(JSON.stringify({ ...sdaFields, excluded_zones: [''] }));
    return {
      ...sdaFields,
      excluded_zones: ['ü'.repeat((bytes - empty) >> 1) + 'x'.repeat((bytes - empty) & 1)],
    };
  };

  it('is at most 4 KiB of compact JSON, without force_properties', () => {
    expect(refusals({ ...sized(4096), force_properties: 'true' })).toEqual([]);
    expect(refusals(sized(4097))).toEqual([
      'excluded_zones: makes the vehicle 4097 bytes of compact JSON; at most 4096 are accepted',
    ]);
  });
});

describe('what is stored but can not be used', () => {
  it.each([
    ['unit', 'furlongs', /^The unit "furlongs" of the vehicle "SDA" is not known; expected one of km\/hr, /],
    [
      'hull_type',
      'round',
      /^The hull type "round" of the vehicle "SDA" is not known; expected one of slender, blunt, or/,
    ],
  ])('another %s', (field, value, message) => {
    const stored = vehicle.parse({ ...sdaFields, [field]: value });
    expect(() => vesselOf(stored)).toThrow(message);
    expect(performanceKeyOfMesh(stored)).toBeNull();
  });
});

it('borrows the fuel of another ship only where the vehicle has no curve of its own', () => {
  const parsed = (fields: object) => hasBorrowedFuel(vehicle.parse({ ...sdaFields, ...fields }));
  expect(parsed({})).toBe(false);
  expect(parsed({ vessel_type: 'Another' })).toBe(true);
  expect(parsed({ vessel_type: 'Another', consumption_model: upstream.consumption_model })).toBe(false);
  expect(hasBorrowedFuel(slocum)).toBe(false);
});
