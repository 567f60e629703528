/** Overlays of meshes, kept for the next request. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Overlay, overlayOf } from '../../engine/sea/overlay.ts';

const kept = new WeakMap<Mesh, { readonly meshes: readonly Mesh[]; readonly overlay: Overlay }>();

/** The overlay of the same meshes as the last time that this mesh was the first one. */
export function keptOverlay(meshes: readonly Mesh[]): Overlay {
  const known = kept.get(meshes[0]!);
  const isSame =
    known?.meshes.length === meshes.length && known.meshes.every((mesh, k) => mesh === meshes[k]);
  if (known && isSame) return known.overlay;
  const overlay = overlayOf(meshes);
  kept.set(meshes[0]!, { meshes, overlay });
  return overlay;
}
