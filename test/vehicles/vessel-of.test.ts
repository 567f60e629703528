import { describe, expect, it } from 'vitest';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { hullTypes } from '../../lib/vessel/ice.ts';
import { attenboroughWindDrag } from '../../lib/vessel/wind.ts';
import { boaty, sdaFields, slocum, twinOtter } from '../vessel/vehicles.ts';

const vessel = (fields: object) => vesselOf(vehicle.parse({ ...sdaFields, ...fields }));
const models = (...resistance_models: object[]) => ({ resistance_models });
const ice = { type: 'ice_froude', params: { k: 4, b: -0.8, n: 2, beam: 24 } };
const wave = (params: object) => ({ type: 'wave_kreitner', params: { length: 130, ...params } });

describe('the vessel of a vehicle', () => {
  it('has its limits, the drag of the Attenborough, and no waves, risk or slowing wind where it names none', () => {
    expect(vessel({ max_wave: 3, excluded_zones: ['b', 'a', 'b'] })).toMatchObject({
      vesselClass: 'ship',
      access: {
        minDepthM: sdaFields.min_depth,
        maxIceConcentration: sdaFields.max_ice_conc,
        maxWaveHeightM: 3,
        maxElevationM: null,
        excludedZones: ['a', 'b'],
      },
      ice: {
        ...hullTypes.get(sdaFields.hull_type!),
        beamM: sdaFields.beam,
        forceLimitN: sdaFields.force_limit,
      },
      wind: attenboroughWindDrag,
      windSpeed: null,
      waves: null,
      risk: null,
    });
    expect(vessel({}).access).toMatchObject({ maxWaveHeightM: null, excludedZones: [] });
  });

  it.each([
    ['km/hr', 36],
    ['m/s', 129.6],
    ['knots', 66.672],
  ])('sails at 36 %s', (unit, kmh) => {
    expect(vessel({ max_speed: 36, unit }).maxSpeedKmh).toBeCloseTo(kmh, 9);
  });

  it('has the models that it names, with their defaults, and no others', () => {
    const angles = { angles: [0, 180], coefficients: [1, -1] };
    const named = vessel(
      models(ice, { type: 'wind_drag', params: { frontal_area: 7, ...angles } }, wave({})),
    );
    expect(named).toMatchObject({
      ice: { k: 4, b: -0.8, n: 2, beamM: 24, forceLimitN: sdaFields.force_limit },
      wind: { frontalAreaM2: 7, airDensity: 1.225, anglesDeg: [0, 180], coefficients: [1, -1] },
      waves: { lengthM: 130, beamM: 24, blockCoefficient: 0.75, waterDensity: 1025 },
    });
    expect(vessel(models())).toMatchObject({ wind: null, waves: null });
  });

  it('has the parameters of its models where they are given', () => {
    const { beam: _, force_limit: __, ...bare } = sdaFields;
    const own = { ...ice.params, beam: 20, force_limit: 5 };
    const fields = {
      ...bare,
      vessel_class: 'ship',
      ...models({ ...ice, params: own }, wave({ c_block: 0.5 })),
    };
    expect(vesselOf(vehicle.parse(fields))).toMatchObject({
      ice: { beamM: 20, forceLimitN: 5 },
      waves: { beamM: 20, blockCoefficient: 0.5 },
    });
  });

  it.each([
    [1000, 1000],
    [5000, 5000],
    [10_055.25, 1025],
  ])('rho_water %d is a density or, above 5000, a specific weight', (rho_water, density) => {
    expect(vessel(models(wave({ rho_water }))).waves!.waterDensity).toBeCloseTo(density, 9);
  });

  it('is slowed by wind as it says, or as PolarRoute does', () => {
    const slowed = (speed_adjustment: object) => vessel({ speed_adjustment }).windSpeed;
    const forceLimitN = sdaFields.force_limit;
    expect(slowed({})).toEqual({ forceLimitN, strongWindShare: 0.75, slowFactor: 0.25, tailwindFactor: 10 });
    const own = { wind_threshold_low: 0.5, speed_factor_low: 0.1, tailwind_factor: 4 };
    expect(slowed(own)).toEqual({ forceLimitN, strongWindShare: 0.5, slowFactor: 0.1, tailwindFactor: 4 });
  });

  it('has the risk index of its class', () => {
    expect(vessel({ ice_class: 'PC5' }).risk).toEqual({ iceClass: 'PC5', minimumRio: -10 });
    expect(vessel({ ice_class: 'PC5', minimum_rio: 3 }).risk).toEqual({ iceClass: 'PC5', minimumRio: 3 });
  });

  it('is no ship where it is of another class', () => {
    expect(vesselOf(slocum)).toMatchObject({
      vesselClass: 'glider',
      access: { minDepthM: 40, maxIceConcentration: 10, maxWaveHeightM: null, maxElevationM: null },
      ice: null,
      wind: null,
      waves: null,
      consumption: {
        of: 'battery',
        speed: [4.44444444, -0.5555555499999991],
        depth: [0.001, 2],
        maxDiveDepthM: 1000,
      },
    });
    expect(vesselOf({ ...slocum, max_wave: 2 }).access.maxWaveHeightM).toBeNull();
    expect(vesselOf({ ...slocum, max_dive_depth: 200 }).consumption).toMatchObject({ maxDiveDepthM: 200 });
    expect(vesselOf(boaty).consumption).toEqual({ of: 'battery', type: 'constant_consumption', rate: 4.75 });
    expect(vesselOf(twinOtter)).toMatchObject({
      access: { minDepthM: null, maxIceConcentration: null, maxElevationM: 3000 },
      consumption: { of: 'fuel', type: 'constant_consumption', rate: 3.858 },
    });
  });

  it('consumes what its model says, of what it says', () => {
    const polynomial = {
      type: 'polynomial_fuel',
      params: { speed_coeffs: [1, 2, 3], resistance_coeffs: [4, 5] },
    };
    expect(vessel({ consumption_model: polynomial }).consumption).toEqual({
      of: 'fuel',
      type: 'polynomial_fuel',
      speed: [1, 2, 3],
      resistance: [4, 5],
    });
    expect(vessel({ consumption_model: { ...polynomial, of: 'battery' } }).consumption.of).toBe('battery');
  });
});
