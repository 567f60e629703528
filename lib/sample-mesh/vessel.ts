/**
 * The sample vessels: the one of the ready-made mesh, and two that a client can name on the environment mesh.
 */

import { FIRST_VEHICLE } from '../vehicles/first-vehicle.ts';
import { type Vehicle, vehicle } from '../vehicles/vehicle.ts';
import { attenboroughFuel, consumptionPerDay } from '../vessel/consumption.ts';
import { hullTypes, iceResistance, speedInIce } from '../vessel/ice.ts';

/**
 * RRS Sir David Attenborough, with the data that PolarRoute publishes: Fox et al. (2022), arXiv:2209.02389.
 */
export const VESSEL = {
  vessel_type: 'SDA',
  max_speed: 26.5,
  unit: 'km/hr',
  beam: 24,
  hull_type: 'slender',
  force_limit: 96634.5,
  max_ice_conc: 80,
  min_depth: 10,
};

export const ICE_DENSITY = 875;

/** Invented vehicles that can go to different places: one breaks ice, the other must avoid most of it. */
export const SAMPLE_VEHICLES: readonly Vehicle[] = [
  {
    vessel_type: FIRST_VEHICLE,
    vessel_class: 'ship',
    max_speed: 14,
    unit: 'knots',
    beam: 22,
    hull_type: 'slender',
    force_limit: 180_000,
    max_ice_conc: 85,
    min_depth: 12,
    max_wave: 9,
    ice_class: 'PC5',
    consumption_model: {
      type: 'polynomial_fuel',
      params: { speed_coeffs: [0.0013, -0.003, 0.24], resistance_coeffs: [7.5e-11, 6e-6] },
    },
  },
  {
    vessel_type: 'small-ice-class',
    vessel_class: 'ship',
    max_speed: 10,
    unit: 'knots',
    beam: 9,
    hull_type: 'blunt',
    force_limit: 25_000,
    max_ice_conc: 40,
    min_depth: 5,
    max_wave: 5,
    ice_class: 'IC',
    consumption_model: {
      type: 'polynomial_fuel',
      params: { speed_coeffs: [0.0004, -0.001, 0.04], resistance_coeffs: [9e-11, 7e-6] },
    },
  },
].map((fields) => vehicle.parse(fields));

export interface Performance {
  readonly speedKmh: number;
  /** Newtons: resistance of the ice at that speed. */
  readonly resistance: number;
  /** Tonnes per day. */
  readonly fuel: number;
}

/**
 * Performance of the ready-made mesh's vessel in ice of a concentration (%) and thickness (m), the same at
 * every heading.
 */
export function performance(concentration: number, thickness: number): Performance {
  const { max_speed, beam, force_limit, hull_type } = VESSEL;
  const model = { ...hullTypes.get(hull_type)!, beamM: beam, forceLimitN: force_limit };
  const speedKmh = speedInIce(model, max_speed, concentration, thickness, ICE_DENSITY);
  const resistance = iceResistance(model, speedKmh, concentration, thickness, ICE_DENSITY);
  return {
    speedKmh,
    resistance,
    fuel: consumptionPerDay(attenboroughFuel, speedKmh, resistance, Number.NaN),
  };
}
