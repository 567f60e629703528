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
import { type Costs, costsFor, legCost, type Objective } from './cost/cost.ts';
import { withTurns } from './cost/turns.ts';
import {
  besideDegrees,
  EARTH_RADIUS_M,
  isometricLatitude,
  type LatLon,
  meanCosine,
  RADIANS,
  shortWay,
} from './geometry/sphere.ts';
import { openCellsAt } from './mesh/locate.ts';
import type { Mesh } from './mesh/mesh.ts';
import { bentPart } from './path/bends.ts';
import type { Chain } from './path/chain.ts';
import { dropStops } from './path/drop-stops.ts';
import { type Track, trackOfChain } from './path/track.ts';
import { turnInside } from './path/turn-inside.ts';
import { refine } from './refine/refine.ts';
import { layOutPatch, type Patch } from './search/patch.ts';
import { pinchPartners } from './search/pinches.ts';
import { spacedOnAverage } from './search/placement.ts';
import { Search } from './search/search.ts';
import type { Source } from './search/search-task.ts';
import { originsOf, tracePath } from './search/trace.ts';
import { SAME_PLACE } from './tolerances.ts';

/** A point that a field begins at. In a closed cell, or outside the mesh, it reaches nothing. */
export interface FieldSource {
  readonly at: LatLon;
  /** What was spent before, or is still to be spent, there: days, or what the vessel consumes; 0 by default. */
  readonly cost?: number;
}

export interface FieldOptions {
  /** Points inside an edge of the mesh, on average; longer edges have more. 4 by default. */
  readonly pointsPerEdge?: number;
  /** Whether paths may use pinches; not by default. */
  readonly pinches?: boolean;
}

export interface SearchLimits {
  /** Points of a higher cost are left out; none by default. */
  readonly bound?: number;
  /** Whether time is up: the field then knows only a part of the points. */
  readonly isOver?: () => boolean;
}

/** The points on the border of a cell, counterclockwise from its southwest corner, with the four corners. */
export interface CellBorder {
  /** Degrees. A cell that ends at the antimeridian has longitudes of its own side. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Infinity where no path leads there. */
  readonly cost: Float64Array;
  /** The number of the source that a cost is from, −1 = none. */
  readonly source: Int32Array;
}

/** Finds fields on a mesh by one objective. */
export class FieldSolver {
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly patch: Patch;
  private readonly partner: Int32Array | null;

  constructor(mesh: Mesh, objective: Objective, { pointsPerEdge = 4, pinches = false }: FieldOptions = {}) {
    this.mesh = mesh;
    this.costs = withTurns(mesh, costsFor(mesh, objective));
    const cells = Int32Array.from({ length: mesh.openCount }, (_, cell) => cell);
    this.patch = layOutPatch(mesh, cells, spacedOnAverage(mesh, pointsPerEdge));
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
    const { mesh, costs, patch, partner } = this;
    const sources = places.map(({ at, cost = 0 }) => ({ used: at, cells: openCellsAt(mesh, at), cost }));
    const task = { sources, goal: null, sign, partner, bound, isOver };
    return new Field(mesh, costs, new Search(mesh, costs, patch, null, task).run(), sources, sign);
  }
}

/** Costs between a set of sources and every point of a mesh. */
export class Field {
  /** False if time ran out. */
  readonly complete: boolean;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly search: Search;
  private readonly sources: readonly Source[];
  private readonly sign: 1 | -1;
  private origins: Int32Array | null = null;

  constructor(mesh: Mesh, costs: Costs, search: Search, sources: readonly Source[], sign: 1 | -1) {
    this.mesh = mesh;
    this.costs = costs;
    this.search = search;
    this.sources = sources;
    this.sign = sign;
    this.complete = search.complete;
  }

  /** The cost between a point and its source; Infinity in a closed cell, outside the mesh, or where no path leads. */
  costAt(at: LatLon): number {
    return this.reach(at).cost;
  }

  /** The number of the source of a point, −1 where no path leads. */
  sourceAt(at: LatLon): number {
    return this.sourceOf(this.reach(at).through);
  }

  /** The same two in one open cell of the mesh, for a point inside it or on its border. */
  inCell(cell: number, at: LatLon): { cost: number; source: number } {
    const { cost, through } = this.reach(at, [cell]);
    return { cost, source: this.sourceOf(through) };
  }

  /** The least and the greatest cost at the points on the border of an open cell; of one source, others being infinite. */
  rangeOf(cell: number, source = -1): { least: number; most: number } {
    const { cellStart, cellPoint } = this.search.patch;
    let [least, most] = [Infinity, 0];
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      const point = cellPoint[k];
      const cost = source < 0 || this.sourceOf(point) === source ? this.search.cost[point] : Infinity;
      if (cost < least) least = cost;
      if (cost > most) most = cost;
    }
    return { least, most };
  }

  /** The points on the border of an open cell of the mesh, and their costs. */
  borderOf(cell: number): CellBorder {
    const [west, south, east, north] = this.mesh.bounds.subarray(4 * cell, 4 * cell + 4);
    const [width, height] = [east - west, north - south];
    const vertices = [0, width, width + height, 2 * width + height].map((along) => ({ along, point: -1 }));
    const places = [...vertices];
    const { cellStart, cellPoint, λ, φ } = this.search.patch;
    for (const point of cellPoint.subarray(cellStart[cell], cellStart[cell + 1])) {
      const lat = φ[point] / RADIANS;
      const lon = besideDegrees(λ[point] / RADIANS, 0.5 * (west + east));
      const off = [lat - south, east - lon, north - lat, lon - west];
      const along = [lon - west, width + off[0], width + height + off[1], 2 * width + height + off[2]];
      const distances = off.map(Math.abs);
      const own = along[distances.indexOf(Math.min(...distances))];
      const vertex = vertices.find((one) => Math.abs(one.along - own) % (2 * (width + height)) < SAME_PLACE);
      if (vertex) vertex.point = point;
      else places.push({ along: own, point });
    }
    places.sort((one, other) => one.along - other.along);
    const at = places.map(({ along, point }) => {
      const vertex = vertices.findIndex((one) => one.along === along);
      if (vertex >= 0) return { lon: vertex % 3 === 0 ? west : east, lat: vertex < 2 ? south : north };
      return { lon: besideDegrees(λ[point] / RADIANS, 0.5 * (west + east)), lat: φ[point] / RADIANS };
    });
    const ends = places.map(({ point }, k) =>
      point < 0 ? this.inCell(cell, at[k]) : { cost: this.search.cost[point], source: this.sourceOf(point) },
    );
    return {
      lon: Float64Array.from(at, ({ lon }) => lon),
      lat: Float64Array.from(at, ({ lat }) => lat),
      cost: Float64Array.from(ends, ({ cost }) => cost),
      source: Int32Array.from(ends, ({ source }) => source),
    };
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
    const { mesh, costs } = this;
    const { chain } = refine(mesh, costs, path);
    return trackOfChain(mesh, costs, turnInside(mesh, costs, dropStops(mesh, chain)));
  }

  private sourceOf(through: number): number {
    this.origins ??= originsOf(this.search);
    return Number.isNaN(through) ? -1 : through < 0 ? -1 - through : this.origins[through];
  }

  /**
   * The cheapest last leg to a place: the point before it (−1 − k: source k; NaN = none), the cell of the leg, and the
   * cost in all.
   */
  private reach(
    at: LatLon,
    cells = openCellsAt(this.mesh, at),
  ): { cost: number; through: number; cell: number } {
    const { search, sources, sign, costs } = this;
    const { cellStart, cellPoint, λ, φ, ψ } = search.patch;
    const [λ0, φ0] = [at.lon * RADIANS, at.lat * RADIANS];
    const ψ0 = isometricLatitude(φ0);
    const R = sign * EARTH_RADIUS_M;
    const legFrom = (cell: number, λp: number, φp: number, ψp: number) => {
      const Δλ = shortWay(λp, λ0);
      const length = R * bentPart(Δλ, 0.5 * (φp + φ0));
      return legCost(costs, cell, length * meanCosine(φp, ψp, φ0, ψ0) * Δλ, length * (φ0 - φp));
    };
    let best = { cost: Infinity, through: Number.NaN, cell: -1 };
    for (const cell of cells) {
      sources.forEach(({ used, cells: own, cost: before }, k) => {
        if (!own.includes(cell) || !(before < best.cost)) return;
        const φk = used.lat * RADIANS;
        const cost = before + legFrom(cell, used.lon * RADIANS, φk, isometricLatitude(φk));
        if (cost < best.cost) best = { cost, through: -1 - k, cell };
      });
      for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
        const p = cellPoint[k];
        if (!(search.cost[p] < best.cost)) continue;
        const cost = search.cost[p] + legFrom(cell, λ[p], φ[p], ψ[p]);
        if (cost < best.cost) best = { cost, through: p, cell };
      }
    }
    return best;
  }
}
