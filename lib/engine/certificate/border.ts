/**
 * The nodes of a certificate: the points that divide the sides shared by two cells, their corners, and the ends of the
 * route. Edges are divided when they are first asked for, so the work depends on the cells that a request visits.
 */
import { computed } from '../computed.ts';
import { type LatLon, unitVector, type Vector } from '../geometry/sphere.ts';
import { edgesOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { NEGLIGIBLE } from '../tolerances.ts';
import type { Terminal, Terminals } from '../waypoints/waypoints.ts';
import { edgeLengthM, isSamePlace, partOfEdge, pointOnEdge } from './places.ts';

/** Start and end of a request, and whether its paths may use pinches. */
export interface Claim extends Terminals {
  readonly pinches: boolean;
  /** Further points that get a node, so that the costs from or to them are bounded as well; no two in one place. */
  readonly places?: readonly Terminal[];
}

/** The inner ends of the intervals of an edge: fractions of its length, ascending. */
export type Division = (edge: number) => readonly number[];

/** The nodes on an edge from its beginning to its end, and the length of its longest interval, metres. */
interface DividedEdge {
  readonly nodes: readonly number[];
  readonly longestM: number;
}

export class Border {
  readonly mesh: Mesh;
  readonly startNode: number;
  readonly endNode: number;
  readonly placeNodes: readonly number[];
  /** By node: the unit vector. */
  readonly points: Vector[] = [];
  /** By node: the cells on whose border it lies; an end of the route in a cell counts as on its border. */
  readonly cells: (readonly number[])[] = [];
  /** By cell: the nodes that are ends of the route and on no corner or edge of it. */
  readonly endsIn = new Map<number, number[]>();
  /** The nodes inside cells: ends of the route that are at no corner and on no edge. */
  readonly inside = new Set<number>();
  private readonly division: Division;
  /** By node: the edges on which it lies. */
  private readonly edges: (readonly number[])[] = [];
  /** By corner: the corners that are one node with it. */
  private readonly joined = new Map<number, readonly number[]>();
  private readonly nodeOfCorner = new Map<number, number>();
  private readonly divided = new Map<number, DividedEdge>();
  /** By edge: the fractions of it at which ends of the route lie. */
  private readonly endParts = new Map<number, number[]>();

  constructor(mesh: Mesh, { start, end, pinches, places = [] }: Claim, division: Division) {
    this.mesh = mesh;
    this.division = division;
    // at a pole, all longitudes are the same point
    const polar: number[] = [];
    for (let c = 0; c < mesh.cornerCount; c++)
      if (Math.abs(mesh.cornerPoint[2 * c + 1]) === 90) polar.push(c);
    for (const pole of [-90, 90]) this.join(polar.filter((c) => mesh.cornerPoint[2 * c + 1] === pole));
    for (let k = 0; pinches && k < mesh.pinch.length; k += 2) this.join([...mesh.pinch.subarray(k, k + 2)]);
    for (const { used, cells } of new Set([start, end, ...places])) {
      this.join(this.cornersOf(cells, used));
      for (const [edge, part] of this.partsAt(cells, used)) {
        this.endParts.set(edge, [...(this.endParts.get(edge) ?? []), part]);
      }
    }
    this.endNode = this.addEnd(end);
    this.startNode = isSamePlace(start.used, end.used) ? this.endNode : this.addEnd(start);
    this.placeNodes = places.map((place) => this.addEnd(place));
  }

  get count(): number {
    return this.points.length;
  }

  /** The nodes on an edge, from its beginning to its end. */
  nodesOn(edge: number): readonly number[] {
    return this.divide(edge).nodes;
  }

  nodeAt(corner: number): number {
    const known = this.nodeOfCorner.get(corner);
    if (known !== undefined) return known;
    const { cornerPoint, cornerCell, cornerEdge } = this.mesh;
    const corners = this.joined.get(corner) ?? [corner];
    const around = (four: Int32Array) => {
      const items: number[] = [];
      for (const c of corners) {
        for (let k = 4 * c; k < 4 * c + 4 && four[k] >= 0; k++)
          if (!items.includes(four[k])) items.push(four[k]);
      }
      return items;
    };
    const at = { lon: cornerPoint[2 * corner], lat: cornerPoint[2 * corner + 1] };
    const node = this.add(unitVector(at), around(cornerCell), around(cornerEdge));
    for (const c of corners) this.nodeOfCorner.set(c, node);
    return node;
  }

  /** The length of the longest interval of the edges at a node, metres. */
  longestAt(node: number): number {
    let longest = 0;
    for (const edge of this.edges[node]) longest = Math.max(longest, this.divide(edge).longestM);
    return longest;
  }

  private add(point: Vector, cells: readonly number[], edges: readonly number[]): number {
    this.cells.push(cells);
    this.edges.push(edges);
    return this.points.push(point) - 1;
  }

  private divide(edge: number): DividedEdge {
    return computed(this.divided, edge, () => this.layOut(edge));
  }

  private layOut(edge: number): DividedEdge {
    const { mesh } = this;
    const { edgeTopology } = mesh;
    const cells = [edgeTopology[4 * edge], edgeTopology[4 * edge + 1]];
    const edges = [edge];
    const nodes = [this.nodeAt(edgeTopology[4 * edge + 2])];
    let longest = 0;
    let before = 0;
    for (const part of this.partsOf(edge)) {
      nodes.push(this.add(pointOnEdge(mesh, edge, part), cells, edges));
      longest = Math.max(longest, part - before);
      before = part;
    }
    nodes.push(this.nodeAt(edgeTopology[4 * edge + 3]));
    return { nodes, longestM: Math.max(longest, 1 - before) * edgeLengthM(mesh, edge) };
  }

  /** Where an edge is divided, ascending: an end of the route on it is a node, and no other node is at the same point. */
  private partsOf(edge: number): readonly number[] {
    const ends = this.endParts.get(edge);
    const parts = this.division(edge);
    if (!ends) return parts;
    const others = parts.filter((part) => !ends.some((end) => Math.abs(end - part) < NEGLIGIBLE));
    return [...others, ...ends].sort((a, b) => a - b);
  }

  /** The corners of cells at a point. */
  private cornersOf(cells: readonly number[], at: LatLon): number[] {
    const { cellCorner, cellCornerStart, cornerPoint } = this.mesh;
    return cells
      .flatMap((c) => [...cellCorner.subarray(cellCornerStart[c], cellCornerStart[c + 1])])
      .filter((c) => isSamePlace({ lon: cornerPoint[2 * c], lat: cornerPoint[2 * c + 1] }, at));
  }

  /** The edges of cells on which a point lies, and at which fraction of them. */
  private partsAt(cells: readonly number[], at: LatLon): [edge: number, part: number][] {
    const edges = new Set(cells.flatMap((c) => [...edgesOf(this.mesh, c)]));
    return [...edges].flatMap((edge) => {
      const part = partOfEdge(this.mesh, edge, at);
      return part === null ? [] : [[edge, part] as [number, number]];
    });
  }

  /** Makes corners one node. */
  private join(corners: readonly number[]): void {
    const all = [...new Set(corners.flatMap((c) => this.joined.get(c) ?? [c]))];
    for (const c of all) this.joined.set(c, all);
  }

  /** The node of an end of the route: at a corner or on an edge if it lies there, else inside a cell. */
  private addEnd({ used, cells }: Terminal): number {
    const [corner] = this.cornersOf(cells, used);
    const [onEdge] = this.partsAt(cells, used);
    let node: number;
    if (corner !== undefined) node = this.nodeAt(corner);
    else if (onEdge) node = this.nodesOn(onEdge[0])[1 + this.partsOf(onEdge[0]).indexOf(onEdge[1])];
    else {
      node = this.add(unitVector(used), [], []);
      this.inside.add(node);
    }
    for (const cell of cells.filter((own) => !this.cells[node].includes(own))) {
      this.cells[node] = [...this.cells[node], cell];
      this.endsIn.set(cell, [...(this.endsIn.get(cell) ?? []), node]);
    }
    return node;
  }
}
