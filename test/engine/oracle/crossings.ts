/**
 * Where open cells meet, by geometry and neighbour graph: shared edges; corners, one per group of cells that edges
 * join there; and pinches, where only a corner links two groups.
 */
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import { isOpen } from '../random-mesh.ts';
import type { Point } from './sailing.ts';

export interface SharedEdge {
  readonly cells: readonly [number, number];
  readonly from: Point;
  readonly to: Point;
}

export interface Corner {
  readonly at: Point;
  /** Cells that touch here and are joined by edges that end here, directly or round the corner. */
  readonly cells: readonly number[];
}

export interface Crossings {
  readonly edges: readonly SharedEdge[];
  readonly corners: readonly Corner[];
  /** Pairs of corners at one place. */
  readonly pinches: readonly (readonly [number, number])[];
}

export function findCrossings(source: MeshSource): Crossings {
  const edges: SharedEdge[] = [];
  const diagonals: { cells: [number, number]; at: Point }[] = [];
  for (const [a, b] of linkedPairs(source)) {
    const shared = sharedEdges(source, a, b);
    edges.push(...shared);
    if (shared.length === 0) diagonals.push({ cells: [a, b], at: sharedCorner(source.bounds, a, b) });
  }
  const places = new Map<string, { at: Point; groups: Set<number>[] }>();
  const join = (at: Point, ...cells: number[]) => {
    const key = `${at[0] === 180 ? -180 : at[0]} ${at[1]}`;
    const place = places.get(key) ?? { at, groups: [] };
    const touched = place.groups.filter((group) => cells.some((cell) => group.has(cell)));
    const rest = place.groups.filter((group) => !touched.includes(group));
    places.set(key, {
      at: place.at,
      groups: [...rest, new Set([...cells, ...touched.flatMap((g) => [...g])])],
    });
    return key;
  };
  for (const { cells, from, to } of edges) for (const at of [from, to]) join(at, ...cells);
  for (const { cells, at } of diagonals) for (const cell of cells) join(at, cell);

  const corners: Corner[] = [];
  const cornerOf = new Map<string, number>();
  for (const [key, { at, groups }] of places) {
    for (const group of groups) {
      for (const cell of group) cornerOf.set(`${key} ${cell}`, corners.length);
      corners.push({ at, cells: [...group] });
    }
  }
  const pinches = diagonals
    .map(({ cells, at }) =>
      cells.map((cell) => cornerOf.get(`${at[0] === 180 ? -180 : at[0]} ${at[1]} ${cell}`)!),
    )
    .filter(([a, b]) => a !== b) as [number, number][];
  return { edges, corners, pinches };
}

/** For each cell the name of its component, by edges alone or with the pinches; −1 = closed. */
export function componentsOf(
  source: MeshSource,
  { corners, pinches }: Crossings,
  withPinches: boolean,
): number[] {
  const component = source.ids.map((_, i) => (isOpen(source, i) ? i : -1));
  const merge = (cells: readonly number[]) => {
    const names = new Set(cells.map((cell) => component[cell]!));
    if (names.size < 2) return;
    const name = Math.min(...names);
    for (let i = 0; i < component.length; i++) if (names.has(component[i]!)) component[i] = name;
  };
  for (const { cells } of corners) merge(cells);
  if (withPinches) for (const [a, b] of pinches) merge([...corners[a]!.cells, ...corners[b]!.cells]);
  return component;
}

function linkedPairs(source: MeshSource): [number, number][] {
  const { start, cell } = source.neighbours;
  const pairs = new Map<string, [number, number]>();
  for (let i = 0; i < source.ids.length; i++) {
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      const j = cell[k]!;
      if (!isOpen(source, i) || !isOpen(source, j) || i === j) continue;
      pairs.set(`${Math.min(i, j)} ${Math.max(i, j)}`, [Math.min(i, j), Math.max(i, j)]);
    }
  }
  return [...pairs.values()];
}

type Rectangle = readonly [west: number, south: number, east: number, north: number];

export function rectangleOf(source: MeshSource, row: number): Rectangle {
  return [...source.bounds.subarray(4 * row, 4 * row + 4)] as unknown as Rectangle;
}

function sharedEdges(source: MeshSource, a: number, b: number): SharedEdge[] {
  const [west, south, east, north] = rectangleOf(source, a);
  const [west2, south2, east2, north2] = rectangleOf(source, b);
  const low = [Math.max(west, west2), Math.max(south, south2)] as const;
  const high = [Math.min(east, east2), Math.min(north, north2)] as const;
  const edges: SharedEdge[] = [];
  for (const [lon, facing] of [
    [east, west2],
    [west, east2],
  ] as const) {
    if (isSameMeridian(lon, facing) && low[1] < high[1]) {
      edges.push({ cells: [a, b], from: [lon, low[1]], to: [lon, high[1]] });
    }
  }
  if ((north === south2 || south === north2) && low[0] < high[0]) {
    const lat = north === south2 ? north : south;
    edges.push({ cells: [a, b], from: [low[0], lat], to: [high[0], lat] });
  }
  return edges;
}

function sharedCorner(bounds: Float64Array, a: number, b: number): Point {
  for (const x of [0, 2]) {
    for (const y of [1, 3]) {
      const lon = bounds[4 * a + x]!;
      const lat = bounds[4 * a + y]!;
      if (isSameMeridian(lon, bounds[4 * b + 2 - x]!) && lat === bounds[4 * b + 4 - y]) return [lon, lat];
    }
  }
  throw new Error(`cells ${a} and ${b} are linked but do not touch`);
}

function isSameMeridian(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) === 360;
}
