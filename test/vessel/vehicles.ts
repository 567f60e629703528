/** Vehicles of the published data, by the fields that a client sends. */
import type { Vehicle } from '../../lib/vehicles/vehicle.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { sda as sdaFields } from '../vehicles/sda.ts';

const parsed = (fields: object): Vehicle => vehicle.parse(fields);

export { sdaFields };

export const sda = parsed(sdaFields);

/** The ship of grf_normal. */
export const sdaInWaves = parsed({ ...sdaFields, max_wave: 8, excluded_zones: ['offshore_platforms'] });

export const boaty = parsed({
  vessel_type: 'BoatyMcBoatFace',
  vessel_class: 'auv',
  max_speed: 3.6,
  unit: 'km/hr',
  max_ice_conc: 10,
  min_depth: 10,
  consumption_model: { type: 'constant_consumption', params: { rate: 4.75 } },
});

export const twinOtter = parsed({
  vessel_type: 'TwinOtter',
  vessel_class: 'aircraft',
  max_speed: 240,
  unit: 'km/hr',
  max_elevation: 3000,
  consumption_model: { type: 'constant_consumption', params: { rate: 3.858 } },
});

export const slocum = parsed({
  vessel_type: 'Slocum',
  vessel_class: 'glider',
  max_speed: 1.25,
  unit: 'km/hr',
  max_ice_conc: 10,
  min_depth: 40,
  consumption_model: {
    type: 'polynomial_battery',
    params: { speed_coeffs: [4.44444444, -0.5555555499999991], depth_coeffs: [0.001, 2] },
  },
});
