/**
 * Places the ends of a route in open cells: an end in a closed cell moves to the nearest point of an open
 * cell from which the other end can be reached.
 */
import { haversineNm, type LatLon } from '../geometry/sphere.ts';
import { cellsAt, openCellsAt } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { pointText, RouteInaccessible, WaypointOutsideMesh } from './errors.ts';
import { nearestPoint } from './nearest-point.ts';

/** An end of the route: the requested point and the point that is used. */
export interface PlannedWaypoint {
  readonly requested: LatLon;
  readonly used: LatLon;
  /** Distance between the two on the sphere, nautical miles; 0 where it was not moved. */
  readonly movedNm: number;
}

/** An end of the route, and the open cells that it touches. */
export interface Terminal extends PlannedWaypoint {
  readonly cells: readonly number[];
}

export interface Terminals {
  readonly start: Terminal;
  readonly end: Terminal;
}

/** The possible places of a waypoint, by the component of the mesh that each place is in. */
type Options = Map<number, Terminal>;

export function placeWaypoints(mesh: Mesh, start: LatLon, end: LatLon, limitNm: number): Terminals {
  const named = [start, end].map((at, k) => ({ what: k === 0 ? 'start point' : 'end point', at }));
  const [from, to] = placeAll(mesh, named, limitNm);
  return { start: from!, end: to! };
}

/** A place that a voyage has to reach, and what messages call it: `start point`. */
export interface NamedPlace {
  readonly what: string;
  readonly at: LatLon;
}

/**
 * Places all points of a voyage where each can be reached from the others: of the components of the mesh in which all
 * have a place, the one where they are moved least.
 *
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function placeAll(mesh: Mesh, places: readonly NamedPlace[], limitNm: number): Terminal[] {
  const options = places.map(({ what, at }) => optionsFor(mesh, what, at, limitNm));
  let best: Terminal[] | null = null;
  let least = Infinity;
  for (const component of options[0]!.keys()) {
    const placed = options.map((option) => option.get(component));
    if (!placed.every((one) => one !== undefined)) continue;
    const movedNm = placed.reduce((sum, one) => sum + one.movedNm, 0);
    if (movedNm < least) [best, least] = [placed, movedNm];
  }
  if (best) return best;
  options.forEach(({ size }, k) => {
    if (size > 0) return;
    const { what, at } = places[k]!;
    throw new RouteInaccessible(
      `No open cell lies within ${limitNm} NM of ${pointText(what)} (${at.lat}, ${at.lon}).`,
    );
  });
  const apart = options.findIndex((option) => ![...option.keys()].some((one) => options[0]!.has(one)));
  const [from, to] = [places[0]!, places[Math.max(1, apart)]!];
  const toWhat = places.length > 2 ? ` ${pointText(to.what)}` : '';
  throw new RouteInaccessible(
    `No way leads from (${from.at.lat}, ${from.at.lon}) to${toWhat} (${to.at.lat}, ${to.at.lon}): closed cells lie between them.`,
  );
}

function optionsFor(mesh: Mesh, what: string, point: LatLon, limitNm: number): Options {
  const cells = cellsAt(mesh, point);
  if (cells.length === 0) throw new WaypointOutsideMesh(what, point);
  const open = cells.filter((cell) => cell < mesh.openCount);
  const options: Options = new Map();
  if (open.length === 0) return nearestByComponent(mesh, point, limitNm);
  for (const cell of open) {
    const component = mesh.component[2 * cell + 1];
    const others = options.get(component)?.cells ?? [];
    options.set(component, { requested: point, used: point, movedNm: 0, cells: [...others, cell] });
  }
  return options;
}

/** The nearest point of each component within the limit. */
function nearestByComponent(mesh: Mesh, point: LatLon, limitNm: number): Options {
  const nearest = new Map<number, { used: LatLon; movedNm: number }>();
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const component = mesh.component[2 * cell + 1];
    const limit = Math.min(limitNm, nearest.get(component)?.movedNm ?? Infinity);
    const used = nearestPoint(mesh.bounds, cell, point, limit);
    if (!used) continue;
    const movedNm = haversineNm(point, used);
    if (movedNm <= limitNm && !(movedNm >= (nearest.get(component)?.movedNm ?? Infinity))) {
      nearest.set(component, { used, movedNm });
    }
  }
  const options: Options = new Map();
  for (const [component, { used, movedNm }] of nearest) {
    const cells = openCellsAt(mesh, used).filter((cell) => mesh.component[2 * cell + 1] === component);
    options.set(component, { requested: point, used, movedNm, cells });
  }
  return options;
}
