/**
 * Lower bounds of the costs from many places to one, or from one to many, each proved for the whole mesh in one go, as
 * docs/certificate.md derives it: the bound of a certificate, with a cap (cap.ts) for each place where the certificate has that
 * of its route.
 *
 *     const bounds = new LowerBounds(mesh, places, { intervalsPerEdge: 2 });
 *     const days = bounds.to(3, 'traveltime', [20, 20, 9, 0]);   // from each place to place 3, as far as so many days
 *
 * On a mesh of 8,000 cells, bounds are 1.5 % too low at two intervals an edge, 0.6 % at four.
 */
import { Budget } from '../../engine/certificate/budget.ts';
import { Layout } from '../../engine/certificate/layout.ts';
import { LowerBound } from '../../engine/certificate/lower-bound.ts';
import { Momenta, ROUNDING } from '../../engine/certificate/momenta.ts';
import { chordBetween, isSamePlace } from '../../engine/certificate/places.ts';
import { computed } from '../../engine/computed.ts';
import { costsFor, leastCostPerMetre, type Objective } from '../../engine/cost/cost.ts';
import { EARTH_RADIUS_M, type Vector } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { raise } from '../../engine/sea/dated-bound.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';

/** Bounds are wanted up to what legs are estimated to cost, and a little more. */
export const WANTED = 1.001;

export interface LowerBoundOptions {
  /** Into how many intervals each edge is divided; 2 by default. */
  readonly intervalsPerEdge?: number;
  /** Whether the bounds are to hold for paths through pinches too; not by default. */
  readonly pinches?: boolean;
  /** Pairs of intervals examined in all, at most: later bounds are then lower than they might be. */
  readonly work?: number;
  /** Whether time is up. */
  readonly isOver?: () => boolean;
}

/** Reached on large meshes only. */
const WORK = 5e7;

/** V is lowered by this part of the greatest cost more than necessary: a tenth less work, for bounds that are lower by 0.03 %. */
const FURTHER = 1e-5;

export class LowerBounds {
  private readonly mesh: Mesh;
  private readonly layout: Layout;
  private readonly nodes: readonly number[];
  private readonly budget: Budget;
  private readonly momenta = new Map<string, Momenta>();

  constructor(
    mesh: Mesh,
    places: readonly Terminal[],
    { intervalsPerEdge = 2, pinches = false, work = WORK, isOver = () => false }: LowerBoundOptions = {},
  ) {
    const parts = Array.from({ length: intervalsPerEdge - 1 }, (_, k) => (k + 1) / intervalsPerEdge);
    const indexOf = (place: Terminal) => places.findIndex(({ used }) => isSamePlace(used, place.used));
    const [start, ...others] = places.filter((place, k) => indexOf(place) === k) as [Terminal, ...Terminal[]];
    this.mesh = mesh;
    this.layout = new Layout(mesh, { start, end: start, pinches, places: others }, () => parts);
    const { endNode, placeNodes } = this.layout.border;
    const nodes = new Map([start, ...others].map((place, k) => [place, [endNode, ...placeNodes][k]!]));
    this.nodes = places.map((place) => nodes.get(places[indexOf(place)]!)!);
    this.budget = new Budget(() => work, isOver);
  }

  /**
   * Lower bounds of the costs from each place to one of them, days or consumption.
   *
   * @param wanted by place: greater bounds are cut off there, which saves the mesh that is not on the way
   */
  to(place: number, objective: Objective, wanted: ArrayLike<number>): Float64Array {
    return this.prove(place, objective, wanted, 1);
  }

  /** The same of the costs from one of the places to each. */
  from(place: number, objective: Objective, wanted: ArrayLike<number>): Float64Array {
    return this.prove(place, objective, wanted, -1);
  }

  /** The same from every cell, by its number; 0 where they were not wanted. */
  cellsTo(place: number, objective: Objective, wanted: ArrayLike<number>): Float64Array {
    return this.ofCells(place, objective, wanted, 1);
  }

  cellsFrom(place: number, objective: Objective, wanted: ArrayLike<number>): Float64Array {
    return this.ofCells(place, objective, wanted, -1);
  }

  private ofCells(...asked: Parameters<LowerBounds['bound']>): Float64Array {
    const all = new Float64Array(this.mesh.openCount);
    raise(all, this.bound(...asked));
    return all;
  }

  private prove(...asked: Parameters<LowerBounds['bound']>): Float64Array {
    const bound = this.bound(...asked);
    return Float64Array.from(this.nodes, (node) => Math.max(0, bound.at(node)));
  }

  private bound(place: number, objective: Objective, wanted: ArrayLike<number>, sign: 1 | -1): LowerBound {
    const { mesh, layout, nodes, budget } = this;
    const { points } = layout.border;
    const costs = costsFor(mesh, objective);
    const perMetre = leastCostPerMetre(costs) * (1 - ROUNDING);
    const most = Math.max(...Array.from(wanted));
    // along a path none of the caps falls by more than the path costs, and so neither does the highest
    const caps = nodes.flatMap((node, k) =>
      wanted[k]! > 0 ? [{ from: points[node]!, cost: wanted[k]! }] : [],
    );
    const at = (point: Vector) =>
      caps.reduce(
        (cap, { from, cost }) => Math.max(cap, cost - perMetre * EARTH_RADIUS_M * chordBetween(point, from)),
        0,
      );
    const momenta = computed(this.momenta, `${objective} ${sign}`, () => new Momenta(mesh, costs, sign));
    const bound = new LowerBound(layout, momenta, { perMetre, at }, nodes[place]!, most, budget, FURTHER);
    bound.prove();
    return bound;
  }
}
