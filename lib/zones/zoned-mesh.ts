/** The mesh of a vessel among zones: cells divided at the borders of those that close or slow. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { areaOf } from './area-of.ts';
import { Coverage } from './geometry/coverage.ts';
import { polygonsOf } from './geometry/polygon.ts';
import { BufferedArea, type Circle } from './mesh/buffered-area.ts';
import { type ClearanceOf, cellBuffers, edgeBuffers } from './mesh/buffers.ts';
import { type Change, CoveredArea, divideMesh } from './mesh/divide-mesh.ts';
import type { SlowDown } from './mesh/motion.ts';
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
/** Zoned meshes that are kept for each mesh, so that the next request finds its own. */
const KEPT = 4;

/** By mesh and by what the zones say: what was made last is last. A mesh that is dropped takes its own with it. */
const kept = new WeakMap<Mesh, Map<string, Mesh>>();

/**
 * The mesh with these zones, and with the water that a clearance takes; the mesh itself where they change nothing.
 *
 * @param slowDown the speeds of the vessel that the mesh is for, at a lower greatest speed
 */
export function zonedMesh(
  mesh: Mesh,
  zones: readonly Zone[],
  clearance: Clearance | null,
  slowDown: SlowDown,
): Mesh {
  const own = kept.get(mesh) ?? new Map<string, Mesh>();
  kept.set(mesh, own);
  const said = zones.map(({ kind, max_speed_kn, geometry }) => [kind, max_speed_kn, geometry]);
  const key = JSON.stringify([said, clearance]);
  const made = own.get(key) ?? makeZonedMesh(mesh, zones, clearance, slowDown);
  own.delete(key);
  own.set(key, made);
  for (const old of own.keys()) if (own.size > KEPT) own.delete(old);
  return made;
}

function makeZonedMesh(
  mesh: Mesh,
  zones: readonly Zone[],
  clearance: Clearance | null,
  slowDown: SlowDown,
): Mesh {
  const closed = zones
    .filter(({ kind }) => kind === 'closed')
    .flatMap(({ geometry }) => polygonsOf(geometry));
  const changes: Change[] = [];
  if (closed.length > 0) changes.push({ area: new CoveredArea(new Coverage(closed)), closes: 'zone' });
  if (clearance) {
    const { nm, of, exempt, narrow } = clearance;
    const buffers = [...cellBuffers(mesh, nm, of), ...edgeBuffers(closed, nm)];
    changes.push({ area: new BufferedArea(buffers, exempt, narrow), closes: 'clearance' });
  }
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
