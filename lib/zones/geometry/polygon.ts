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

/** The polygons of a geometry that polygonFault accepts. */
export function polygonsOf({ type, coordinates }: ZoneGeometry): Polygon[] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Position[][][];
  return polygons.map((rings) => layOut(rings.map((ring) => unwrap(ring).ring)));
}

/**
 * The ring with each edge on the shorter way round, but one from exactly −180 to 180, which goes the long way; unless the ring
 * closes only if it does not: then such an edge is where the ring was cut at the antimeridian.
 *
 * @returns also how many degrees further east it ends than it began: not 0 for one that runs round a pole
 */
export function unwrap(ring: readonly Position[]): { ring: Ring; turn: number } {
  const long = unwrapWith(ring, (difference) => difference);
  if (long.turn === 0) return long;
  const short = unwrapWith(ring, () => 0);
  return short.turn === 0 ? short : long;
}

/** @param wholeTurn what to make of a difference of exactly 360° */
function unwrapWith(ring: readonly Position[], wholeTurn: (difference: number) => number) {
  const flat = new Float64Array(2 * (ring.length - 1));
  let turns = 0;
  let before = withinTurn(ring[0]![0]!);
  for (let i = 0; i + 1 < ring.length; i++) {
    flat[2 * i] = before + 360 * turns;
    flat[2 * i + 1] = ring[i]![1]!;
    const next = withinTurn(ring[i + 1]![0]!);
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
