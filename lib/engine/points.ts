/**
 * The points between which the search moves: every corner, and `perEdge` points inside every edge.
 *
 * Point p < corners is a corner; the points of edge e are corners + e × perEdge … + perEdge − 1, from its begin
 * to its end. Leg for leg only differences of λ, φ and ψ are needed, so these are what is kept.
 */
import type { Mesh } from './mesh.ts';
import { isometricLatitude, RADIANS } from './sphere.ts';

export interface Points {
  readonly perEdge: number;
  readonly count: number;
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
  return { perEdge, count, λ, φ, ψ, cosφ: φ.map(Math.cos), ...pointsOfCells(mesh, perEdge) };
}

function pointsOfCells(mesh: Mesh, perEdge: number) {
  const { openCount, cornerCount, cellCorner, cellCornerStart, cellEdge, cellEdgeStart } = mesh;
  const cellStart = new Int32Array(openCount + 1);
  const cellPoint = new Int32Array(cellCorner.length + cellEdge.length * perEdge);
  let end = 0;
  for (let i = 0; i < openCount; i++) {
    for (let k = cellCornerStart[i]; k < cellCornerStart[i + 1]; k++) cellPoint[end++] = cellCorner[k];
    for (let k = cellEdgeStart[i]; k < cellEdgeStart[i + 1]; k++) {
      const first = cornerCount + cellEdge[k] * perEdge;
      for (let j = 0; j < perEdge; j++) cellPoint[end++] = first + j;
    }
    cellStart[i + 1] = end;
  }
  return { cellStart, cellPoint };
}
