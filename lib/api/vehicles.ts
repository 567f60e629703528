import * as z from 'zod';
import { vehicle, vehicleRequest, vesselType } from '../vehicles/vehicle.ts';
import { operationsOf } from './operation.ts';

const sda = {
  vessel_type: 'SDA',
  max_speed: 26.5,
  unit: 'km/hr',
  beam: 24,
  hull_type: 'slender',
  force_limit: 96634.5,
  max_ice_conc: 80,
  min_depth: 10,
};

const stored = z.strictObject({ vessel_type: z.string() });
const parameters = { vessel_type: { of: 'vehicle', schema: vesselType, example: 'SDA' } };

export const vehicles = operationsOf('vehicles', {
  create: {
    method: 'POST',
    path: '/api/vehicle',
    summary: 'Create or overwrite a vehicle',
    body: { schema: vehicleRequest, example: sda },
    answers: {
      201: {
        description: 'Created',
        schema: stored,
        example: { vessel_type: 'SDA' },
        headers: { Location: 'URL of the vehicle' },
      },
      200: {
        description: 'Replaced, as `force_properties` permits',
        schema: stored,
        example: { vessel_type: 'SDA' },
      },
    },
    errors: {
      403: 'Another caller created the vehicle',
      409: 'The vessel type exists, or there are as many vehicles as the service keeps, or as one caller may have',
    },
  },
  list: {
    method: 'GET',
    path: '/api/vehicle',
    summary: 'All vehicles',
    answers: {
      200: { description: 'All vehicles, by vessel type', schema: vehicle.array(), example: [sda] },
    },
    errors: {},
  },
  'list-types': {
    method: 'GET',
    path: '/api/vehicle/available',
    summary: 'All vessel types',
    answers: {
      200: {
        description: 'All vessel types, sorted',
        schema: z.strictObject({ vessel_types: z.array(z.string()), message: z.string().optional() }),
        example: { vessel_types: ['SDA'] },
      },
    },
    errors: {},
  },
  get: {
    method: 'GET',
    path: '/api/vehicle/{vessel_type}',
    summary: 'One vehicle',
    parameters,
    answers: { 200: { description: 'The vehicle', schema: vehicle, example: sda } },
    errors: { 404: 'No such vehicle' },
  },
  delete: {
    method: 'DELETE',
    path: '/api/vehicle/{vessel_type}',
    summary: 'Remove a vehicle',
    parameters,
    answers: { 204: { description: 'Removed' } },
    errors: { 403: 'Another caller created the vehicle', 404: 'No such vehicle' },
  },
});
