import type { LatLon } from '../geometry/sphere.ts';

/** No way leads from the start to the end on this mesh. */
export class RouteInaccessible extends Error {
  override readonly name = 'RouteInaccessible';
}

/** The start, the end or a stop lies outside the mesh. */
export class WaypointOutsideMesh extends Error {
  override readonly name = 'WaypointOutsideMesh';

  /** @param what such as `start point` */
  constructor(what: string, point: LatLon) {
    super(`The ${what} (${point.lat}, ${point.lon}) lies outside the mesh.`);
  }
}
