import { computed } from '../../engine/computed.ts';
import type { Field } from '../../engine/field.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { openCellsAt } from '../../engine/mesh/locate.ts';
import { borderOf, type CellBorder } from './cell-border.ts';
import { type CellRanges, rangesOf } from './cell-ranges.ts';
import { KnownPlaces } from './known-places.ts';

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
 * @param origins the places of the field's sources
 * @param ends the same, and those of another field that is added to this one
 */
export function valuesOf(field: Field, origins: readonly LatLon[], ends: readonly LatLon[]): ValueField[] {
  const ranges = rangesOf(field);
  const { only, meetings } = sharesOf(field, ranges, origins);
  const borders = new Map<number, CellBorder>();
  // where two areas meet each asks for the same places, and so do several contours
  const known = new Map<number, KnownPlaces<Nearest>>();
  const nearestTwo = (at: LatLon, cell?: number): Nearest =>
    computed(known, cell ?? ANY_CELL, () => new KnownPlaces<Nearest>()).at(at, () =>
      field.nearestTwo(at, cell),
    );
  return ranges.map((own, origin) => ({
    inCell: (cell, at) =>
      only.get(cell) === origin
        ? { own: field.inCell(cell, at).cost, others: Infinity }
        : valueFor(origin, nearestTwo(at, cell)),
    at: (at) =>
      openCellsAt(field.mesh, at).every((cell) => only.get(cell) === origin)
        ? { own: field.costAt(at), others: Infinity }
        : valueFor(origin, nearestTwo(at)),
    borderOf: (cell) => {
      const { lon, lat, cost, source } = computed(borders, cell, () => borderOf(field, cell, ends));
      return { lon, lat, value: cost.map((each, k) => (source[k] === origin ? each : Infinity)) };
    },
    isShared: (cell) => only.get(cell) !== origin,
    isMeeting: (cell) => meetings.has(cell),
    ranges: own,
    mayDip: false,
  }));
}

const ANY_CELL = -1;
type Nearest = ReturnType<Field['nearestTwo']>;

/** Where two others are nearer, no more is said than that it is outside. */
function valueFor(origin: number, [first, second]: Nearest): Value {
  if (first.source === origin) return { own: first.cost, others: second.cost };
  return { own: second.source === origin ? second.cost : Infinity, others: first.cost };
}

interface Shares {
  /** By cell: the only origin that reaches it, from which costs are found at once; of the others two have to be told apart. */
  readonly only: ReadonlyMap<number, number>;
  /** The cells that three or more reach. */
  readonly meetings: ReadonlySet<number>;
}

function sharesOf({ mesh }: Field, ranges: readonly CellRanges[], origins: readonly LatLon[]): Shares {
  const only = new Map<number, number>();
  const second = new Map<number, number>();
  const meetings = new Set<number>();
  const add = (cell: number, origin: number) => {
    if (computed(only, cell, () => origin) === origin) return;
    if (computed(second, cell, () => origin) !== origin) meetings.add(cell);
  };
  for (const [origin, { cells }] of ranges.entries()) {
    for (const cell of cells) add(cell, origin);
    for (const cell of openCellsAt(mesh, origins[origin]!)) add(cell, origin);
  }
  for (const cell of second.keys()) only.delete(cell);
  return { only, meetings };
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
