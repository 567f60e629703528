/**
 * Every operation of the HTTP API, once. The gateway, the handlers' schemas, the 405 answers, OpenAPI and the
 * client are all made from this table, so that they can't disagree.
 */
export interface Operation {
  /** Name of the operation and of its handler: `vehicles/create` is `lambdas/vehicles/create.ts`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the API's root, without a trailing slash; parameters in braces. */
  readonly path: string;
  readonly summary: string;
}

export const operations = [
  { id: 'vehicles/create', method: 'POST', path: '/api/vehicle', summary: 'Create or overwrite a vehicle' },
  { id: 'vehicles/list', method: 'GET', path: '/api/vehicle', summary: 'All vehicles' },
  { id: 'vehicles/list-types', method: 'GET', path: '/api/vehicle/available', summary: 'All vessel types' },
  { id: 'vehicles/get', method: 'GET', path: '/api/vehicle/{vessel_type}', summary: 'One vehicle' },
  {
    id: 'vehicles/delete',
    method: 'DELETE',
    path: '/api/vehicle/{vessel_type}',
    summary: 'Remove a vehicle',
  },
  { id: 'routes/request', method: 'POST', path: '/api/route', summary: 'Request a route' },
  { id: 'routes/get', method: 'GET', path: '/api/route/{route_id}', summary: 'A calculated route' },
  { id: 'jobs/get', method: 'GET', path: '/api/job/{job_id}', summary: 'The status of a job' },
  { id: 'jobs/cancel', method: 'DELETE', path: '/api/job/{job_id}', summary: 'Cancel a job' },
] as const satisfies readonly Operation[];
