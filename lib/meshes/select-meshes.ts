import type { LatLon } from '../engine/geometry/sphere.ts';
import { contains } from './geo-bounds.ts';
import type { MeshRecord } from './mesh-record.ts';

/**
 * The meshes to try for a route, in order: of those that contain both points, the ones made on the latest
 * calendar date (UTC), smallest first, the older identifier first where they are as large.
 *
 * Reading ends at the first mesh that is older than that date, so that the cost doesn't grow with history.
 */
export async function selectMeshes(
  newestFirst: AsyncIterable<MeshRecord>,
  start: LatLon,
  end: LatLon,
): Promise<MeshRecord[]> {
  const selected: MeshRecord[] = [];
  for await (const mesh of newestFirst) {
    if (selected.length > 0 && utcDate(mesh) !== utcDate(selected[0])) break;
    if (contains(mesh.bounds, start) && contains(mesh.bounds, end)) selected.push(mesh);
  }
  return selected.sort((a, b) => a.areaKm2 - b.areaKm2 || a.id - b.id);
}

function utcDate({ created }: MeshRecord): string {
  return created.slice(0, 'yyyy-mm-dd'.length);
}
