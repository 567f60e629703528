/**
 * The fields that contours are drawn of, as exact as the work allows. A first field, on the cells that are near enough, tells
 * which can be reached; a finer one is then found on these alone. Where they are many, the first one is fine enough.
 */
import { costsFor, leastCostPerMetre, type Objective } from '../../engine/cost/cost.ts';
import { type Field, FieldSolver, type FieldSource } from '../../engine/field.ts';
import { EARTH_RADIUS_M, type LatLon, RADIANS, unitVector } from '../../engine/geometry/sphere.ts';
import { openCellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { allCells } from '../../engine/search/corridor.ts';
import { spacedOnAverage } from '../../engine/search/placement.ts';
import type { Care } from './care.ts';
import { rangesOf } from './cell-ranges.ts';
import { narrowPlacement } from './narrow.ts';
import { closerNearEnds } from './near-ends.ts';
import { ReachTooLarge } from './reach-too-large.ts';

export interface FieldQuery {
  readonly sources: readonly FieldSource[];
  /** Whether paths lead to the sources. */
  readonly isReverse: boolean;
  /** Where they go on to, or come from. */
  readonly destination: LatLon | null;
  /** The greatest contour: a cost, or a part above the least cost of a voyage to the destination. */
  readonly most: { readonly cost: number } | { readonly part: number };
  readonly care: Care;
}

export interface ReachFields {
  readonly there: Field;
  readonly back: Field | null;
  /** By how much their costs are too high at the mean, as a part. */
  readonly excess: number;
  /** The same with its points where it costs at most so much to go by way of them, if that makes it more exact. */
  readonly narrowed: (bound: number) => ReachFields;
}

/** Costs of a field with one point an edge are too high by less than this factor. */
const COARSE = 1.05;
/** Points on an edge: the work grows with the cells that are reached and with the square of the points. */
const POINTS = { least: 2, most: 32 };

/**
 * @param isOver whether time is up
 * @throws ReachTooLarge
 */
export function fieldsFor(
  mesh: Mesh,
  objective: Objective,
  { sources, isReverse, destination, most, care }: FieldQuery,
  isOver: () => boolean,
): ReachFields {
  const work = care.work * (destination ? 2 : 1);
  const ends = [...sources.map(({ at }) => at), ...(destination ? [destination] : [])];
  const solve = (
    cells: Int32Array,
    points: number,
    bound: number,
    spaced = spacedOnAverage(mesh, points),
    stretched = spaced,
  ): ReachFields => {
    const placement = closerNearEnds(mesh, stretched, ends);
    const solver = new FieldSolver(mesh, objective, { pointsPerEdge: placement, cells });
    const find = (places: readonly FieldSource[], isTo: boolean) => {
      const field = isTo ? solver.to(places, { bound, isOver }) : solver.from(places, { bound, isOver });
      if (!field.complete) throw new ReachTooLarge();
      return field;
    };
    const there = find(sources, isReverse);
    const back = destination && find([{ at: destination }], !isReverse);
    const narrowed = (room: number): ReachFields => {
      const narrow = care.narrows && back && narrowPlacement(mesh, there, back, placement, spaced, room);
      return narrow ? { ...solve(cells, points, bound, spaced, narrow).narrowed(room), excess: 0 } : fields;
    };
    const fields = { there, back, excess: meanExcess(points), narrowed };
    return fields;
  };
  const endCells = ends.flatMap((at) => openCellsAt(mesh, at));
  const near = 'cost' in most ? cellsNear(mesh, objective, ends, most.cost) : allCells(mesh);
  // from so many cells on, the first field has the least number of points instead of one
  const isMany = near.length > work / (POINTS.least + 1) ** 2;
  const points = isMany ? POINTS.least : 1;
  const first = solve(near, points, 'cost' in most ? COARSE * most.cost : Infinity);
  const bound = 'cost' in most ? most.cost : first.there.costAt(destination!) * (1 + most.part);
  const reached = cellsReached(mesh, first, COARSE * bound, endCells);
  const finer = Math.min(POINTS.most, Math.floor(Math.sqrt(work / reached.length)));
  // without a bound: costs between a point inside the area and one outside are known only if both are
  return finer > points ? solve(reached, finer, Infinity) : first;
}

/**
 * On each edge a path is off the straight way by up to half the distance of points, 1 / (p + 1) of a cell: that makes a leg
 * longer by (a − b)² / 2 of it, a and b being uniform in ± half that, 1 / (12 (p + 1)²) at the mean; the best of many paths,
 * with a last leg that begins anywhere, has a quarter of it (measured on two meshes: costs of routes to lines are then off
 * by 0.00 % at the mean).
 */
const meanExcess = (pointsPerEdge: number): number => 1 / (48 * (pointsPerEdge + 1) ** 2);

/** The open cells that are not too far from every one of some places, as the crow flies, at the least cost per metre. */
function cellsNear(mesh: Mesh, objective: Objective, places: readonly LatLon[], cost: number): Int32Array {
  const angle = cost / (leastCostPerMetre(costsFor(mesh, objective)) * EARTH_RADIUS_M);
  if (!(angle < Math.PI)) return allCells(mesh);
  const vectors = places.map(unitVector);
  const { bounds } = mesh;
  const near: number[] = [];
  for (let cell = 0; cell < mesh.openCount; cell++) {
    const [west, south] = [bounds[4 * cell]!, bounds[4 * cell + 1]!];
    const [width, height] = [bounds[4 * cell + 2]! - west, bounds[4 * cell + 3]! - south];
    const [x, y, z] = unitVector({ lon: west + 0.5 * width, lat: south + 0.5 * height });
    const halfDiagonal = 0.5 * RADIANS * Math.sqrt(width * width + height * height);
    const least = Math.cos(Math.min(Math.PI, angle + halfDiagonal));
    if (vectors.some(([a, b, c]) => a * x + b * y + c * z >= least)) near.push(cell);
  }
  return Int32Array.from(near);
}

/** The cells with a point by way of which a voyage costs at most so much, and some others; ascending. */
function cellsReached(
  mesh: Mesh,
  { there, back }: ReachFields,
  bound: number,
  others: readonly number[],
): Int32Array {
  const costs = leastOf(mesh, there);
  if (back) for (const [cell, rest] of leastOf(mesh, back).entries()) costs[cell]! += rest;
  for (const cell of others) costs[cell] = 0;
  return allCells(mesh).filter((cell) => costs[cell]! <= bound);
}

/** By open cell: the least cost on its border, Infinity where it is not reached. */
function leastOf(mesh: Mesh, field: Field): Float64Array {
  const costs = new Float64Array(mesh.openCount).fill(Infinity);
  for (const { cells, least } of rangesOf(field)) {
    for (let k = 0; k < cells.length; k++) costs[cells[k]!] = Math.min(costs[cells[k]!]!, least[k]!);
  }
  return costs;
}
