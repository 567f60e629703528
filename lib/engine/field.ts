/**
 * The field: the cost from a set of points to every point of a mesh, or from every point to them. `planRoute` finds
 * the best path between two points; the field answers for all points at once, a little less exactly.
 *
 *     const solver = new FieldSolver(mesh, 'traveltime', { pointsPerEdge: 4 });
 *     const days = solver.from([{ at: start }]).costAt({ lat: -60, lon: -45 });
 *
 * A solver lays the points out once; each field is then one search through them. Every cost is that of a path that can
 * be sailed, so it is too high, never too low, up to turns inside cells (cost/turns.ts). On a mesh of 8,000 cells costs
 * are too high by 0.5 % at the median with one point on an edge, 0.2 % with two, 0.06 % with four.
 */

import { type Costs, costsFor, type Objective } from './cost/cost.ts';
import { withTurns } from './cost/turns.ts';
import { besideDegrees, type LatLon, RADIANS } from './geometry/sphere.ts';
import { openCellsAt } from './mesh/locate.ts';
import type { Mesh } from './mesh/mesh.ts';
import type { Chain } from './path/chain.ts';
import { dropStops } from './path/drop-stops.ts';
import { type Track, trackOfChain } from './path/track.ts';
import { turnInside } from './path/turn-inside.ts';
import { refine } from './refine/refine.ts';
import { allCells } from './search/corridor.ts';
import { type LastLeg, LastLegs } from './search/last-leg.ts';
import { layOutPatch, type Patch } from './search/patch.ts';
import { pinchPartners } from './search/pinches.ts';
import { type Placement, spacedOnAverage } from './search/placement.ts';
import { Search } from './search/search.ts';
import { tracePath } from './search/trace.ts';

/** A point that a field begins at. In a closed cell, or outside the mesh, it reaches nothing. */
export interface FieldSource {
  readonly at: LatLon;
  /** What was spent before, or is still to be spent, there: days, or what the vessel consumes; 0 by default. */
  readonly cost?: number;
}

export interface FieldOptions {
  /** Points inside an edge of the mesh: on average, where longer edges have more; or where they are. 4 by default. */
  readonly pointsPerEdge?: number | Placement;
  /** Whether paths may use pinches; not by default. */
  readonly pinches?: boolean;
  /** The open cells that paths may cross, ascending; all by default. */
  readonly cells?: Int32Array;
}

export interface SearchLimits {
  /** Points of a higher cost are left out; none by default. */
  readonly bound?: number;
  /** Whether time is up: the field then knows only a part of the points. */
  readonly isOver?: () => boolean;
}

/** Finds fields on a mesh by one objective. */
export class FieldSolver {
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly patch: Patch;
  private readonly partner: Int32Array | null;
  /** By open cell of the mesh: its number in the patch, −1 = not in it. */
  private readonly cellIn: Int32Array;

  constructor(
    mesh: Mesh,
    objective: Objective,
    { pointsPerEdge = 4, pinches = false, cells = allCells(mesh) }: FieldOptions = {},
  ) {
    this.mesh = mesh;
    this.costs = withTurns(mesh, costsFor(mesh, objective));
    const isMean = typeof pointsPerEdge === 'number';
    this.patch = layOutPatch(mesh, cells, isMean ? spacedOnAverage(mesh, pointsPerEdge) : pointsPerEdge);
    this.cellIn = new Int32Array(mesh.openCount).fill(-1);
    cells.forEach((cell, i) => {
      this.cellIn[cell] = i;
    });
    this.partner = pinches && mesh.pinch.length > 0 ? pinchPartners(mesh) : null;
  }

  /** The costs from the nearest of these points, by cost, to every point. */
  from(sources: readonly FieldSource[], limits?: SearchLimits): Field {
    return this.solve(sources, 1, limits);
  }

  /** The costs from every point to the nearest of these, by cost. */
  to(sources: readonly FieldSource[], limits?: SearchLimits): Field {
    return this.solve(sources, -1, limits);
  }

  private solve(
    places: readonly FieldSource[],
    sign: 1 | -1,
    { bound = Infinity, isOver = () => false }: SearchLimits = {},
  ): Field {
    const { mesh, costs, patch, partner, cellIn } = this;
    const sources = places.map(({ at, cost = 0 }) => ({ used: at, cells: openCellsAt(mesh, at), cost }));
    const task = { sources, goal: null, sign, partner, bound, isOver };
    return new Field(new Search(mesh, costs, patch, null, task).run(), cellIn);
  }
}

type PointVisitor = (cost: number, source: number, lon: number, lat: number, isCorner: boolean) => void;

/** Costs between a set of sources and every point of a mesh. */
export class Field {
  readonly mesh: Mesh;
  readonly costs: Costs;
  /** 1: paths lead from the sources, −1: to them. */
  readonly sign: 1 | -1;
  /** False if time ran out. */
  readonly complete: boolean;
  /** The open cells that paths may cross, ascending. */
  readonly cells: Int32Array;
  readonly sourceCount: number;
  private readonly search: Search;
  private readonly cellIn: Int32Array;
  private readonly lastLegs: LastLegs;

  constructor(search: Search, cellIn: Int32Array) {
    this.mesh = search.mesh;
    this.costs = search.costs;
    this.sign = search.task.sign;
    this.complete = search.complete;
    this.cells = search.patch.cells;
    this.sourceCount = search.task.sources.length;
    this.search = search;
    this.cellIn = cellIn;
    this.lastLegs = new LastLegs(search);
  }

  /** The cost between a point and its source; Infinity in a closed cell, outside the mesh, or where no path leads. */
  costAt(at: LatLon): number {
    return this.reach(at).cost;
  }

  /** The same, and the number of the source, −1 where no path leads. */
  at(at: LatLon): { cost: number; source: number } {
    const { cost, through } = this.reach(at);
    return { cost, source: this.lastLegs.sourceOf(through) };
  }

  /** The same two in one open cell of the mesh, for a point inside it or on its border. */
  inCell(cell: number, at: LatLon): { cost: number; source: number } {
    const { cost, through } = this.reach(at, [cell]);
    return { cost, source: this.lastLegs.sourceOf(through) };
  }

  /**
   * Visits the points on the border of one of these cells, in no order: the cost there, Infinity where no path leads, the number
   * of its source, −1 = none, degrees, the longitude beside those of the cell, and whether it is a corner of cells.
   */
  eachPoint(cell: number, visit: PointVisitor): void {
    const { patch, cost } = this.search;
    const { cellStart, cellPoint, λ, φ, corners } = patch;
    const middle = 0.5 * (this.mesh.bounds[4 * cell] + this.mesh.bounds[4 * cell + 2]);
    const i = this.cellIn[cell];
    for (let k = cellStart[i]; k < cellStart[i + 1]; k++) {
      const p = cellPoint[k];
      const lon = besideDegrees(λ[p] / RADIANS, middle);
      visit(cost[p], this.lastLegs.sourceOf(p), lon, φ[p] / RADIANS, p < corners.length);
    }
  }

  /** The path between the source of a point and the point, as found through the field's points; null = none. */
  pathTo(at: LatLon): Chain | null {
    const { through, cell } = this.reach(at);
    return cell < 0 ? null : tracePath(this.search, through, at, cell);
  }

  /** The same path refined: the cheapest near it, as a track; null where there is none. */
  trackTo(at: LatLon): Track | null {
    const path = this.pathTo(at);
    if (!path) return null;
    const { mesh, costs } = this.search;
    const { chain } = refine(mesh, costs, path);
    return trackOfChain(mesh, costs, turnInside(mesh, costs, dropStops(mesh, chain)));
  }

  /** The cheapest last leg to a place by way of open cells of the mesh. */
  private reach(at: LatLon, cells: readonly number[] = openCellsAt(this.mesh, at)): LastLeg {
    const own = cells.map((cell) => this.cellIn[cell]);
    return this.lastLegs.to(at, own);
  }
}
