/**
 * Divides a box far from the routes into few boxes: closed ones that are inside an area, and open ones with all that is outside and
 * some of the inside along the border. A search and a proof take time for each open box, so one is cut off only for what it closes.
 */
import type { Box } from '../geometry/polygon.ts';
import { type Area, metresOf, type Piece } from './divide-box.ts';

/** Parts of each extent of a box, at the ends of which a closed box may begin and end. */
const PARTS = 8;
/** Cuts are at multiples of this, degrees: cells side by side are then cut at the same places or well apart. */
const GRID = 2 ** -7;
/** An open box more is worth the closing of so many squares of the reach. */
const SQUARES = 0.25;
/** Times as long as wide: an open box counts once for each such length. */
const LONGEST = 4;

/** @param reachM how wide what stays open inside may be, metres */
export function closeInside<Part>(area: Area<Part>, box: Box, parts: Part, reachM: number): Piece[] {
  const found = area.look(box, parts);
  if (typeof found === 'string') return [{ ...box, isClosed: found === 'inside' }];
  const closed = bestInside(area, box, found, reachM);
  if (!closed) return [{ ...box, isClosed: false }];
  const beside = besideOf(box, closed).flatMap((open) => closeInside(area, open, found.parts, reachM));
  return [{ ...closed, isClosed: true }, ...beside];
}

/** The box inside that is best closed; null where none is worth the open boxes round it. */
function bestInside<Part>(
  area: Area<Part>,
  box: Box,
  { border, parts }: { readonly border: Box; readonly parts: Part },
  reachM: number,
): Box | null {
  const worthM2 = SQUARES * reachM * reachM;
  if (squareMetres(box) <= worthM2) return null;
  const xs = linesOf(box.west, box.east, border.west, border.east);
  const ys = linesOf(box.south, box.north, border.south, border.north);
  const isInside = insideOf(area, xs, ys, parts);
  let [best, most]: [Box | null, number] = [null, 0];
  for (let low = 0; low + 1 < ys.length; low++) {
    // by column: whether all rows so far are inside
    const columns = xs.slice(1).map(() => true);
    for (let high = low; high + 1 < ys.length; high++) {
      for (let x = 0; x < columns.length; x++) columns[x] &&= isInside[high]![x]!;
      for (let from = 0; from < columns.length; from++) {
        for (let to = from; columns[to]; to++) {
          const closed = { west: xs[from]!, south: ys[low]!, east: xs[to + 1]!, north: ys[high + 1]! };
          const gain = squareMetres(closed);
          if (gain - worthM2 <= most) continue;
          const worth = gain - worthM2 * piecesOf(besideOf(box, closed));
          if (worth > most) [best, most] = [closed, worth];
        }
      }
    }
  }
  return best;
}

function insideOf<Part>(
  area: Area<Part>,
  xs: readonly number[],
  ys: readonly number[],
  parts: Part,
): boolean[][] {
  const [west, east] = [xs[0]!, xs.at(-1)!];
  return ys.slice(1).map((north, y) => {
    const south = ys[y]!;
    const row = area.look({ west, south, east, north }, parts);
    if (typeof row === 'string') return xs.slice(1).map(() => row === 'inside');
    return xs
      .slice(1)
      .map((to, x) => area.look({ west: xs[x]!, south, east: to, north }, row.parts) === 'inside');
  });
}

/** The sides of a box and lines between them, closer to each other where the border is. */
function linesOf(low: number, high: number, from: number, to: number): number[] {
  const lines = [low];
  const add = (line: number) => line > lines.at(-1)! && line < high && lines.push(line);
  // just beyond the border, for what is inside because the area is what another one leaves
  add(GRID * Math.floor(from / GRID));
  for (let k = 0; k <= PARTS; k++) add(GRID * Math.round((from + ((to - from) * k) / PARTS) / GRID));
  add(GRID * Math.ceil(to / GRID));
  return [...lines, high];
}

/** What is left of a box beside a box in it: of both ways to cut it, the one with fewer long pieces. */
function besideOf(box: Box, inner: Box): Box[] {
  const { west, south, east, north } = inner;
  const isWhole = ({ west, south, east, north }: Box) => east > west && north > south;
  const rows = [
    { ...box, north: south },
    { ...box, south: north },
    { ...inner, west: box.west, east: west },
    { ...inner, west: east, east: box.east },
  ].filter(isWhole);
  const columns = [
    { ...box, east: west },
    { ...box, west: east },
    { ...inner, south: box.south, north: south },
    { ...inner, south: north, north: box.north },
  ].filter(isWhole);
  return piecesOf(columns) < piecesOf(rows) ? columns : rows;
}

/** How many boxes these are once those that are long are divided. */
function piecesOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => {
    const { width, height } = metresOf(box);
    return sum + Math.max(1, Math.max(width, height) / (LONGEST * Math.min(width, height)));
  }, 0);
}

function squareMetres(box: Box): number {
  const { width, height } = metresOf(box);
  return width * height;
}
