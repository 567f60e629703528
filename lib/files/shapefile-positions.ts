/** The positions of a shapefile, as its parser makes them, in longitude and latitude. */
import { FileUnreadable } from './errors.ts';

/** Longitude, latitude; what the parser made is written over, which takes half the memory. */
type Position = number[];
/** Writes longitude and latitude of a projected position. */
export type Place = (x: number, y: number, at: Position) => void;

/** Positions in all layers together. */
export const MAX_POSITIONS = 2_000_000;
/** Longest edge in a projection, its units, which are metres in nearly all. */
const LONGEST_EDGE = 20_000;
/** The square of a length that no rounding makes as long. */
const SURELY_SHORT = 0.99 * LONGEST_EDGE ** 2;

/** So many positions are remembered, a power of two: those of a border are in the areas on both its sides. */
const REMEMBERED = 2 ** 16;

/** Looks up what it has placed not long before. */
export function remembered(place: Place): Place {
  const known = new Float64Array(4 * REMEMBERED).fill(Number.NaN);
  const key = new Float64Array(2);
  const words = new Uint32Array(key.buffer);
  return (x, y, at) => {
    key[0] = x;
    key[1] = y;
    const low = Math.imul(words[0]!, 0x85ebca6b) ^ Math.imul(words[2]!, 0xc2b2ae35);
    const hash = Math.imul(low ^ (low >>> 15) ^ words[1]!, 0x27d4eb2d) ^ Math.imul(words[3]!, 0x165667b1);
    const k = 4 * ((hash ^ (hash >>> 14)) & (REMEMBERED - 1));
    // 0 and −0 are on two sides of the antimeridian
    if (Object.is(known[k], x) && Object.is(known[k + 1], y)) {
      at[0] = known[k + 2]!;
      at[1] = known[k + 3]!;
      return;
    }
    place(x, y, at);
    known[k] = x;
    known[k + 1] = y;
    known[k + 2] = at[0]!;
    known[k + 3] = at[1]!;
  };
}

export interface Placing {
  readonly isProjected: boolean;
  readonly place: Place;
  readonly name: string;
  readonly budget: { positions: number };
}

const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

export function placed(coordinates: unknown, type: string, placing: Placing): unknown {
  const isArea = type.endsWith('Polygon');
  const isLine = isArea || type.endsWith('LineString');
  const within = (part: unknown, depth: number): unknown => {
    if (depth === 0) return positionOf(part as Position, placing);
    if (depth > 1 || !isLine) return (part as unknown[]).map((each) => within(each, depth - 1));
    const line = lineOf(part as Position[], placing);
    return isArea && placing.isProjected ? closedAtPole(line) : line;
  };
  return within(coordinates, DEPTHS[type] ?? 0);
}

/** In a projection, edges are cut so that none is longer than LONGEST_EDGE, up to a thousand pieces each. */
function lineOf(line: Position[], placing: Placing): Position[] {
  // most lines have short edges, and stay as long as they are
  let points: Position[] | null = null;
  for (let i = 0; i < line.length; i++) {
    const position = line[i]!;
    const x = position[0]!;
    const y = position[1]!;
    const placed = positionOf(position, placing);
    if (points) points.push(placed);
    else line[i] = placed;
    const to = line[i + 1];
    if (!to || !placing.isProjected) continue;
    const dx = to[0]! - x;
    const dy = to[1]! - y;
    if (dx * dx + dy * dy < SURELY_SHORT) continue;
    const count = Math.max(1, Math.min(1000, Math.ceil(Math.hypot(dx, dy) / LONGEST_EDGE) || 1));
    if (count > 1) points ??= line.slice(0, i + 1);
    for (let k = 1; k < count; k++) {
      points!.push(positionOf([x + (dx * k) / count, y + (dy * k) / count], placing));
    }
  }
  return points ?? line;
}

function positionOf(position: Position, { place, name, budget }: Placing): Position {
  if (--budget.positions < 0) {
    throw new FileUnreadable(
      `The shapefile has more than ${MAX_POSITIONS} positions, which is the most that is read: simplify its lines.`,
    );
  }
  const x = position[0]!;
  const y = position[1]!;
  const at = position.length === 2 ? position : [0, 0];
  place(x, y, at);
  const lon = at[0]!;
  const lat = at[1]!;
  if (!(Math.abs(lat) <= 90 + 1e-9 && Math.abs(lon) <= 360)) {
    throw new FileUnreadable(
      `The shapefile ${name} has a position that is none on Earth (${x}, ${y}): its .prj is missing or of another file.`,
    );
  }
  if (Math.abs(lat) > 90) at[1] = Math.sign(lat) * 90;
  return at;
}

/** A ring that runs once round the globe encloses the nearer pole: it is cut at the antimeridian and closed along the pole. */
function closedAtPole(ring: Position[]): Position[] {
  let turns = 0;
  let before = ring[0]![0]!;
  for (let i = 1; i < ring.length; i++) {
    const lon = ring[i]![0]!;
    turns += turnsOf(lon - before);
    before = lon;
  }
  const turn = Math.round((ring.at(-1)![0]! - ring[0]![0]!) / 360 + turns);
  if (turn === 0) return ring;
  const at = ring.slice(1).findIndex((to, i) => turnsOf(to[0]! - ring[i]![0]!) === turn);
  if (at < 0) return ring;
  const [from, to] = [ring[at]!, ring[at + 1]!];
  const edge = 180 * turn;
  const part = (edge - from[0]!) / (to[0]! + 360 * turn - from[0]!);
  const lat = from[1]! + part * (to[1]! - from[1]!);
  const pole = ring.reduce((sum, position) => sum + position[1]!, 0) < 0 ? -90 : 90;
  const open = [...ring.slice(at + 1, -1), ...ring.slice(0, at + 1)];
  return [[-edge, lat], ...open, [edge, lat], [edge, pole], [-edge, pole], [-edge, lat]];
}

/** By how many turns an edge that is so many degrees long crosses the antimeridian: 1 eastwards, −1 westwards. */
const turnsOf = (step: number): number => (step < -180 ? 1 : step > 180 ? -1 : 0);
