/**
 * The nodes of a certificate: the points that divide the sides shared by two cells, and the ends of the
 * route.
 *
 * Corners and points on edges become nodes when a cell is first entered, so the work depends on the cells
 * that a request visits, not on the size of the mesh.
 */
import type { LatLon } from '../geometry/sphere.ts';
import { edgesOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { add, addCellsAt } from './cell-list.ts';
import type { Claim } from './claim.ts';
import { Columns } from './columns.ts';
import type { Division } from './division.ts';
import {
  edgeLengthM,
  isAtCorner,
  isSamePlace,
  PlaceOnEdge,
  partOfEdge,
  SAME_PART,
  unitVector,
} from './places.ts';

export class BorderNodes {
  readonly mesh: Mesh;
  private readonly division: Division;
  readonly startNode: number;
  readonly endNode: number;
  readonly placeNodes: readonly number[];
  /** By node: the unit vector; edge (−1 = none) and fraction from its beginning; corner (−1 = none). */
  readonly nodes = new Columns(['x', 'y', 'z', 'part'], ['edge', 'corner']);
  /** By edge: its first inner node, −1 = not laid out; and the number of its inner nodes. */
  private readonly edgeFirst: Int32Array;
  private readonly edgeInner: Int32Array;
  /** By edge that is laid out: the length of its longest interval, metres. */
  private readonly edgeLongest: Float64Array;
  /** By corner of the mesh: its node, −1 = none yet. */
  readonly cornerNode: Int32Array;
  private readonly place = new PlaceOnEdge();
  /** By node: the corners that are at one pole, at one end of the route, or on both sides of a pinch. */
  private readonly cornersOfNode = new Map<number, number[]>();
  /** By node of an end of the route: the cells that it touches besides those of its corner or edge. */
  readonly extraCells = new Map<number, number[]>();
  /** By edge: the fractions of it at which ends of the route lie. */
  private readonly endParts = new Map<number, number[]>();

  constructor(mesh: Mesh, { start, end, pinches, places = [] }: Claim, division: Division) {
    this.mesh = mesh;
    this.division = division;
    this.edgeFirst = new Int32Array(mesh.edgeCount).fill(-1);
    this.edgeInner = new Int32Array(mesh.edgeCount);
    this.edgeLongest = new Float64Array(mesh.edgeCount);
    this.cornerNode = new Int32Array(mesh.cornerCount).fill(-1);
    this.joinPoles();
    if (pinches) {
      for (let k = 0; k < mesh.pinch.length; k += 2) this.join([mesh.pinch[k], mesh.pinch[k + 1]]);
    }
    for (const { used, cells } of new Set([start, end, ...places])) this.markEnd(used, cells);
    this.endNode = this.addEnd(end);
    this.startNode = isSamePlace(start.used, end.used) ? this.endNode : this.addEnd(start);
    this.placeNodes = places.map((place) => this.addEnd(place));
  }

  get count(): number {
    return this.nodes.length;
  }

  /** The unit vector of a node. */
  pointOf(node: number): [number, number, number] {
    const { x, y, z } = this.nodes.floats;
    return [x[node], y[node], z[node]];
  }

  /**
   * Writes the cells on whose border a node lies to the beginning of `cells`, and returns how many there are; an end of
   * the route in a cell counts as on its border.
   */
  cellsOf(node: number, cells: number[]): number {
    const { edgeTopology } = this.mesh;
    const edge = this.nodes.ints.edge[node];
    const corner = this.nodes.ints.corner[node];
    let count = 0;
    if (edge >= 0) {
      cells[count++] = edgeTopology[4 * edge];
      cells[count++] = edgeTopology[4 * edge + 1];
    }
    const joined = this.cornersOfNode.get(node);
    if (joined) for (const c of joined) count = addCellsAt(this.mesh, c, cells, count);
    else if (corner >= 0) count = addCellsAt(this.mesh, corner, cells, count);
    const extra = this.extraCells.get(node);
    if (extra) for (const cell of extra) count = add(cell, cells, count);
    return count;
  }

  /** Whether a node is a corner or on an edge, and not an end of the route inside a cell. */
  isOnBorder(node: number): boolean {
    return this.nodes.ints.edge[node] >= 0 || this.nodes.ints.corner[node] >= 0;
  }

  /** The number of intervals of an edge. */
  intervalsOn(edge: number): number {
    if (this.edgeFirst[edge] < 0) this.layOutEdge(edge);
    return this.edgeInner[edge] + 1;
  }

  /** The node where interval k of an edge that is laid out begins, and interval k − 1 ends. */
  nodeOnEdge(edge: number, k: number): number {
    if (k > 0 && k <= this.edgeInner[edge]) return this.edgeFirst[edge] + k - 1;
    return this.cornerNode[this.mesh.edgeTopology[4 * edge + (k === 0 ? 2 : 3)]];
  }

  /** The length of the longest interval of the edges at a node, metres. */
  longestAt(node: number): number {
    const { cornerEdge } = this.mesh;
    const { edge, corner } = this.nodes.ints;
    if (edge[node] >= 0) return this.edgeLongest[edge[node]];
    let longest = 0;
    for (const c of this.cornersOfNode.get(node) ?? (corner[node] < 0 ? [] : [corner[node]])) {
      for (let k = 4 * c; k < 4 * c + 4 && cornerEdge[k] >= 0; k++) {
        if (this.edgeFirst[cornerEdge[k]] < 0) this.layOutEdge(cornerEdge[k]);
        longest = Math.max(longest, this.edgeLongest[cornerEdge[k]]);
      }
    }
    return longest;
  }

  /** At a pole, all longitudes are the same point. */
  private joinPoles(): void {
    const { cornerPoint, cornerCount } = this.mesh;
    for (const pole of [-90, 90]) {
      const corners: number[] = [];
      for (let c = 0; c < cornerCount; c++) if (cornerPoint[2 * c + 1] === pole) corners.push(c);
      if (corners.length > 0) this.join(corners);
    }
  }

  /** Makes corners one node. */
  private join(corners: readonly number[]): number {
    const node = this.nodeAtCorner(corners[0]);
    const own = this.cornersOfNode.get(node) ?? [corners[0]];
    for (const corner of corners) {
      const old = this.cornerNode[corner];
      for (const c of old >= 0 ? (this.cornersOfNode.get(old) ?? [corner]) : [corner]) {
        this.cornerNode[c] = node;
        if (!own.includes(c)) own.push(c);
      }
    }
    this.cornersOfNode.set(node, own);
    return node;
  }

  /** Notes the edges on which an end of the route lies, so that they get a node there. */
  private markEnd(used: LatLon, cells: readonly number[]): void {
    for (const edge of this.edgesOf(cells)) {
      const part = partOfEdge(this.mesh, edge, used);
      if (part !== null) this.endParts.set(edge, [...(this.endParts.get(edge) ?? []), part]);
    }
  }

  private edgesOf(cells: readonly number[]): Set<number> {
    return new Set(cells.flatMap((c) => [...edgesOf(this.mesh, c)]));
  }

  /** The node of an end of the route: at a corner or on an edge if it lies there, else inside a cell. */
  private addEnd({ used, cells }: Terminal): number {
    const { mesh } = this;
    const corners = cells.flatMap((c) =>
      [...mesh.cellCorner.subarray(mesh.cellCornerStart[c], mesh.cellCornerStart[c + 1])].filter((corner) =>
        isAtCorner(mesh, corner, used),
      ),
    );
    const node = corners.length > 0 ? this.join(corners) : this.nodeOnEdgeOrInside(used, cells);
    const touched: number[] = [];
    this.cellsOf(node, touched);
    const extra = cells.filter((cell) => !touched.includes(cell));
    if (extra.length > 0) this.extraCells.set(node, extra);
    return node;
  }

  private nodeOnEdgeOrInside(used: LatLon, cells: readonly number[]): number {
    for (const edge of this.edgesOf(cells)) {
      const part = partOfEdge(this.mesh, edge, used);
      if (part === null) continue;
      if (this.edgeFirst[edge] < 0) this.layOutEdge(edge);
      let node = this.edgeFirst[edge];
      while (this.nodes.floats.part[node] !== part) node++;
      return node;
    }
    return this.addNodeAt(...unitVector(used), -1, 0, -1);
  }

  private addNodeAt(x: number, y: number, z: number, edge: number, part: number, corner: number): number {
    const { nodes } = this;
    nodes.reserve(1);
    const node = nodes.length++;
    nodes.floats.x[node] = x;
    nodes.floats.y[node] = y;
    nodes.floats.z[node] = z;
    nodes.ints.edge[node] = edge;
    nodes.floats.part[node] = part;
    nodes.ints.corner[node] = corner;
    return node;
  }

  nodeAtCorner(corner: number): number {
    if (this.cornerNode[corner] < 0) {
      const { cornerPoint } = this.mesh;
      const [x, y, z] = unitVector({ lon: cornerPoint[2 * corner], lat: cornerPoint[2 * corner + 1] });
      this.cornerNode[corner] = this.addNodeAt(x, y, z, -1, 0, corner);
    }
    return this.cornerNode[corner];
  }

  /**
   * The inner nodes of an edge, as fractions of its length, ascending. An end of the route on the edge gets a
   * node, and no other node is at the same point.
   */
  private partsOf(edge: number): readonly number[] {
    const ends = this.endParts.get(edge);
    const parts = this.division(edge);
    if (!ends) return parts;
    const others = parts.filter((part) => !ends.some((end) => Math.abs(end - part) < SAME_PART));
    return [...others, ...ends].sort((a, b) => a - b);
  }

  private layOutEdge(edge: number): void {
    const { mesh } = this;
    this.nodeAtCorner(mesh.edgeTopology[4 * edge + 2]);
    this.nodeAtCorner(mesh.edgeTopology[4 * edge + 3]);
    const parts = this.partsOf(edge);
    let longest = 0;
    let before = 0;
    for (const part of parts) {
      longest = Math.max(longest, part - before);
      before = part;
    }
    this.edgeLongest[edge] = Math.max(longest, 1 - before) * edgeLengthM(mesh, edge);
    this.edgeInner[edge] = parts.length;
    this.edgeFirst[edge] = this.nodes.length;
    const { place } = this;
    place.enter(mesh, edge);
    for (const part of parts) {
      place.moveTo(part);
      this.addNodeAt(place.x, place.y, place.z, edge, part, -1);
    }
  }
}
