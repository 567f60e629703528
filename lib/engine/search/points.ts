/**
 * The points between which the search moves: every corner, and `perEdge` points inside every edge.
 *
 * Point p < corners is a corner; the points of edge e are corners + e × perEdge … + perEdge − 1, from its begin
 * to its end. Leg for leg only differences of λ, φ and ψ are needed, so these are what is kept.
 */

import { isometricLatitude, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';

/** Nearer to each other than this part of their edge, two points are one. */
const CLOSEST = 2e-3;

export interface Points {
  /** Evenly spaced points inside each edge; 0 where they are anywhere. */
  readonly perEdge: number;
  readonly count: number;
  /** The edge of point p is edgeOf[p − corners]. */
  readonly edgeOf: Int32Array;
  /** Longitude, latitude and isometric latitude, radians. */
  readonly λ: Float64Array;
  readonly φ: Float64Array;
  readonly ψ: Float64Array;
  readonly cosφ: Float64Array;
  /** The points on the border of cell i are cellPoint[cellStart[i]] … cellPoint[cellStart[i + 1] − 1]. */
  readonly cellStart: Int32Array;
  readonly cellPoint: Int32Array;
}

export function layOutPoints(mesh: Mesh, perEdge: number): Points {
  const { cornerCount, edgeCount, cornerPoint, edgeSpan, edgeVertical } = mesh;
  const count = cornerCount + edgeCount * perEdge;
  const λ = new Float64Array(count);
  const φ = new Float64Array(count);
  const ψ = new Float64Array(count);
  for (let p = 0; p < cornerCount; p++) {
    λ[p] = cornerPoint[2 * p] * RADIANS;
    φ[p] = cornerPoint[2 * p + 1] * RADIANS;
    ψ[p] = isometricLatitude(φ[p]);
  }
  for (let e = 0, p = cornerCount; e < edgeCount; e++) {
    const at = edgeSpan[3 * e] * RADIANS;
    const from = edgeSpan[3 * e + 1] * RADIANS;
    const step = (edgeSpan[3 * e + 2] * RADIANS - from) / perEdge;
    const ψAt = isometricLatitude(at);
    for (let j = 0; j < perEdge; j++, p++) {
      const along = from + (j + 0.5) * step;
      λ[p] = edgeVertical[e] ? at : along;
      φ[p] = edgeVertical[e] ? along : at;
      ψ[p] = edgeVertical[e] ? isometricLatitude(along) : ψAt;
    }
  }
  const edgeOf = Int32Array.from({ length: edgeCount * perEdge }, (_, k) => Math.floor(k / perEdge));
  const first = Int32Array.from({ length: edgeCount + 1 }, (_, e) => cornerCount + e * perEdge);
  return { perEdge, count, edgeOf, λ, φ, ψ, cosφ: φ.map(Math.cos), ...pointsOfCells(mesh, first) };
}

/** Points at given places (degrees) inside some of the edges; those outside them, and doubles, are left out. */
export function layOutPointsAt(mesh: Mesh, places: ReadonlyMap<number, readonly number[]>): Points {
  const { edgeCount, edgeSpan, edgeVertical } = mesh;
  const corners = layOutPoints(mesh, 0);
  const [λ, φ, ψ] = [[...corners.λ], [...corners.φ], [...corners.ψ]];
  const edgeOf: number[] = [];
  const first = new Int32Array(edgeCount + 1);
  for (let e = 0; e < edgeCount; e++) {
    first[e] = λ.length;
    const [at, low, high] = edgeSpan.subarray(3 * e, 3 * e + 3);
    const apart = CLOSEST * (high - low);
    let last = low;
    for (const t of (places.get(e) ?? []).toSorted((a, b) => a - b)) {
      if (!(t > last + apart && t < high - apart)) continue;
      last = t;
      edgeOf.push(e);
      λ.push((edgeVertical[e] ? at : t) * RADIANS);
      φ.push((edgeVertical[e] ? t : at) * RADIANS);
      ψ.push(isometricLatitude(φ.at(-1)!));
    }
  }
  first[edgeCount] = λ.length;
  return {
    perEdge: 0,
    count: λ.length,
    edgeOf: Int32Array.from(edgeOf),
    λ: Float64Array.from(λ),
    φ: Float64Array.from(φ),
    ψ: Float64Array.from(ψ),
    cosφ: Float64Array.from(φ, Math.cos),
    ...pointsOfCells(mesh, first),
  };
}

/** @param first by edge: its first point; one more, the count of all */
function pointsOfCells(mesh: Mesh, first: Int32Array) {
  const { openCount, cellCorner, cellCornerStart, cellEdge, cellEdgeStart } = mesh;
  const cellStart = new Int32Array(openCount + 1);
  const onEdges = cellEdge.reduce((sum, e) => sum + first[e + 1] - first[e], 0);
  const cellPoint = new Int32Array(cellCorner.length + onEdges);
  let end = 0;
  for (let i = 0; i < openCount; i++) {
    for (let k = cellCornerStart[i]; k < cellCornerStart[i + 1]; k++) cellPoint[end++] = cellCorner[k];
    for (let k = cellEdgeStart[i]; k < cellEdgeStart[i + 1]; k++) {
      for (let p = first[cellEdge[k]]; p < first[cellEdge[k] + 1]; p++) cellPoint[end++] = p;
    }
    cellStart[i + 1] = end;
  }
  return { cellStart, cellPoint };
}
