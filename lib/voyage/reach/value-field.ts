import { computed } from '../../engine/computed.ts';
import type { Field, FieldSource } from '../../engine/field.ts';
import { EARTH_RADIUS_M, type LatLon } from '../../engine/geometry/sphere.ts';
import { cellsAt, openCellsAt } from '../../engine/mesh/locate.ts';
import { leastPerRadian } from '../../engine/search/place.ts';
import { SAME_PLACE } from '../../engine/tolerances.ts';
import { borderOf, type CellBorder } from './cell-border.ts';
import { CellCosts, type Nearest, type SourceInCell } from './cell-costs.ts';
import { type CellRanges, rangesOf } from './cell-ranges.ts';
import { KnownPlaces } from './known-places.ts';
import { withMeetings } from './meetings.ts';

export interface BorderValues {
  /** Degrees. */
  readonly lon: ArrayLike<number>;
  readonly lat: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** A place's cost from, or to, one origin, and from the nearest of the others; Infinity where there is none. */
export interface Value {
  readonly own: number;
  readonly others: number;
}

/** By how much a place is outside the area of an origin within a limit: below 0 inside, continuous across its border. */
export const excessOver = (limit: number, { own, others }: Value): number =>
  own < Infinity ? Math.max(own - limit, own - others) : Infinity;

/** What a contour is drawn of: a value in every open cell. */
export interface ValueField {
  /** By way of one open cell, for a point in it or on its border. */
  inCell(cell: number, at: LatLon): Value;
  /** By way of any cell that touches the point. */
  at(at: LatLon): Value;
  /**
   * The field's points on the border of a cell and its corners, counterclockwise from the southwest corner; Infinity where
   * another origin is nearer.
   */
  borderOf(cell: number): BorderValues;
  /** Whether several origins reach a cell first. */
  isShared(cell: number): boolean;
  /** Whether three or more do, so that there may be a corner of areas in it. */
  isMeeting(cell: number): boolean;
  /** The cells with a value, and the least and the greatest at the field's points on their borders. */
  readonly ranges: CellRanges;
  /** Whether it may be less inside a cell than at every point of its border, with no origin there. */
  readonly mayDip: boolean;
}

/**
 * By origin: the cost from it, or to it, where it is the nearest of all.
 *
 * @param sources those of the field
 * @param ends where areas begin: the places of these sources, and of those of another field that is added to this one
 */
export function valuesOf(
  field: Field,
  sources: readonly FieldSource[],
  ends: readonly LatLon[],
): ValueField[] {
  const { mesh } = field;
  const ranges = rangesOf(field);
  const sourcesOf = new Map<number, Set<number>>();
  const within = new Map<number, SourceInCell[]>();
  for (const [source, { at, cost = 0 }] of sources.entries()) {
    const own = openCellsAt(mesh, at);
    for (const cell of own) computed(within, cell, () => []).push({ at, cost, source });
    for (const cell of [...own, ...ranges[source]!.cells])
      computed(sourcesOf, cell, () => new Set()).add(source);
  }
  const borders = new Map<number, CellBorder>();
  const borderIn = (cell: number) => computed(borders, cell, () => borderOf(field, cell, ends));
  const costs = new Map<number, CellCosts>();
  const isShared = (cell: number) => (sourcesOf.get(cell)?.size ?? 0) > 1;
  const costsIn = (cell: number) =>
    computed(costs, cell, () => {
      const border = isShared(cell)
        ? withMeetings(borderIn(cell), leastPerRadian(mesh, field.costs, cell) / EARTH_RADIUS_M)
        : borderIn(cell);
      return new CellCosts(field, cell, border, within.get(cell) ?? []);
    });
  // where two areas meet each asks for the same places, and so do several contours
  const known = new Map<number, KnownPlaces<Nearest>>();
  const nearestTwo = (cell: number, at: LatLon): Nearest => {
    const find = () => costsIn(cell).nearestTwo(at);
    return isShared(cell) ? computed(known, cell, () => new KnownPlaces<Nearest>()).at(at, find) : find();
  };
  return ranges.map((own, origin) => ({
    inCell: (cell, at) => valueFor(origin, nearestTwo(cell, at)),
    at: (at) => {
      // cells side by side may end at other last bits
      const cells = cellsAt(mesh, at, SAME_PLACE).filter((cell) => cell < mesh.openCount);
      const values = cells.map((cell) => valueFor(origin, nearestTwo(cell, at)));
      return {
        own: Math.min(...values.map((value) => value.own)),
        others: Math.min(...values.map((value) => value.others)),
      };
    },
    borderOf: (cell) => {
      const { lon, lat, cost, source } = borderIn(cell);
      return { lon, lat, value: cost.map((each, k) => (source[k] === origin ? each : Infinity)) };
    },
    isShared,
    isMeeting: (cell) => (sourcesOf.get(cell)?.size ?? 0) > 2,
    ranges: own,
    mayDip: false,
  }));
}

/** Where two others are nearer, no more is said than that it is outside. */
function valueFor(origin: number, [first, second]: Nearest): Value {
  if (first.source === origin) return { own: first.cost, others: second.cost };
  return { own: second.source === origin ? second.cost : Infinity, others: first.cost };
}

/** The cost of a voyage by way of a point: to it by one field, from there by another of one origin. */
export function sumOf(there: ValueField, back: ValueField): ValueField {
  const sum = (a: Value, b: Value): Value => ({ own: a.own + b.own, others: a.others + b.own });
  return {
    inCell: (cell, at) => sum(there.inCell(cell, at), back.inCell(cell, at)),
    at: (at) => sum(there.at(at), back.at(at)),
    borderOf: (cell) => {
      const [a, b] = [there.borderOf(cell), back.borderOf(cell)];
      return { ...a, value: Array.from(a.value, (each, k) => each + b.value[k]!) };
    },
    isShared: there.isShared,
    isMeeting: there.isMeeting,
    ranges: sumOfRanges(there.ranges, back.ranges),
    mayDip: true,
  };
}

function sumOfRanges(a: CellRanges, b: CellRanges): CellRanges {
  const cells: number[] = [];
  const least: number[] = [];
  const most: number[] = [];
  const isWhole: boolean[] = [];
  for (let i = 0, j = 0; i < a.cells.length; i++) {
    while (b.cells[j]! < a.cells[i]!) j++;
    if (b.cells[j] !== a.cells[i]) continue;
    cells.push(a.cells[i]!);
    least.push(a.least[i]! + b.least[j]!);
    most.push(a.most[i]! + b.most[j]!);
    isWhole.push(a.isWhole[i]! && b.isWhole[j]!);
  }
  return { cells, least, most, isWhole };
}
