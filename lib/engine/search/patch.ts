import { computed } from '../computed.ts';
import { isometricLatitude, RADIANS } from '../geometry/sphere.ts';
import type { Blocks } from '../mesh/blocks.ts';
import type { Mesh } from '../mesh/mesh.ts';

/**
 * Some cells of a mesh, or all of it in blocks (blocks.ts), with points on their borders: the graph of a search.
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
  /** corners × 4: the cells that touch a corner; −1 = none. */
  readonly cornerCell: Int32Array;
  /** The points on the border of cell i are cellPoint[cellStart[i]] … cellPoint[cellStart[i + 1] − 1]. */
  readonly cellStart: Int32Array;
  readonly cellPoint: Int32Array;
  /** Where cells of the mesh are joined: what `cells` are the first ones of. */
  readonly blocks: Blocks | null;
}

/** The number in a patch of a cell of the mesh, or of the block that it is joined to; −1 = none. */
export function numberIn({ cells, blocks }: Patch, cell: number): number {
  return blocks ? blocks.blockOf[cell] : cells.indexOf(cell);
}

/**
 * @param cells numbers in the mesh, ascending
 * @param partsOf positions of the points inside an edge of the mesh: fractions of its length, ascending
 */
export function layOutPatch(
  mesh: Mesh,
  cells: Int32Array,
  partsOf: (edge: number) => ArrayLike<number>,
  blocks: Blocks | null = null,
): Patch {
  const numbers = new Numbers(mesh, cells, blocks);
  const { edges, corners } = numbers;
  const parts: ArrayLike<number>[] = [];
  const firstPoint = new Int32Array(edges.length + 1);
  firstPoint[0] = corners.length;
  for (let e = 0; e < edges.length; e++) {
    parts.push(partsOf(edges[e]));
    firstPoint[e + 1] = firstPoint[e] + parts[e].length;
  }
  const patch = {
    blocks,
    cells,
    edges,
    corners,
    firstPoint,
    ...placePoints(mesh, edges, corners, firstPoint, parts),
    ...numbers.membership(cells.length, firstPoint),
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

  constructor(mesh: Mesh, cells: Int32Array, blocks: Blocks | null) {
    this.mesh = mesh;
    this.of = scratchOf(mesh);
    const { cell, corner } = this.of;
    const { cellEdge, cellEdgeStart, cellCorner, cellCornerStart, edgeTopology } = mesh;
    this.cells = blocks ? blocks.blockOf.map((_, one) => one) : cells;
    for (let i = 0; i < this.cells.length; i++) cell[this.cells[i]] = blocks ? blocks.blockOf[i] : i;
    const edges: number[] = [];
    const corners: number[] = [];
    for (const c of this.cells) {
      for (let k = cellCornerStart[c]; k < cellCornerStart[c + 1]; k++) {
        if (corner[cellCorner[k]] >= 0 || blocks?.hasCorner[cellCorner[k]] === 0) continue;
        corner[cellCorner[k]] = corners.push(cellCorner[k]) - 1;
      }
      for (let k = cellEdgeStart[c]; k < cellEdgeStart[c + 1]; k++) {
        const e = cellEdge[k];
        const other = edgeTopology[4 * e] === c ? cell[edgeTopology[4 * e + 1]] : -1;
        if (other >= 0 && other !== cell[c]) edges.push(e);
      }
    }
    this.edges = Int32Array.from(edges);
    this.corners = Int32Array.from(corners);
  }

  membership(cellCount: number, firstPoint: Int32Array) {
    const { of, mesh, edges } = this;
    const edgeCell = new Int32Array(2 * edges.length);
    const edgeCorner = new Int32Array(2 * edges.length);
    for (let k = 0; k < edgeCell.length; k++) {
      const of4 = 4 * edges[k >> 1] + (k & 1);
      edgeCell[k] = of.cell[mesh.edgeTopology[of4]];
      edgeCorner[k] = of.corner[mesh.edgeTopology[of4 + 2]];
    }
    const cornerCell = this.cellsOfCorners();
    const cellStart = new Int32Array(cellCount + 1);
    for (let k = 0; k < cornerCell.length; k++) if (cornerCell[k] >= 0) cellStart[cornerCell[k] + 1]++;
    for (let k = 0; k < edgeCell.length; k++)
      cellStart[edgeCell[k] + 1] += firstPoint[(k >> 1) + 1] - firstPoint[k >> 1];
    for (let i = 0; i < cellCount; i++) cellStart[i + 1] += cellStart[i];
    const next = cellStart.slice();
    const cellPoint = new Int32Array(cellStart[cellCount]);
    for (let k = 0; k < cornerCell.length; k++)
      if (cornerCell[k] >= 0) cellPoint[next[cornerCell[k]]++] = k >> 2;
    for (let k = 0; k < edgeCell.length; k++)
      for (let p = firstPoint[k >> 1]; p < firstPoint[(k >> 1) + 1]; p++) cellPoint[next[edgeCell[k]]++] = p;
    return { edgeCell, edgeCorner, cornerCell, cellStart, cellPoint };
  }

  /** The mesh's four cells of each corner as numbers of the patch, each once; cells outside the patch are dropped. */
  private cellsOfCorners(): Int32Array {
    const { corners, mesh, of } = this;
    const four = new Int32Array(4 * corners.length).fill(-1);
    for (let p = 0; p < corners.length; p++) {
      for (let k = 4 * corners[p], n = 4 * p; k < 4 * corners[p] + 4; k++) {
        const cell = mesh.cornerCell[k] < 0 ? -1 : of.cell[mesh.cornerCell[k]];
        if (cell !== four[4 * p] && cell !== four[4 * p + 1] && cell !== four[4 * p + 2]) four[n++] = cell;
      }
    }
    return four;
  }

  clear(): void {
    for (const c of this.cells) this.of.cell[c] = -1;
    for (const p of this.corners) this.of.corner[p] = -1;
  }
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
