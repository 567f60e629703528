/** The mesh of a vessel among zones: cells divided at the borders of those that close or slow. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { areaOf, areaOfAll } from './area-of.ts';
import type { Coverage } from './geometry/coverage.ts';
import { geometryText } from './geometry/geometry-text.ts';
import { polygonsOf } from './geometry/polygon.ts';
import { KeptByMesh } from './kept-by-mesh.ts';
import { BufferedArea, type Circle } from './mesh/buffered-area.ts';
import { Buffers, type ClearanceOf, placesOfCells, placesOfEdges } from './mesh/buffers.ts';
import { type Change, CoveredArea, divideMesh } from './mesh/divide-mesh.ts';
import { keepsRate, type SlowDown } from './mesh/motion.ts';
import { NearRoutes } from './mesh/near-routes.ts';
import { patchMesh } from './mesh/patch-mesh.ts';
import type { Zone } from './zone.ts';

/** How far a route keeps from closed cells and zones. */
export interface Clearance {
  readonly nm: number;
  readonly of: ClearanceOf;
  /** Where none is required. */
  readonly exempt: readonly Circle[];
  /** Where there is little more than that, so that cells have to be divided more finely. */
  readonly narrow: readonly Circle[];
}

const MPS_PER_KNOT = 1852 / 3600;
/** By what the zones say and what is known of slower speeds, so that the next request finds its own. */
const kept = new KeptByMesh<{ readonly near: NearRoutes | null; readonly mesh: Mesh }>(4);

/** What divides a mesh. */
export interface Division {
  /** Closed ones and speed limits. */
  readonly zones: readonly Zone[];
  readonly clearance: Clearance | null;
  /** Where the borders of what is closed are divided finely; null: everywhere. */
  readonly near: NearRoutes | null;
}

/**
 * The mesh with these zones, and with the water that a clearance takes; the mesh itself where they change nothing.
 *
 * @param slowDown the speeds of the vessel that the mesh is for, at a lower greatest speed
 */
export function zonedMesh(mesh: Mesh, division: Division, slowDown: SlowDown): Mesh {
  const { zones, clearance } = division;
  const closes = clearance !== null || zones.some(({ kind }) => kind === 'closed');
  const near = closes ? division.near : null;
  const said = zones.map(({ kind, max_speed_kn, geometry }) => [kind, max_speed_kn, geometryText(geometry)]);
  const limits = zones.some(({ kind }) => kind === 'speed_limit');
  // a ready-made mesh serves requests without a vehicle, and those of the vehicle that it was made for
  const key = JSON.stringify([said, clearance, near?.of, limits && keepsRate(slowDown)]);
  const known = kept.get(mesh, key);
  const made = known && known.near === near ? known.mesh : makeZonedMesh(mesh, division, slowDown);
  kept.set(mesh, key, { near, mesh: made });
  return made;
}

/** What a border crosses stays open, whatever routes there are. */
export const OPEN_BORDERS = new NearRoutes({ reachM: 8000, untilM: Infinity });
/** A clearance is narrower than a zone, and there is more of it: round all land, of which a route passes little. */
export const OPEN_NEAR_CLEARANCE = new NearRoutes({ reachM: 4000, untilM: 60_000 });

/**
 * The mesh with all the water that what is closed leaves, and a little more, in few cells: no route costs less than the best
 * on it. Not among speed limits, whose borders would be in other places than on the mesh of a route; nor with a clearance, of which
 * too much would be open: on five of six routes of weddell-sea-8k with 5 NM, paths there cost 0.5 to 2 % less.
 */
export function widerMesh(mesh: Mesh, { zones }: Division, slowDown: SlowDown): Mesh {
  return zonedMesh(mesh, { zones, clearance: null, near: OPEN_BORDERS }, slowDown);
}

export const canWiden = ({ zones, clearance }: Division): boolean =>
  clearance === null && zones.length > 0 && zones.every(({ kind }) => kind === 'closed');

function makeZonedMesh(mesh: Mesh, division: Division, slowDown: SlowDown): Mesh {
  const { zones, clearance, near } = division;
  const changes: Change[] = [];
  const closed = closedOf(zones);
  if (closed.length > 0) {
    changes.push({ area: new CoveredArea(coverageOf(mesh, closed), near), closes: 'zone' });
  }
  if (clearance) changes.push({ area: waterNear(mesh, { ...division, clearance }), closes: 'clearance' });
  for (const zone of zones) {
    if (zone.kind !== 'speed_limit') continue;
    changes.push({
      area: new CoveredArea(areaOf(zone)),
      closes: false,
      limitMps: zone.max_speed_kn! * MPS_PER_KNOT,
    });
  }
  const pieces = divideMesh(mesh, changes);
  return pieces.count === 0 ? mesh : patchMesh(mesh, pieces, slowDown);
}

/** What closed zones covered last. */
const covered = new WeakMap<Mesh, { readonly key: string; readonly coverage: Coverage }>();

function coverageOf(mesh: Mesh, closed: readonly Zone[]): Coverage {
  const key = textsOf(closed);
  const known = covered.get(mesh);
  if (known?.key === key) return known.coverage;
  const coverage = areaOfAll(closed);
  covered.set(mesh, { key, coverage });
  return coverage;
}

/** The water that a clearance took last. */
const waterOf = new WeakMap<Mesh, { readonly key: string; readonly water: BufferedArea }>();

/** The water that a clearance takes. */
export function waterNear(
  mesh: Mesh,
  { zones, clearance, near }: Division & { readonly clearance: Clearance },
): BufferedArea {
  const closed = closedOf(zones);
  const key = JSON.stringify([textsOf(closed), clearance]);
  const known = waterOf.get(mesh);
  if (known?.key === key) return known.water.dividedNear(near);
  const { nm, of, exempt, narrow } = clearance;
  const round = new Buffers(placesOfEdges(polygonsIn(closed)), nm);
  const water = new BufferedArea([buffersOfCells(mesh, nm, of), round], exempt, narrow, near);
  waterOf.set(mesh, { key, water });
  return water;
}

const textsOf = (zones: readonly Zone[]) => zones.map(({ geometry }) => geometryText(geometry)).join();
const closedOf = (zones: readonly Zone[]) => zones.filter(({ kind }) => kind === 'closed');
const polygonsIn = (zones: readonly Zone[]) => zones.flatMap(({ geometry }) => polygonsOf(geometry));

/** The buffers of a mesh's closed cells that were asked for last. */
const buffersOf = new WeakMap<Mesh, { readonly key: string; readonly buffers: Buffers }>();

function buffersOfCells(mesh: Mesh, nm: number, of: ClearanceOf): Buffers {
  const key = `${nm} ${of}`;
  const known = buffersOf.get(mesh);
  if (known?.key === key) return known.buffers;
  const buffers = new Buffers(placesOfCells(mesh, of), nm);
  buffersOf.set(mesh, { key, buffers });
  return buffers;
}
