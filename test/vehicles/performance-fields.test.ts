import { describe, expect, it } from 'vitest';
import { performanceKey, performanceKeyOfMesh } from '../../lib/vehicles/performance-key.ts';
import { requireMeant } from '../../lib/vehicles/plausible.ts';
import { type Vehicle, vehicle } from '../../lib/vehicles/vehicle.ts';
import { hasBorrowedFuel, vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { sdaFields, slocum } from '../vessel/vehicles.ts';
import { fieldsOf, refusals } from './refusals.ts';

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
    expect(() => requireMeant(stored)).not.toThrow();
  });

  it('a mesh for a vessel that says too little of it', () => {
    expect(performanceKeyOfMesh({ ...sdaFields, max_speed: 'fast' })).toBeNull();
    expect(performanceKeyOfMesh({})).toBeNull();
  });
});

it('borrows the fuel of another ship only where the vehicle has no curve of its own', () => {
  const parsed = (fields: object) => hasBorrowedFuel(vehicle.parse({ ...sdaFields, ...fields }));
  expect(parsed({})).toBe(false);
  expect(parsed({ vessel_type: 'Another' })).toBe(true);
  expect(parsed({ vessel_type: 'Another', consumption_model: upstream.consumption_model })).toBe(false);
  expect(hasBorrowedFuel(slocum)).toBe(false);
  expect(hasBorrowedFuel({ ...slocum, consumption_model: undefined })).toBe(false);
});
