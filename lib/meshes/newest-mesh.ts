import type { MeshRecord } from './mesh-record.ts';
import type { MeshStore } from './mesh-store.ts';

/** Removed meshes are passed over; more than a few among the newest are not expected. */
const LOOKED_AT = 20;
const MS_PER_HOUR = 3_600_000;

/** The mesh that was made last, with its age in hours to a tenth; null where there is none. */
export async function newestMesh(
  store: Pick<MeshStore, 'page'>,
  now: Date,
): Promise<{ readonly mesh: MeshRecord; readonly ageHours: number } | null> {
  const { meshes } = await store.page(LOOKED_AT);
  const mesh = meshes.find(({ removed }) => !removed);
  if (!mesh) return null;
  const hours = (now.getTime() - Date.parse(mesh.created)) / MS_PER_HOUR;
  return { mesh, ageHours: Math.round(hours * 10) / 10 };
}
