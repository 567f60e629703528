/**
 * The borders of cells as a certificate uses them: in each cell, the nodes on its border (its places) and the intervals
 * between them.
 */

import { computed } from '../computed.ts';
import { EARTH_RADIUS_M, RADIANS, unitVector, type Vector } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Track } from '../path/track.ts';
import { NEGLIGIBLE } from '../tolerances.ts';
import { Border, type Claim, type Division } from './border.ts';
import { type Chart, chartOf } from './frame.ts';
import { chordBetween } from './places.ts';

export interface CellBorder {
  readonly cell: number;
  /** By place: its node; its coordinates east and north in the chart of the cell (frame.ts), metres. */
  readonly nodes: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** By interval: the places of its ends, counterclockwise; equal for a place that is on no edge. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** By place: the intervals that end there. */
  readonly ending: readonly (readonly number[])[];
  /** By interval: length and direction of its chord, 0 where there is none; out of the cell is to the right. */
  readonly length: number[];
  readonly ex: number[];
  readonly ey: number[];
  /** By interval: the vector from the middle of the chord to that of the arc, and the most that this vector may turn, metres. */
  readonly kx: number[];
  readonly ky: number[];
  readonly turn: number[];
  /** By interval: how much less V should be lowered at end a than at end b: from 0 to 1, ½ = as much. */
  readonly weight: number[];
}

export type Route = Pick<Track, 'coordinates' | 'cells'>;

export class Layout {
  readonly border: Border;
  private readonly mesh: Mesh;
  private readonly known = new Map<number, CellBorder>();
  /** By cell (row of the mesh): where the route changes cells or course. */
  private readonly turns = new Map<number, Vector[]>();

  /** @param route near which V is lowered least */
  constructor(mesh: Mesh, claim: Claim, division: Division, route: Route = { coordinates: [], cells: [] }) {
    this.mesh = mesh;
    this.border = new Border(mesh, claim, division);
    const points = route.coordinates.map(([lon, lat]) => unitVector({ lon, lat }));
    for (let k = 1; k < points.length; k++) {
      const own = this.turns.get(route.cells[k]);
      if (own) own.push(points[k]);
      else this.turns.set(route.cells[k], [points[k - 1], points[k]]);
    }
  }

  of(cell: number): CellBorder {
    return computed(this.known, cell, () => this.layOut(cell));
  }

  private layOut(cell: number): CellBorder {
    const { mesh, border } = this;
    const chart = chartOf(mesh.bounds, cell);
    const nodes: number[] = [];
    const a: number[] = [];
    const b: number[] = [];
    const placeOf = (node: number) => {
      const place = nodes.indexOf(node);
      return place < 0 ? nodes.push(node) - 1 : place;
    };
    // the arc of an interval is part of a circle about (0, 0, sine): of a meridian, about the middle of the globe
    const sines: number[] = [];
    for (let k = mesh.cellEdgeStart[cell]; k < mesh.cellEdgeStart[cell + 1]; k++) {
      const edge = mesh.cellEdge[k];
      const on = border.nodesOn(edge);
      const sine = mesh.edgeVertical[edge] === 1 ? 0 : Math.sin(mesh.edgeSpan[3 * edge] * RADIANS);
      for (let i = 1, last = placeOf(on[0]); i < on.length; i++) {
        const next = i === on.length - 1 ? placeOf(on[i]) : nodes.push(on[i]) - 1;
        // the sides of a cell at a pole are one point there
        if (next !== last) {
          a.push(last);
          b.push(next);
          sines.push(sine);
        }
        last = next;
      }
    }
    for (let k = mesh.cellCornerStart[cell]; k < mesh.cellCornerStart[cell + 1]; k++) {
      placeOf(border.nodeAt(mesh.cellCorner[k]));
    }
    for (const node of border.endsIn.get(cell) ?? []) placeOf(node);
    for (let place = 0; place < nodes.length; place++) {
      if (a.includes(place) || b.includes(place)) continue;
      a.push(place);
      b.push(place);
    }
    const x = nodes.map((node) => chart.x(border.points[node]));
    const y = nodes.map((node) => chart.y(border.points[node]));
    const ending: number[][] = nodes.map(() => []);
    for (let q = 0; q < a.length; q++) {
      // cells are convex but for the slight curvature of parallels, and the origin is in their middle
      if (x[a[q]] * y[b[q]] < y[a[q]] * x[b[q]]) [a[q], b[q]] = [b[q], a[q]];
      ending[a[q]].push(q);
      if (a[q] !== b[q]) ending[b[q]].push(q);
    }
    const column = (value = 0) => a.map(() => value);
    const [length, ex, ey, kx, ky, turn] = [column(), column(), column(), column(), column(), column()];
    const made = { cell, nodes, x, y, a, b, ending, length, ex, ey, kx, ky, turn, weight: column(0.5) };
    for (let q = 0; q < sines.length; q++) this.measure(made, q, sines[q], chart);
    this.weigh(made);
    return made;
  }

  private measure(
    { nodes, x, y, a, b, length, ex, ey, kx, ky, turn }: CellBorder,
    q: number,
    sine: number,
    chart: Chart,
  ): void {
    const { points } = this.border;
    const dx = x[b[q]] - x[a[q]];
    const dy = y[b[q]] - y[a[q]];
    length[q] = Math.sqrt(dx * dx + dy * dy);
    ex[q] = dx / length[q];
    ey[q] = dy / length[q];
    const [p, r] = [points[nodes[a[q]]], points[nodes[b[q]]]];
    const radius = Math.sqrt(1 - sine * sine);
    const sinOfHalf = Math.min(1, (0.5 * chordBetween(p, r)) / radius);
    const angle = 2 * Math.asin(sinOfHalf);
    const scale = (0.0625 * angle * angle) / Math.sqrt(1 - sinOfHalf * sinOfHalf);
    const middle: Vector = [p[0] + r[0], p[1] + r[1], p[2] + r[2] - 2 * sine];
    kx[q] = scale * chart.x(middle);
    ky[q] = scale * chart.y(middle);
    turn[q] = (EARTH_RADIUS_M * radius * angle * angle * angle) / 16;
  }

  /** Weighs the ends of intervals in the cells of the route. */
  private weigh({ cell, nodes, a, b, weight }: CellBorder): void {
    const turns = this.turns.get(this.mesh.row[cell]);
    if (!turns) return;
    const away = nodes.map((node) => rootOfDistance(this.border.points[node], turns));
    for (let q = 0; q < a.length; q++) weight[q] = away[b[q]] / (away[a[q]] + away[b[q]]);
  }
}

function rootOfDistance(point: Vector, others: readonly Vector[]): number {
  let least = Infinity;
  for (const other of others) least = Math.min(least, chordBetween(point, other));
  // none is 0
  return Math.sqrt(least + NEGLIGIBLE);
}
