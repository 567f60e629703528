/**
 * Where a vessel can cross from one open cell to another: shared edges, corners, and pinches.
 *
 * An edge is the common stretch of two cells' sides. A corner is an end of edges together with the cells that
 * these join; where two diagonal cells only touch, the place has two corners and a pinch between them.
 */

export interface Borders {
  /** edges × 3: fixed coordinate, begin and end of the free one, degrees. */
  readonly span: Float64Array;
  /** edges × 4: low cell, high cell, begin corner, end corner. */
  readonly topology: Int32Array;
  readonly vertical: Uint8Array;
  /** corners × 2: lon, lat. */
  readonly point: Float64Array;
  /** corners × 4: cells; edges; −1 = none. */
  readonly cornerCell: Int32Array;
  readonly cornerEdge: Int32Array;
  /** pinches × 2: corners. */
  readonly pinch: Int32Array;
}

interface Edge {
  readonly low: number;
  readonly high: number;
  readonly vertical: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly lon: number;
  readonly lat: number;
  readonly edges: number[];
  readonly diagonals: [number, number][];
}

/**
 * @param bounds of the open cells, in canonical order
 * @param pairs each pair of neighbouring open cells once, in order
 */
export function findBorders(bounds: Float64Array, pairs: readonly (readonly [number, number])[]): Borders {
  const edges: Edge[] = [];
  const places = new Map<string, Place>();
  const placeAt = (lon: number, lat: number): Place => {
    const key = `${lon === 180 ? -180 : lon} ${lat}`;
    const place = places.get(key) ?? { lon, lat, edges: [], diagonals: [] };
    places.set(key, place);
    return place;
  };
  for (const [a, b] of pairs) {
    const shared = sharedEdges(bounds, a, b);
    for (const edge of shared) {
      const index = edges.push(edge) - 1;
      for (const t of [edge.from, edge.to]) {
        (edge.vertical ? placeAt(edge.at, t) : placeAt(t, edge.at)).edges.push(index);
      }
    }
    const corner = shared.length === 0 ? sharedCorner(bounds, a, b) : null;
    if (corner) placeAt(...corner).diagonals.push([a, b]);
  }
  return assemble(edges, [...places.values()]);
}

/** The edges that cells a and b share, in either order, also across the antimeridian. */
function sharedEdges(bounds: Float64Array, a: number, b: number): Edge[] {
  const edges: Edge[] = [];
  for (const [low, high] of [
    [a, b],
    [b, a],
  ] as const) {
    const lon = bounds[4 * low + 2];
    const lat = bounds[4 * low + 3];
    const south = Math.max(bounds[4 * a + 1], bounds[4 * b + 1]);
    const north = Math.min(bounds[4 * a + 3], bounds[4 * b + 3]);
    const west = Math.max(bounds[4 * a], bounds[4 * b]);
    const east = Math.min(bounds[4 * a + 2], bounds[4 * b + 2]);
    if (meets(lon, bounds[4 * high]) && south < north) {
      edges.push({ low, high, vertical: true, at: lon, from: south, to: north });
    }
    if (lat === bounds[4 * high + 1] && west < east) {
      edges.push({ low, high, vertical: false, at: lat, from: west, to: east });
    }
  }
  return edges;
}

/** The point where cells a and b touch by a corner, or null. */
function sharedCorner(bounds: Float64Array, a: number, b: number): [lon: number, lat: number] | null {
  for (const x of [0, 2]) {
    for (const y of [1, 3]) {
      const lon = bounds[4 * a + x];
      const lat = bounds[4 * a + y];
      if (
        (meets(lon, bounds[4 * b + 2 - x]) || meets(bounds[4 * b + 2 - x], lon)) &&
        lat === bounds[4 * b + 4 - y]
      ) {
        return [lon, lat];
      }
    }
  }
  return null;
}

/** Whether an eastern and a western side are on the same meridian; 180 and −180 are equal. */
function meets(east: number, west: number): boolean {
  return east === west || (east === 180 && west === -180);
}

function assemble(edges: readonly Edge[], places: readonly Place[]): Borders {
  const topology = new Int32Array(4 * edges.length).fill(-1);
  edges.forEach(({ low, high }, i) => {
    topology.set([low, high], 4 * i);
  });
  const point: number[] = [];
  const cornerCell: number[] = [];
  const cornerEdge: number[] = [];
  const pinch: number[] = [];
  for (const place of places) {
    const groups = cellGroups(place, edges);
    const cornerOf = new Map<number, number>();
    for (const group of groups) {
      const corner = point.length / 2;
      for (const cell of group) cornerOf.set(cell, corner);
      point.push(place.lon, place.lat);
      const own = place.edges.filter((e) => group.includes(edges[e].low));
      for (const e of own) topology[4 * e + (isBegin(edges[e], place) ? 2 : 3)] = corner;
      for (let k = 0; k < 4; k++) {
        cornerCell.push(group[k] ?? -1);
        cornerEdge.push(own[k] ?? -1);
      }
    }
    for (const [a, b] of place.diagonals) {
      const from = cornerOf.get(a)!;
      const to = cornerOf.get(b)!;
      if (from !== to) pinch.push(from, to);
    }
  }
  return {
    span: Float64Array.from(edges.flatMap(({ at, from, to }) => [at, from, to])),
    vertical: Uint8Array.from(edges, ({ vertical }) => (vertical ? 1 : 0)),
    topology,
    point: Float64Array.from(point),
    cornerCell: Int32Array.from(cornerCell),
    cornerEdge: Int32Array.from(cornerEdge),
    pinch: Int32Array.from(pinch),
  };
}

function isBegin({ vertical, from }: Edge, { lon, lat }: Place): boolean {
  return vertical ? from === lat : meets(lon, from) || meets(from, lon);
}

/** The cells at a place, in groups: cells joined by an edge are in the same group. Ascending. */
function cellGroups({ edges: own, diagonals }: Place, edges: readonly Edge[]): number[][] {
  let groups: number[][] = [
    ...new Set([...own.flatMap((e) => [edges[e].low, edges[e].high]), ...diagonals.flat()]),
  ].map((cell) => [cell]);
  for (const e of own) {
    const { low, high } = edges[e];
    const joined = groups.filter((group) => group.includes(low) || group.includes(high));
    groups = [...groups.filter((group) => !joined.includes(group)), joined.flat()];
  }
  for (const group of groups) group.sort((a, b) => a - b);
  return groups.sort((a, b) => a[0] - b[0]);
}
