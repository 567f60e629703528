import { computed } from '../computed.ts';
import { isometricLatitude, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';

/**
 * Some cells of a mesh with points on their borders: the graph of a search.
 *
 * Cells, edges and corners have their own numbers here. Points 0 … corners.length − 1 are the corners; the
 * points inside edge e are firstPoint[e] … firstPoint[e + 1] − 1, from its beginning to its end.
 */
export interface Patch {
  /**
   * Numbers in the mesh: of the cells (ascending), of the edges between two of them, and of all their
   * corners.
   */
  readonly cells: Int32Array;
  readonly edges: Int32Array;
  readonly corners: Int32Array;
  readonly firstPoint: Int32Array;
  /** The edge of point p is edgeOf[p − corners.length]. */
  readonly edgeOf: Int32Array;
  /** Longitude, latitude and isometric latitude, radians. */
  readonly λ: Float64Array;
  readonly φ: Float64Array;
  readonly ψ: Float64Array;
  readonly cosφ: Float64Array;
  /** edges × 2: the cells on its low and on its high side. */
  readonly edgeCell: Int32Array;
  /** edges × 2: the corners at its beginning and at its end. */
  readonly edgeCorner: Int32Array;
  /** corners × 4: the cells that touch a corner, and the edges that begin or end there; −1 = none. */
  readonly cornerCell: Int32Array;
  readonly cornerEdge: Int32Array;
  /** The points on the border of cell i are cellPoint[cellStart[i]] … cellPoint[cellStart[i + 1] − 1]. */
  readonly cellStart: Int32Array;
  readonly cellPoint: Int32Array;
}

/**
 * @param cells numbers in the mesh, ascending
 * @param partsOf positions of the points inside an edge of the mesh: fractions of its length, ascending
 */
export function layOutPatch(
  mesh: Mesh,
  cells: Int32Array,
  partsOf: (edge: number) => ArrayLike<number>,
): Patch {
  const numbers = new Numbers(mesh, cells);
  const { edges, corners } = numbers;
  const parts: ArrayLike<number>[] = [];
  const firstPoint = new Int32Array(edges.length + 1);
  firstPoint[0] = corners.length;
  for (let e = 0; e < edges.length; e++) {
    parts.push(partsOf(edges[e]));
    firstPoint[e + 1] = firstPoint[e] + parts[e].length;
  }
  const patch = {
    cells,
    edges,
    corners,
    firstPoint,
    ...placePoints(mesh, edges, corners, firstPoint, parts),
    ...numbers.membership(firstPoint),
  };
  numbers.clear();
  return patch;
}

function placePoints(
  { cornerPoint, edgeSpan, edgeVertical }: Mesh,
  edges: Int32Array,
  corners: Int32Array,
  firstPoint: Int32Array,
  parts: readonly ArrayLike<number>[],
) {
  const count = firstPoint[edges.length];
  const λ = new Float64Array(count);
  const φ = new Float64Array(count);
  const ψ = new Float64Array(count);
  const cosφ = new Float64Array(count);
  const edgeOf = new Int32Array(count - corners.length);
  const put = (p: number, lon: number, lat: number) => {
    λ[p] = lon;
    φ[p] = lat;
    ψ[p] = isometricLatitude(lat);
    cosφ[p] = Math.cos(lat);
  };
  for (let p = 0; p < corners.length; p++) {
    put(p, cornerPoint[2 * corners[p]] * RADIANS, cornerPoint[2 * corners[p] + 1] * RADIANS);
  }
  for (let e = 0, p = corners.length; e < edges.length; e++) {
    const at = edgeSpan[3 * edges[e]] * RADIANS;
    const from = edgeSpan[3 * edges[e] + 1] * RADIANS;
    const length = edgeSpan[3 * edges[e] + 2] * RADIANS - from;
    const first = p;
    for (let j = 0; j < parts[e].length; j++, p++) {
      edgeOf[p - corners.length] = e;
      const along = from + parts[e][j] * length;
      if (edgeVertical[edges[e]] === 1) put(p, at, along);
      else if (j === 0) put(p, along, at);
      else {
        // the same parallel
        λ[p] = along;
        φ[p] = at;
        ψ[p] = ψ[first];
        cosφ[p] = cosφ[first];
      }
    }
  }
  return { λ, φ, ψ, cosφ, edgeOf };
}

/** A number for each cell, edge and corner of a mesh. */
type Places = Readonly<Record<'cell' | 'edge' | 'corner', Int32Array>>;

const scratch = new WeakMap<Mesh, Places>();

/** Scratch memory of a mesh; all −1 between two uses. */
function scratchOf(mesh: Mesh): Places {
  return computed(scratch, mesh, () => ({
    cell: new Int32Array(mesh.openCount).fill(-1),
    edge: new Int32Array(mesh.edgeCount).fill(-1),
    corner: new Int32Array(mesh.cornerCount).fill(-1),
  }));
}

class Numbers {
  readonly edges: Int32Array;
  readonly corners: Int32Array;
  private readonly mesh: Mesh;
  private readonly cells: Int32Array;
  private readonly of: Places;

  constructor(mesh: Mesh, cells: Int32Array) {
    this.mesh = mesh;
    this.cells = cells;
    this.of = scratchOf(mesh);
    const { cell, edge, corner } = this.of;
    const { cellEdge, cellEdgeStart, cellCorner, cellCornerStart, edgeTopology } = mesh;
    for (let i = 0; i < cells.length; i++) cell[cells[i]] = i;
    const edges: number[] = [];
    const corners: number[] = [];
    for (const c of cells) {
      for (let k = cellCornerStart[c]; k < cellCornerStart[c + 1]; k++) {
        if (corner[cellCorner[k]] < 0) corner[cellCorner[k]] = corners.push(cellCorner[k]) - 1;
      }
      for (let k = cellEdgeStart[c]; k < cellEdgeStart[c + 1]; k++) {
        const e = cellEdge[k];
        if (edgeTopology[4 * e] === c && cell[edgeTopology[4 * e + 1]] >= 0) edge[e] = edges.push(e) - 1;
      }
    }
    this.edges = Int32Array.from(edges);
    this.corners = Int32Array.from(corners);
  }

  membership(firstPoint: Int32Array) {
    const { of, mesh, cells, edges, corners } = this;
    const { cellEdge, cellEdgeStart, cellCorner, cellCornerStart } = mesh;
    const edgeCell = new Int32Array(2 * edges.length);
    const edgeCorner = new Int32Array(2 * edges.length);
    for (let k = 0; k < edgeCell.length; k++) {
      const of4 = 4 * edges[k >> 1] + (k & 1);
      edgeCell[k] = of.cell[mesh.edgeTopology[of4]];
      edgeCorner[k] = of.corner[mesh.edgeTopology[of4 + 2]];
    }
    const cornerCell = fourOf(corners, mesh.cornerCell, of.cell);
    const cornerEdge = fourOf(corners, mesh.cornerEdge, of.edge);
    const cellStart = new Int32Array(cells.length + 1);
    // every point inside an edge belongs to two cells
    let count = 2 * (firstPoint[edges.length] - corners.length);
    for (const c of cells) count += cellCornerStart[c + 1] - cellCornerStart[c];
    const cellPoint = new Int32Array(count);
    for (let i = 0, n = 0; i < cells.length; i++) {
      const c = cells[i];
      for (let k = cellCornerStart[c]; k < cellCornerStart[c + 1]; k++)
        cellPoint[n++] = of.corner[cellCorner[k]];
      for (let k = cellEdgeStart[c]; k < cellEdgeStart[c + 1]; k++) {
        const e = of.edge[cellEdge[k]];
        if (e >= 0) for (let p = firstPoint[e]; p < firstPoint[e + 1]; p++) cellPoint[n++] = p;
      }
      cellStart[i + 1] = n;
    }
    return { edgeCell, edgeCorner, cornerCell, cornerEdge, cellStart, cellPoint };
  }

  clear(): void {
    for (const c of this.cells) this.of.cell[c] = -1;
    for (const e of this.edges) this.of.edge[e] = -1;
    for (const p of this.corners) this.of.corner[p] = -1;
  }
}

/** The mesh's four entries for each corner as numbers of the patch; entries outside the patch are dropped. */
function fourOf(corners: Int32Array, meshFour: Int32Array, numberOf: Int32Array): Int32Array {
  const four = new Int32Array(4 * corners.length).fill(-1);
  for (let p = 0; p < corners.length; p++) {
    for (let k = 0, n = 4 * p; k < 4; k++) {
      const item = meshFour[4 * corners[p] + k];
      if (item >= 0 && numberOf[item] >= 0) four[n++] = numberOf[item];
    }
  }
  return four;
}

/** By item: its index in `list`, −1 = absent; both are numbers of corners or of edges of the mesh. */
export function placesIn(
  mesh: Mesh,
  kind: 'edge' | 'corner',
  list: Int32Array,
  items: Int32Array,
): Int32Array {
  const place = scratchOf(mesh)[kind];
  for (let k = 0; k < list.length; k++) place[list[k]] = k;
  const found = items.map((item) => place[item]);
  for (let k = 0; k < list.length; k++) place[list[k]] = -1;
  return found;
}
