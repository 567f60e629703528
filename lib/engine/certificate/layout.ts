/**
 * The borders of cells as a certificate uses them: in each cell, the nodes on its border and the intervals
 * between them.
 *
 * In a cell, a node has the coordinates X (east) and Y (north), metres, of the orthographic projection about
 * the middle of the cell: a linear function of the unit vector.
 */
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { BorderNodes } from './border-nodes.ts';
import type { Claim } from './claim.ts';
import { Columns } from './columns.ts';
import type { Division } from './division.ts';
import { Frame } from './frame.ts';
import { Nearness, type Route } from './nearness.ts';

export class Layout {
  readonly border: BorderNodes;
  private readonly mesh: Mesh;
  /** By cell: its slot, −1 if the cell was not entered. */
  private readonly slotOf: Int32Array;
  /**
   * By slot: the cell; its first place and its first interval (both with one entry more than there are
   * slots).
   */
  readonly slots = new Columns([], ['cell', 'place', 'interval']);
  /** A place is a node on the border of a cell: the node, and its coordinates in the cell. */
  readonly places = new Columns(['x', 'y'], ['node']);
  /**
   * By interval: the places of its ends (equal for an end of the route inside the cell); the length,
   * direction and outward normal of its chord; the vector from the middle of the chord to that of the
   * arc (sagitta), and the most that this vector may turn, metres; the weight of end a against end b where V is
   * lowered (nearness.ts).
   */
  readonly intervals = new Columns(
    ['length', 'ex', 'ey', 'nx', 'ny', 'kx', 'ky', 'turn', 'weight'],
    ['a', 'b'],
  );
  /** By node: its place in the cell that is being laid out, −1 = none. */
  private placeOf = new Int32Array(256).fill(-1);
  private readonly nearness: Nearness;
  private readonly frame = new Frame();

  /** @param route near which V is lowered least */
  constructor(mesh: Mesh, claim: Claim, division: Division, route: Route = { coordinates: [], cells: [] }) {
    this.mesh = mesh;
    this.border = new BorderNodes(mesh, claim, division);
    this.nearness = new Nearness(this.border, route);
    this.slotOf = new Int32Array(mesh.openCount).fill(-1);
    this.slots.reserve(1);
  }

  /** The slot of a cell; lays the cell out if necessary. */
  enter(cell: number): number {
    if (this.slotOf[cell] < 0) this.layOut(cell);
    return this.slotOf[cell];
  }

  /** The slot of a cell, −1 if the cell was not entered. */
  slot(cell: number): number {
    return this.slotOf[cell];
  }

  private layOut(cell: number): void {
    const { mesh, border, slots, places, intervals, frame } = this;
    const slot = slots.length;
    slots.reserve(2);
    slots.length++;
    this.slotOf[cell] = slot;
    slots.ints.cell[slot] = cell;
    slots.ints.place[slot] = places.length;
    slots.ints.interval[slot] = intervals.length;
    frame.enter(mesh.bounds, cell);
    this.nearness.enter(mesh, cell);
    const first = places.length;
    for (let k = mesh.cellEdgeStart[cell]; k < mesh.cellEdgeStart[cell + 1]; k++) {
      const edge = mesh.cellEdge[k];
      const count = border.intervalsOn(edge);
      // the arc is part of a circle about (0, 0, sin φ) of radius cos φ (a meridian: about the globe's centre)
      const sinφ = mesh.edgeVertical[edge] === 1 ? 0 : Math.sin(mesh.edgeSpan[3 * edge] * RADIANS);
      let a = this.placeIn(border.nodeOnEdge(edge, 0));
      for (let i = 1; i <= count; i++) {
        const b = this.placeIn(border.nodeOnEdge(edge, i));
        this.addInterval(sinφ, a, b);
        a = b;
      }
    }
    for (let k = mesh.cellCornerStart[cell]; k < mesh.cellCornerStart[cell + 1]; k++) {
      this.placeIn(border.nodeAtCorner(mesh.cellCorner[k]));
    }
    for (const [node, cells] of border.extraCells) {
      if (cells.includes(cell)) this.placeIn(node);
    }
    this.addLonePlaces(first);
    for (let p = first; p < places.length; p++) this.placeOf[places.ints.node[p]] = -1;
    slots.ints.place[slot + 1] = places.length;
    slots.ints.interval[slot + 1] = intervals.length;
  }

  /** A place that is on no edge of its cell becomes an interval of length 0. */
  private addLonePlaces(first: number): void {
    const { places, intervals } = this;
    const start = this.slots.ints.interval[this.slots.length - 1];
    for (let p = first; p < places.length; p++) {
      let isAlone = true;
      for (let q = start; q < intervals.length && isAlone; q++) {
        isAlone = intervals.ints.a[q] !== p && intervals.ints.b[q] !== p;
      }
      if (isAlone) this.pushInterval(p, p, 0, 0, 0);
    }
  }

  private placeIn(node: number): number {
    if (node >= this.placeOf.length) {
      const grown = new Int32Array(2 * Math.max(node, this.border.count)).fill(-1);
      grown.set(this.placeOf);
      this.placeOf = grown;
    }
    if (this.placeOf[node] >= 0) return this.placeOf[node];
    const { places, frame } = this;
    const { x, y, z } = this.border.nodes.floats;
    places.reserve(1);
    const p = places.length++;
    places.ints.node[p] = node;
    places.floats.x[p] = frame.x(x[node], y[node]);
    places.floats.y[p] = frame.y(x[node], y[node], z[node]);
    this.placeOf[node] = p;
    return p;
  }

  private addInterval(sinφ: number, a: number, b: number): void {
    const { frame } = this;
    const { x, y, z } = this.border.nodes.floats;
    const na = this.places.ints.node[a];
    const nb = this.places.ints.node[b];
    const chord = Math.sqrt((x[nb] - x[na]) ** 2 + (y[nb] - y[na]) ** 2 + (z[nb] - z[na]) ** 2);
    const radius = Math.sqrt(1 - sinφ * sinφ);
    const sine = Math.min(1, (0.5 * chord) / radius);
    const angle = 2 * Math.asin(sine);
    const scale = (0.0625 * angle * angle) / Math.sqrt(1 - sine * sine);
    const mx = x[na] + x[nb];
    const my = y[na] + y[nb];
    const kx = scale * frame.x(mx, my);
    const ky = scale * frame.y(mx, my, z[na] + z[nb] - 2 * sinφ);
    const turn = (EARTH_RADIUS_M * radius * angle * angle * angle) / 16;
    this.pushInterval(a, b, kx, ky, turn);
  }

  private pushInterval(a: number, b: number, kx: number, ky: number, turn: number): void {
    const { intervals } = this;
    const { x, y } = this.places.floats;
    intervals.reserve(1);
    const q = intervals.length++;
    const f = intervals.floats;
    const dx = x[b] - x[a];
    const dy = y[b] - y[a];
    const length = Math.sqrt(dx * dx + dy * dy);
    const scale = length > 0 ? 1 / length : 0;
    intervals.ints.a[q] = a;
    intervals.ints.b[q] = b;
    f.length[q] = length;
    f.ex[q] = dx * scale;
    f.ey[q] = dy * scale;
    // cells are convex but for the slight curvature of parallels, and the origin is in their middle
    const outward = (x[a] + x[b]) * dy - (y[a] + y[b]) * dx < 0 ? -1 : 1;
    f.nx[q] = outward * f.ey[q];
    f.ny[q] = -outward * f.ex[q];
    f.kx[q] = kx;
    f.ky[q] = ky;
    f.turn[q] = turn;
    f.weight[q] = this.nearness.weight(this.places.ints.node[a], this.places.ints.node[b]);
  }
}
