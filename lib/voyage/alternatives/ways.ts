/** Ways through the middles of cells, from two fields: of the costs from the start, and of the costs to the end. */
import type { Objective } from '../../engine/cost/cost.ts';
import { type Field, FieldSolver } from '../../engine/field.ts';
import { type LatLon, type Point, wrapLongitude } from '../../engine/geometry/sphere.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { WORTHWHILE } from '../../engine/tolerances.ts';

export interface Way {
  readonly coordinates: readonly Point[];
  /** The cells of the mesh that it passes. */
  readonly cells: ReadonlySet<number>;
}

export interface WayOptions {
  readonly start: LatLon;
  readonly end: LatLon;
  /** Dearer ways are left out. */
  readonly limit: number;
  readonly pinches: boolean;
  readonly isOver: () => boolean;
}

/** More points than one on an edge, so that a way is not dearer than the next one for where its points are. */
const POINTS_PER_EDGE = 2;

export class Ways {
  private readonly mesh: Mesh;
  private readonly there: Field;
  private readonly rest: Field;
  /** By cell: the cost of the way through its middle; Infinity beyond the limit. */
  private readonly cost: Float64Array;

  constructor(mesh: Mesh, objective: Objective, { start, end, limit, pinches, isOver }: WayOptions) {
    const solver = new FieldSolver(mesh, objective, { pointsPerEdge: POINTS_PER_EDGE, pinches });
    this.mesh = mesh;
    this.there = solver.from([{ at: start }], { bound: limit, isOver });
    this.rest = solver.to([{ at: end }], { bound: limit, isOver });
    this.cost = new Float64Array(mesh.openCount).map((_, cell) => {
      const { cost } = this.there.inCell(cell, this.middleOf(cell));
      const sum = cost < limit ? cost + this.rest.inCell(cell, this.middleOf(cell)).cost : Infinity;
      return sum < limit ? sum : Infinity;
    });
  }

  /** The cells through which a way is not noticeably dearer than through those beside it, cheapest first. */
  minima(): number[] {
    const { mesh, cost } = this;
    const isLeast = (cell: number) => {
      // one way through the middles of two cells has two sums, which differ by how they were computed
      const enough = cost[cell]! * (1 - WORTHWHILE);
      return edgesOf(mesh, cell).every((edge) => cost[cellBeyond(mesh, edge, cell)]! >= enough);
    };
    return Array.from(cost.keys())
      .filter((cell) => cost[cell]! < Infinity && isLeast(cell))
      .sort((a, b) => cost[a]! - cost[b]!);
  }

  /** Null if there is none. */
  through(cell: number): Way | null {
    const middle = this.middleOf(cell);
    const chains = [this.there.pathTo(middle), this.rest.pathTo(middle)];
    if (!chains.every((chain) => chain !== null)) return null;
    return {
      coordinates: chains.flatMap((chain) => Array.from({ length: chain.length }, (_, i) => chain.point(i))),
      cells: new Set(chains.flatMap(({ cell: cells, length }) => Array.from(cells.subarray(1, length)))),
    };
  }

  private middleOf(cell: number): LatLon {
    const [west, south, east, north] = this.mesh.bounds.subarray(
      4 * cell,
      4 * cell + 4,
    ) as unknown as number[];
    return { lat: 0.5 * (south! + north!), lon: wrapLongitude(0.5 * (west! + east!)) };
  }
}
