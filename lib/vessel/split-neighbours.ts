/**
 * Cuts large open cells beside small closed ones, as the vessel step of the published mesh pipeline does, so that other tools, which go
 * from cell centre to cell centre, find ways along a coast. Our engine does not need it: the pieces carry their parent's values.
 */

/** The directions of a neighbour graph: 1 north-east, 2 east, 3 south-east, 4 south; negative ones are opposite. */
export const DIRECTIONS = [1, 2, 3, 4, -1, -2, -3, -4] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** lonMin, latMin, lonMax, latMax, degrees. */
export type Rectangle = readonly [west: number, south: number, east: number, north: number];

/** By direction, the cells on that side. */
export type Links = Record<Direction, number[]>;

export interface SplitCell {
  /** The row of the cell that it was, or was cut from. */
  readonly row: number;
  readonly id: number;
  readonly rectangle: Rectangle;
  /** Ids of the neighbours. */
  readonly links: Links;
  /** False for a cell that was not cut. */
  readonly isPiece: boolean;
}

/** Degrees by which equal sides may differ by rounding. */
const TOLERANCE = 1e-9;

const same = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;
const width = ([west, , east]: Rectangle) => east - west;

/**
 * For each closed cell in order: as long as open neighbours are wider than it, each of these is cut in four. A neighbour that is only
 * taller is left as it is.
 *
 * @param cells by row
 * @param inaccessible by row: 1 for closed cells
 * @returns the cells in their order, those that were cut left out, their pieces at the end
 */
export function splitNeighbours(
  cells: readonly { readonly id: number; readonly rectangle: Rectangle; readonly links: Links }[],
  inaccessible: Uint8Array,
): SplitCell[] {
  const mesh = new Map<number, SplitCell>(
    cells.map((cell, row) => [cell.id, { ...cell, row, links: copyOf(cell.links), isPiece: false }]),
  );
  let nextId = cells.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
  for (let row = 0; row < cells.length; row++) {
    if (!inaccessible[row]) continue;
    const closed = mesh.get(cells[row].id)!;
    while (true) {
      const open = neighboursOf(mesh, closed).filter((cell) => !inaccessible[cell.row]);
      const wider = open.filter(({ rectangle }) => width(rectangle) > width(closed.rectangle) + TOLERANCE);
      if (wider.length === 0) break;
      for (const cell of new Set(wider)) {
        cut(mesh, cell, nextId);
        nextId += 4;
      }
    }
  }
  return [...mesh.values()];
}

const copyOf = (links: Links): Links =>
  Object.fromEntries(DIRECTIONS.map((direction) => [direction, [...links[direction]]])) as Links;

const noLinks = (): Links =>
  Object.fromEntries(DIRECTIONS.map((direction) => [direction, []])) as unknown as Links;

function neighboursOf(mesh: ReadonlyMap<number, SplitCell>, { links }: SplitCell): SplitCell[] {
  return DIRECTIONS.flatMap((direction) => links[direction].map((id) => mesh.get(id)!));
}

/** Replaces a cell by its quarters SW, NW, SE, NE, in the graph too. */
function cut(mesh: Map<number, SplitCell>, { id, row, rectangle, links }: SplitCell, firstId: number): void {
  const [west, south, east, north] = rectangle;
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  const quarters: Rectangle[] = [
    [west, south, lon, lat],
    [west, lat, lon, north],
    [lon, south, east, lat],
    [lon, lat, east, north],
  ];
  const pieces = quarters.map(
    (quarter, i): SplitCell => ({
      row,
      id: firstId + i,
      rectangle: quarter,
      links: noLinks(),
      isPiece: true,
    }),
  );
  mesh.delete(id);
  for (const piece of pieces) mesh.set(piece.id, piece);
  for (const piece of pieces) for (const other of pieces) if (piece !== other) link(piece, other);
  for (const direction of DIRECTIONS) {
    for (const neighbour of links[direction].map((other) => mesh.get(other)!)) {
      const back = neighbour.links[-direction as Direction];
      back.splice(back.indexOf(id), 1);
      for (const piece of pieces) link(piece, neighbour);
      // in this order the published tool has them in the neighbour's list
      for (const piece of pieces.toReversed()) link(neighbour, piece);
    }
  }
}

function link(from: SplitCell, to: SplitCell): void {
  const direction = directionOf(from.rectangle, to.rectangle);
  if (direction) from.links[direction].push(to.id);
}

/** Where `b` touches `a`: along a side, or exactly at a corner; null where it does not. */
function directionOf(a: Rectangle, b: Rectangle): Direction | null {
  const x = sideOf(a[0], a[2], b[0], b[2], 180);
  const y = sideOf(a[1], a[3], b[1], b[3], Infinity);
  if (x === null || y === null || (x === 0 && y === 0)) return null;
  if (x === 0) return y > 0 ? -4 : 4;
  if (y === 0) return x > 0 ? 2 : -2;
  if (x > 0) return y > 0 ? 1 : 3;
  return y > 0 ? -3 : -1;
}

/** Along one axis: 1 where b begins at a's end, −1 where it ends at a's begin, 0 where they overlap, else null. */
function sideOf(aMin: number, aMax: number, bMin: number, bMax: number, seam: number): 1 | 0 | -1 | null {
  if (same(aMax, bMin) || (same(aMax, seam) && same(bMin, -seam))) return 1;
  if (same(aMin, bMax) || (same(aMin, -seam) && same(bMax, seam))) return -1;
  return bMin < aMax && bMax > aMin ? 0 : null;
}
