import type { Mesh } from '../mesh/mesh.ts';
import { type Patch, placesIn } from './patch.ts';

/** The corner on the other side of each corner's pinch, −1 = none. */
export function pinchPartners({ pinch, cornerCount }: Mesh): Int32Array {
  const partner = new Int32Array(cornerCount).fill(-1);
  for (let k = 0; k < pinch.length; k += 2) {
    partner[pinch[k]] = pinch[k + 1];
    partner[pinch[k + 1]] = pinch[k];
  }
  return partner;
}

/** By corner of a patch: its corner on the other side of a pinch, −1 = none; `partner` says it by corner of the mesh. */
export function partnersIn(mesh: Mesh, { corners }: Patch, partner: Int32Array): Int32Array {
  const others = corners.map((corner) => partner[corner]);
  const known = others.map((other) => Math.max(0, other));
  const places = placesIn(mesh, 'corner', corners, known);
  return places.map((place, p) => (others[p] < 0 ? -1 : place));
}
