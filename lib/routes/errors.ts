import type { LatLon } from '../engine/geometry/sphere.ts';
import type { JobStatus } from '../jobs/job.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';

export class NoMeshAvailable extends Error {
  override readonly name = 'NoMeshAvailable';

  constructor() {
    super('No mesh available.');
  }
}

/** The mesh that the request names does not exist. */
export class MeshNotFound extends Error {
  override readonly name = 'MeshNotFound';

  constructor(meshId: number) {
    super(`There is no mesh ${meshId}.`);
  }
}

/** The mesh is compiled in a format that this version of the service does not read. */
export class MeshOutdated extends Error {
  override readonly name = 'MeshOutdated';

  constructor({ id, name }: MeshRecord) {
    super(
      `Mesh ${id} (${name}) was compiled by another version of the service: ` +
        'import it again with import_new_meshes or insert_mesh, then request the route again.',
    );
  }
}

/** The mesh that the request names does not contain one of its points. */
export class PointOutsideMesh extends Error {
  override readonly name = 'PointOutsideMesh';

  constructor(end: 'start' | 'end', { lat, lon }: LatLon, meshId: number) {
    super(`The ${end} point (latitude ${lat}, longitude ${lon}) lies outside mesh ${meshId}.`);
  }
}

export class RouteNotFound extends Error {
  override readonly name = 'RouteNotFound';

  constructor(routeId: number, why = '') {
    super(`There is no route ${routeId}${why}.`);
  }
}

/** The route's job has not finished, or has not brought one. */
export class RouteNotReady extends Error {
  override readonly name = 'RouteNotReady';
  readonly jobId: string;

  constructor(routeId: number, jobId: string, status: JobStatus) {
    super(
      status === 'FAILURE' || status === 'REVOKED'
        ? `Route ${routeId} was not calculated: its job ${jobId} ended as ${status}.`
        : `Route ${routeId} is still being calculated: see its job ${jobId}.`,
    );
    this.jobId = jobId;
  }
}
