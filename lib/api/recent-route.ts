import * as z from 'zod';
import { jobStatuses } from '../jobs/transitions.ts';
import { degrees, exampleBase, exampleJobId, jobId, url } from './fields.ts';

const totals = z.strictObject({
  days: z.number(),
  metres: z.number(),
  fuel: z.number().optional().describe('Tonnes'),
  battery: z.number().optional().describe('In the unit of the mesh'),
  co2: z.number().optional().describe('Tonnes, where the vehicle has a fuel_type'),
});

/** One entry of the list of recent routes. */
export const recentRoute = z.strictObject({
  id: z.int().describe('Number of the route'),
  start_lat: degrees,
  start_lon: degrees,
  end_lat: degrees,
  end_lon: degrees,
  start_name: z.string().nullable(),
  end_name: z.string().nullable(),
  requested: z.iso.datetime(),
  calculated: z.iso.datetime().nullable(),
  status: z.enum(jobStatuses),
  route_url: url,
  tags: z.array(z.string()).readonly(),
  job_id: jobId.optional().describe('Once the job is over, or for its requester'),
  job_status_url: url.optional(),
  mesh: z.strictObject({
    id: z.int().describe('Until the route is calculated: the mesh that is tried first'),
    name: z.string().nullable(),
  }),
  vehicle_type: z.string().optional(),
  totals: z.record(z.string(), totals).optional().describe('By objective, once the route is calculated'),
});

export const exampleRecent = {
  id: 9,
  start_lat: -51.731,
  start_lon: -57.706,
  end_lat: -67.764,
  end_lon: -68.02,
  start_name: 'Falklands',
  end_name: 'Rothera',
  requested: '2024-02-14T10:00:00.000Z',
  calculated: '2024-02-14T10:00:01.000Z',
  status: 'SUCCESS',
  route_url: `${exampleBase}/route/9`,
  tags: ['science'],
  job_id: exampleJobId,
  job_status_url: `${exampleBase}/job/${exampleJobId}`,
  mesh: { id: 3, name: 'weddell-sea.vessel.json' },
  totals: { traveltime: { days: 3.06, metres: 1_880_000, fuel: 123.4 } },
};
