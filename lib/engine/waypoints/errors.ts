import type { LatLon } from '../geometry/sphere.ts';

type Ends = Readonly<Record<'start' | 'end', { readonly used: LatLon }>>;

/** A point in a sentence: `the start point`, but `origin 2` and `stop "Pole"`, which have a number or a name. */
export const pointText = (what: string): string => (/["\d]/.test(what) ? what : `the ${what}`);

/** The same at the beginning of a sentence. */
export const pointFirst = (what: string): string =>
  pointText(what).replace(/^./, (letter) => letter.toUpperCase());

/** No way leads from the start to the end on this mesh. */
export class RouteInaccessible extends Error {
  override readonly name = 'RouteInaccessible';

  /** @param when it can't be sailed, if that is told */
  static between({ start, end }: Ends, when = ''): RouteInaccessible {
    const [from, to] = [start, end].map(({ used }) => `(${used.lat}, ${used.lon})`);
    return new RouteInaccessible(`No way leads from ${from} to ${to} that can be sailed${when}.`);
  }
}

/** The start, the end or a stop lies outside the mesh. */
export class WaypointOutsideMesh extends Error {
  override readonly name = 'WaypointOutsideMesh';

  /** @param what such as `start point` */
  constructor(what: string, point: LatLon) {
    super(`${pointFirst(what)} (${point.lat}, ${point.lon}) lies outside the mesh.`);
  }
}
