/**
 * Polygons on the sphere whose edges are straight in longitude and latitude, laid out flat so that longitudes
 * run on beyond ±180° where an edge crosses the antimeridian.
 */

/** GeoJSON: longitude, latitude, degrees. */
export type Position = readonly number[];

export interface ZoneGeometry {
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly coordinates: unknown;
}

/**
 * Longitude and latitude of each vertex, degrees, as they are given; the first is repeated at the end. Pairs of numbers would take four
 * times the memory.
 */
export type ClosedRing = Float64Array;

/** Longitude and latitude of each vertex, degrees, unwrapped; the first vertex is not repeated at the end. */
export type Ring = Float64Array;

/** The outline, then the holes, all on the same turn of longitude. A point is inside if an odd number of edges lies east of it. */
export interface Polygon {
  readonly rings: readonly Ring[];
  readonly bounds: Box;
}

/** Degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box of a cell or a piece. @param bounds west, south, east, north of each */
export function boxAt(bounds: Float64Array, k: number): Box {
  return {
    west: bounds[4 * k]!,
    south: bounds[4 * k + 1]!,
    east: bounds[4 * k + 2]!,
    north: bounds[4 * k + 3]!,
  };
}

/** Whether two boxes have a part of a side in common, also across the antimeridian. */
export function shareSide(a: Box, b: Box): boolean {
  const lat = Math.min(a.north, b.north) - Math.max(a.south, b.south);
  const lon = Math.min(a.east, b.east) - Math.max(a.west, b.west);
  if (lat > 0) return lon === 0 || meetAtAntimeridian(a, b) || meetAtAntimeridian(b, a);
  return lat === 0 && lon > 0;
}

const meetAtAntimeridian = (west: Box, east: Box): boolean => west.east === 180 && east.west === -180;

/** The polygons of a geometry that polygonFault accepts. */
export const polygonsOf = (geometry: ZoneGeometry): Polygon[] => closedRingsOf(geometry).map(polygonOf);

export const polygonOf = (rings: readonly ClosedRing[]): Polygon =>
  layOut(rings.map((ring) => unwrap(ring).ring));

/** By polygon: its outline, then its holes. */
export function closedRingsOf({ type, coordinates }: ZoneGeometry): ClosedRing[][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Position[][][];
  return polygons.map((rings) => rings.map(closedRing));
}

export function closedRing(positions: readonly Position[]): ClosedRing {
  const ring = new Float64Array(2 * positions.length);
  for (let i = 0; i < positions.length; i++) {
    ring[2 * i] = positions[i]![0]!;
    ring[2 * i + 1] = positions[i]![1]!;
  }
  return ring;
}

/** GeoJSON of polygons. */
export function geometryOf(polygons: readonly (readonly ClosedRing[])[]): ZoneGeometry {
  const coordinates = polygons.map((rings) => rings.map(positionsOf));
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0] }
    : { type: 'MultiPolygon', coordinates };
}

export function positionsOf(ring: ClosedRing): Position[] {
  const positions: Position[] = [];
  for (let k = 0; k < ring.length; k += 2) positions.push([ring[k]!, ring[k + 1]!]);
  return positions;
}

/**
 * The ring with each edge on the shorter way round, but one from exactly −180 to 180, which goes the long way; unless the ring
 * closes only if it does not: then such an edge is where the ring was cut at the antimeridian.
 *
 * @returns also how many degrees further east it ends than it began: not 0 for one that runs round a pole
 */
export function unwrap(ring: ClosedRing): { ring: Ring; turn: number } {
  const long = unwrapWith(ring, (difference) => difference);
  if (long.turn === 0) return long;
  const short = unwrapWith(ring, () => 0);
  return short.turn === 0 ? short : long;
}

/** @param wholeTurn what to make of a difference of exactly 360° */
function unwrapWith(ring: ClosedRing, wholeTurn: (difference: number) => number) {
  const flat = new Float64Array(ring.length - 2);
  let turns = 0;
  let before = withinTurn(ring[0]!);
  for (let k = 0; k < flat.length; k += 2) {
    flat[k] = before + 360 * turns;
    flat[k + 1] = ring[k + 1]!;
    const next = withinTurn(ring[k + 2]!);
    const difference = next - before;
    const step =
      Math.abs(difference) === 360
        ? wholeTurn(difference)
        : Math.abs(difference) > 180
          ? difference - 360 * Math.sign(difference)
          : difference;
    turns += Math.round((step - difference) / 360);
    before = next;
  }
  return { ring: withoutRepeats(flat), turn: 360 * turns + before - flat[0]! };
}

/** Without the points that are where the one before them is. */
function withoutRepeats(ring: Ring): Ring {
  let kept = 2;
  for (let k = 2; k < ring.length; k += 2) {
    if (ring[k] === ring[kept - 2] && ring[k + 1] === ring[kept - 1]) continue;
    ring[kept++] = ring[k]!;
    ring[kept++] = ring[k + 1]!;
  }
  while (kept > 2 && ring[kept - 2] === ring[0] && ring[kept - 1] === ring[1]) kept -= 2;
  return ring.subarray(0, kept);
}

/** Moves holes to the turn of their outline. */
export function layOut(rings: readonly Ring[]): Polygon {
  const [outline, ...holes] = rings as [Ring, ...Ring[]];
  const bounds = boundsOf(outline);
  const moved = holes.map((hole) => {
    const { west } = boundsOf(hole);
    const turns = Math.floor((west - bounds.west + 1e-9) / 360);
    return turns === 0 ? hole : hole.map((value, k) => (k % 2 === 0 ? value - 360 * turns : value));
  });
  return { rings: [outline, ...moved], bounds };
}

/** A polygon moved east by whole turns. */
export function turned({ rings, bounds }: Polygon, turns: number): Polygon {
  if (turns === 0) return { rings, bounds };
  const by = 360 * turns;
  return {
    rings: rings.map((ring) => ring.map((value, k) => (k % 2 === 0 ? value + by : value))),
    bounds: { ...bounds, west: bounds.west + by, east: bounds.east + by },
  };
}

export function boundsOf(ring: ArrayLike<number>): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < ring.length; k += 2) {
    west = Math.min(west, ring[k]!);
    east = Math.max(east, ring[k]!);
    south = Math.min(south, ring[k + 1]!);
    north = Math.max(north, ring[k + 1]!);
  }
  return { west, south, east, north };
}

/** A longitude within −180…180; these two stay as they are. */
function withinTurn(lon: number): number {
  return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
}
