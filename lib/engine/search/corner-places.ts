import { RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** Longitude, latitude (radians) and cosine of latitude of every corner of a mesh. */
export interface CornerPlaces {
  readonly λ: Float64Array;
  readonly φ: Float64Array;
  readonly cosφ: Float64Array;
}

const known = new WeakMap<Mesh, CornerPlaces>();

/** Worked out at the first request on a mesh. */
export function cornerPlaces(mesh: Mesh): CornerPlaces {
  const { cornerPoint, cornerCount } = mesh;
  let places = known.get(mesh);
  if (!places) {
    const λ = new Float64Array(cornerCount);
    const φ = new Float64Array(cornerCount);
    for (let p = 0; p < cornerCount; p++) {
      λ[p] = cornerPoint[2 * p] * RADIANS;
      φ[p] = cornerPoint[2 * p + 1] * RADIANS;
    }
    places = { λ, φ, cosφ: φ.map(Math.cos) };
    known.set(mesh, places);
  }
  return places;
}
