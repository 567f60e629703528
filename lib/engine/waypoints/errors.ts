import type { LatLon } from '../geometry/sphere.ts';

/** No way leads from the start to the end on this mesh. */
export class RouteInaccessible extends Error {
  override readonly name = 'RouteInaccessible';
}

/** The start or the end lies outside the mesh. */
export class WaypointOutsideMesh extends Error {
  override readonly name = 'WaypointOutsideMesh';
  readonly end: 'start' | 'end';

  constructor(end: 'start' | 'end', point: LatLon) {
    super(`The ${end} point (${point.lat}, ${point.lon}) lies outside the mesh.`);
    this.end = end;
  }
}
