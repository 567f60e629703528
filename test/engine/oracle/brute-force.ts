/**
 * The cheapest route by brute force: points all along the edges, every leg between two points of one cell, Dijkstra;
 * then again and again with the points closer together round what was found.
 *
 * Nothing is bounded, guessed or smoothed, so that on a small mesh what it finds is within a few hundredths of a per cent
 * of the optimum, and what a faster search finds should not be worse.
 */
import FlatQueue from 'flatqueue';
import type { Objective } from '../../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import { isOpen } from '../random-mesh.ts';
import { type Crossings, findCrossings, rectangleOf } from './crossings.ts';
import { legCost, lonDifference, type Point, rhumbLine } from './sailing.ts';

export interface BruteForceOptions {
  /** Points inside each edge at first. */
  readonly perEdge?: number;
  /** Points each way inside each cell at first: where a leg may bend. 0 = one straight leg a cell. */
  readonly inside?: number;
  /** Times that the points close in on the path. */
  readonly rounds?: number;
}

export interface BruteRoute {
  /** Days, or tonnes (units of battery). */
  readonly cost: number;
  readonly coordinates: readonly Point[];
  /** The cell of the leg that ends at each point; −1 at the start. */
  readonly cells: readonly number[];
  readonly usesPinch: boolean;
}

/** A point with the cells that a leg may leave it into; pinches lead to other nodes at the same place. */
interface Node {
  readonly at: Point;
  readonly cells: readonly number[];
  readonly pinchedTo: number[];
}

/** @returns null where no way leads from start to end */
export function bruteForce(
  source: MeshSource,
  objective: Objective,
  start: LatLon,
  end: LatLon,
  { perEdge = 12, inside = 0, rounds = 4 }: BruteForceOptions = {},
): BruteRoute | null {
  const crossings = findCrossings(source);
  const layout = new Layout(source, crossings, inside > 0);
  const ends = [endNode(source, start), endNode(source, end)] as const;
  const spread = [
    ...evenlyAlongEdges(source, crossings, perEdge),
    ...(inside > 0 ? evenlyInside(source, inside) : []),
  ];
  const legs = new Legs(source, objective);
  const usesPinch = shortest(legs, layout.nodes(spread, ends), false) === null;
  let best = shortest(legs, layout.nodes(spread, ends), usesPinch);
  if (!best) return null;
  // the window round each point of the path, as a part of the size of the cells there
  let window = 1 / (perEdge + 1);
  for (let round = 0; round < rounds; round++, window /= 4) {
    const near = distinct(layout.closeTo(best, window));
    best = cheaper(best, shortest(legs, layout.nodes([...near, ...sparse(crossings)], ends), usesPinch));
  }
  return { ...best, usesPinch };
}

type Found = Omit<BruteRoute, 'usesPinch'>;
type Ends = readonly [start: Node, end: Node];

function cheaper(a: Found, b: Found | null): Found {
  return b && b.cost < a.cost ? b : a;
}

function endNode(source: MeshSource, { lon, lat }: LatLon): Node {
  const cells = source.ids
    .map((_, row) => row)
    .filter((row) => isOpen(source, row) && contains(source, row, [lon, lat]));
  return { at: [lon, lat], cells, pinchedTo: [] };
}

export function contains(source: MeshSource, row: number, [lon, lat]: Point): boolean {
  const [west, south, east, north] = rectangleOf(source, row);
  return (
    lat >= south && lat <= north && [-360, 0, 360].some((turn) => lon + turn >= west && lon + turn <= east)
  );
}

interface Spot {
  readonly at: Point;
  readonly cells: readonly number[];
  /** Where it is among the spots of its cells, to a fraction of the window. */
  readonly key?: string;
}

/** More of them on the long sides of cells that are narrow. */
function evenlyAlongEdges(source: MeshSource, { edges }: Crossings, perEdge: number): Spot[] {
  return edges.flatMap((edge) => {
    const narrowest = Math.min(...edge.cells.map((row) => narrowSideM(source, row)));
    const { lengthM } = rhumbLine(edge.from, edge.to);
    const count = Math.min(5 * perEdge, Math.max(perEdge, Math.ceil((0.5 * perEdge * lengthM) / narrowest)));
    return Array.from({ length: count }, (_, k) => ({
      at: along(edge, (k + 0.5) / count),
      cells: edge.cells,
    }));
  });
}

function narrowSideM(source: MeshSource, row: number): number {
  const [west, south, east, north] = rectangleOf(source, row);
  const lat = Math.abs(south) > Math.abs(north) ? south : north;
  return Math.min(
    rhumbLine([west, south], [west, north]).lengthM,
    rhumbLine([west, lat], [east, lat]).lengthM,
  );
}

/** Enough that a path can leave the neighbourhood of the last one where that is cheaper. */
function sparse({ edges }: Crossings): Spot[] {
  return edges.map((edge) => ({ at: along(edge, 0.5), cells: edge.cells }));
}

function evenlyInside(source: MeshSource, inside: number): Spot[] {
  const spots: Spot[] = [];
  for (let row = 0; row < source.ids.length; row++) {
    if (!isOpen(source, row)) continue;
    const [west, south, east, north] = rectangleOf(source, row);
    for (let i = 1; i <= inside; i++) {
      for (let j = 1; j <= inside; j++) {
        const lon = west + (i / (inside + 1)) * (east - west);
        spots.push({ at: [lon, south + (j / (inside + 1)) * (north - south)], cells: [row] });
      }
    }
  }
  return spots;
}

function along({ from, to }: { from: Point; to: Point }, part: number): Point {
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
}

/** Windows overlap where a path has many points; what is nearly the same spot of the same cells is kept once. */
function distinct(spots: readonly Spot[]): Spot[] {
  const kept = new Map<string, Spot>();
  for (const spot of spots) kept.set(`${spot.cells} ${spot.key}`, spot);
  return [...kept.values()];
}

const STEPS = [-1, -0.75, -0.5, -0.25, -0.125, 0, 0.125, 0.25, 0.5, 0.75, 1];
const BEND_STEPS = [-1, -0.5, 0, 0.5, 1];

class Layout {
  readonly source: MeshSource;
  readonly crossings: Crossings;
  readonly bends: boolean;

  constructor(source: MeshSource, crossings: Crossings, bends: boolean) {
    this.source = source;
    this.crossings = crossings;
    this.bends = bends;
  }

  /** The ends first, then every corner, then the spots. */
  nodes(spots: readonly Spot[], [start, end]: Ends): Node[] {
    const corners = this.crossings.corners.map(({ at, cells }): Node => ({ at, cells, pinchedTo: [] }));
    for (const [a, b] of this.crossings.pinches) {
      corners[a]!.pinchedTo.push(b + 2);
      corners[b]!.pinchedTo.push(a + 2);
    }
    return [start, end, ...corners, ...spots.map((spot) => ({ ...spot, pinchedTo: [] }))];
  }

  /** Points on the edges, and inside the cells where legs may bend, within a window round the points of a path. */
  closeTo({ coordinates, cells }: Found, window: number): Spot[] {
    const spots: Spot[] = [];
    for (let i = 0; i < coordinates.length; i++) {
      const around = [cells[i]!, cells[i + 1] ?? -1].filter((row) => row >= 0);
      for (const edge of this.crossings.edges) {
        if (edge.cells.some((row) => around.some((own) => this.touches(own, row)))) {
          spots.push(...this.closeOnEdge(edge, coordinates[i]!, window));
        }
      }
      if (this.bends && i > 0) {
        const row = cells[i]!;
        for (const part of [0.5, 1]) {
          spots.push(...this.closeInside(row, between(coordinates[i - 1]!, coordinates[i]!, part), window));
        }
        if (i + 1 < coordinates.length && cells[i + 1] !== row) {
          spots.push(...this.closeInside(cells[i + 1]!, coordinates[i]!, window));
        }
      }
    }
    return spots;
  }

  private touches(a: number, b: number): boolean {
    const [west, south, east, north] = rectangleOf(this.source, a);
    const [west2, south2, east2, north2] = rectangleOf(this.source, b);
    const lonsMeet = [-360, 0, 360].some((turn) => west2 + turn <= east && east2 + turn >= west);
    return lonsMeet && south2 <= north && north2 >= south;
  }

  private closeOnEdge(
    edge: { from: Point; to: Point; cells: readonly number[] },
    [lon, lat]: Point,
    window: number,
  ): Spot[] {
    const upright = edge.from[0] === edge.to[0];
    const length = upright ? edge.to[1] - edge.from[1] : edge.to[0] - edge.from[0];
    const aside = upright ? lonDifference(edge.from[0], lon) : lat - edge.from[1];
    const nearest = (upright ? lat - edge.from[1] : lonDifference(edge.from[0], lon)) / length;
    if (Math.abs(aside) > 2 * window * this.reach(edge.cells, upright ? 0 : 1)) return [];
    return STEPS.map((step) => nearest + step * window)
      .filter((part) => part > 0 && part < 1)
      .map((part) => {
        const key = `${edge.from} ${Math.round((10 * part) / window)}`;
        return { at: along(edge, part), cells: edge.cells, key };
      });
  }

  private closeInside(row: number, [lon, lat]: Point, window: number): Spot[] {
    const [west, south, east, north] = rectangleOf(this.source, row);
    const own = lon + ([0, 360, -360].find((turn) => lon + turn >= west && lon + turn <= east) ?? 0);
    const spots: Spot[] = [];
    for (const x of BEND_STEPS) {
      for (const y of BEND_STEPS) {
        const at = [own + x * window * (east - west), lat + y * window * (north - south)] as const;
        if (at[0] <= west || at[0] >= east || at[1] <= south || at[1] >= north) continue;
        const [column, line] = [(at[0] - west) / (east - west), (at[1] - south) / (north - south)];
        const key = `${Math.round((4 * column) / window)} ${Math.round((4 * line) / window)}`;
        spots.push({ at, cells: [row], key });
      }
    }
    return spots;
  }

  /** Size of the larger of the cells, degrees of longitude (axis 0) or latitude. */
  private reach(cells: readonly number[], axis: 0 | 1): number {
    return Math.max(
      ...cells.map((row) => this.source.bounds[4 * row + axis + 2]! - this.source.bounds[4 * row + axis]!),
    );
  }
}

function between(from: Point, to: Point, part: number): Point {
  const lon = from[0] + part * lonDifference(from[0], to[0]);
  return [lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, from[1] + part * (to[1] - from[1])];
}

/** Costs of legs; those that leave their cell the other way round the globe can't be sailed. */
class Legs {
  readonly cellCount: number;
  private readonly source: MeshSource;
  private readonly objective: Objective;

  constructor(source: MeshSource, objective: Objective) {
    this.source = source;
    this.objective = objective;
    this.cellCount = source.ids.length;
  }

  cost(row: number, from: Point, to: Point): number {
    if (from[1] === to[1] && lonDifference(from[0], to[0]) === 0) return 0;
    const { bounds } = this.source;
    const isWide = bounds[4 * row + 2]! - bounds[4 * row]! > 180;
    if (isWide && Math.abs(to[0] - from[0]) > 180) return Infinity;
    return legCost(this.source, this.objective, row, from, to);
  }
}

/** Dijkstra from node 0 to node 1. */
function shortest(legs: Legs, nodes: readonly Node[], withPinches: boolean): Found | null {
  const members: number[][] = Array.from({ length: legs.cellCount }, () => []);
  nodes.forEach(({ cells }, i) => {
    for (const row of cells) members[row]!.push(i);
  });
  const cost = new Float64Array(nodes.length).fill(Infinity);
  const from = new Int32Array(nodes.length).fill(-1);
  const via = new Int32Array(nodes.length).fill(-1);
  const settled = new Uint8Array(nodes.length);
  const queue = new FlatQueue<number>();
  const offer = (node: number, total: number, parent: number, row: number) => {
    if (total >= cost[node]!) return;
    cost[node] = total;
    from[node] = parent;
    via[node] = row;
    queue.push(node, total);
  };
  offer(0, 0, -1, -1);
  for (let node = queue.pop(); node !== undefined && node !== 1; node = queue.pop()) {
    if (settled[node]) continue;
    settled[node] = 1;
    const { at, cells, pinchedTo } = nodes[node]!;
    for (const row of cells) {
      for (const other of members[row]!) {
        if (!settled[other]) offer(other, cost[node]! + legs.cost(row, at, nodes[other]!.at), node, row);
      }
    }
    if (withPinches) for (const other of pinchedTo) offer(other, cost[node]!, node, -1);
  }
  if (cost[1] === Infinity) return null;
  const path: number[] = [];
  for (let node = 1; node >= 0; node = from[node]!) path.unshift(node);
  // a pinch is a step of no length between two nodes at one place
  const legsOnly = path.filter((node, i) => i === 0 || via[node]! >= 0);
  const coordinates = legsOnly.map((node) => nodes[node]!.at);
  return straightened(
    legs,
    cost[1]!,
    coordinates,
    legsOnly.map((node) => via[node]!),
  );
}

/** So little bend that a point is no worth: a part of the cost. */
const STRAIGHT = 1e-8;

/** Many points on one straight line cost the same as none: takes out those that a straight leg does without. */
function straightened(
  legs: Legs,
  cost: number,
  coordinates: readonly Point[],
  cells: readonly number[],
): Found {
  const kept = [0];
  let since = 0;
  for (let i = 1; i < coordinates.length; i++) {
    since += legs.cost(cells[i]!, coordinates[i - 1]!, coordinates[i]!);
    const mayJoin = cells[i + 1] === cells[i];
    const next = mayJoin ? legs.cost(cells[i]!, coordinates[i]!, coordinates[i + 1]!) : 0;
    const direct = mayJoin ? legs.cost(cells[i]!, coordinates[kept.at(-1)!]!, coordinates[i + 1]!) : Infinity;
    if (direct <= (since + next) * (1 + STRAIGHT)) continue;
    kept.push(i);
    since = 0;
  }
  return { cost, coordinates: kept.map((i) => coordinates[i]!), cells: kept.map((i) => cells[i]!) };
}
