import * as z from 'zod';
import { standardLocations } from '../locations/locations.ts';
import { degrees } from './fields.ts';
import { operationsOf } from './operation.ts';

const location = z.strictObject({ id: z.int(), lat: degrees, lon: degrees, name: z.string() });
const { key: _, ...example } = standardLocations[0]!;

export const locations = operationsOf('locations', {
  list: {
    method: 'GET',
    path: '/api/locations',
    summary: 'All named locations',
    answers: { 200: { description: 'By name', schema: z.array(location), example: [example] } },
    errors: {},
  },
  get: {
    method: 'GET',
    path: '/api/locations/{location_id}',
    summary: 'One named location',
    parameters: {
      location_id: {
        of: 'location',
        schema: z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
        example: '1',
      },
    },
    answers: { 200: { description: 'The location', schema: location, example } },
    errors: { 404: 'No such location' },
  },
});
