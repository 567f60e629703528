/**
 * Where the rings of a polygon cross: a line sweeps from west to east and keeps the edges that it meets in order, so that only
 * neighbours need be compared (Shamos and Hoey 1976). Rings may touch, themselves and each other, at points and along edges; they
 * may not pass from one side to the other, nor run along one edge twice in the same direction, which would count what they enclose
 * as outside.
 */
import { orient2d } from 'robust-predicates';
import type { Ring } from './polygon.ts';

type Point = readonly [x: number, y: number];

/** Vertices of all rings, in order of the rings; edge i leads from vertex i to the next of its ring. */
interface Edges {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly ringOf: Int32Array;
  /** Vertex before and after each vertex in its ring. */
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/** A place where rings cross; null where they do not. */
export function crossingOf(rings: readonly Ring[]): Point | null {
  const edges = edgesOf(rings.filter((ring) => ring.length > 4)); // fewer points enclose nothing
  const { x, y } = edges;
  const order = Int32Array.from(x.keys()).sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]!);
  const line = new SweepLine(edges);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && x[order[to]!] === x[order[from]!] && y[order[to]!] === y[order[from]!]) to++;
    const crossing = line.moveTo(order.subarray(from, to));
    if (crossing) return crossing;
  }
  return null;
}

function edgesOf(rings: readonly Ring[]): Edges {
  const count = rings.reduce((n, ring) => n + ring.length / 2, 0);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  const [ringOf, before, after] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let first = 0;
  rings.forEach((ring, r) => {
    const size = ring.length / 2;
    for (let k = 0; k < size; k++) {
      const i = first + k;
      [x[i], y[i], ringOf[i]] = [ring[2 * k]!, ring[2 * k + 1]!, r];
      [before[i], after[i]] = [first + ((k + size - 1) % size), first + ((k + 1) % size)];
    }
    first += size;
  });
  return { x, y, ringOf, before, after };
}

class SweepLine {
  private readonly edges: Edges;
  /** The edges that the line meets, from south to north. */
  private readonly met: Int32Array;
  private count = 0;

  constructor(edges: Edges) {
    this.edges = edges;
    this.met = new Int32Array(edges.x.length);
  }

  /** @param vertices all at the next place. @returns where rings cross there, or east of it where edges become neighbours */
  moveTo(vertices: Int32Array): Point | null {
    const { x, y, before } = this.edges;
    const at = vertices[0]!;
    const place: Point = [x[at]!, y[at]!];
    // the edges that end here, and one that the place lies on
    const first = this.firstWhere((side) => side <= 0, at);
    const end = this.firstWhere((side) => side < 0, at);
    const west = [...this.met.subarray(first, end)];
    const east = west.filter((edge) => !this.isAt(this.eastEnd(edge), at));
    for (const v of vertices) {
      for (const edge of [v, before[v]!]) if (this.westEnd(edge) === v) east.push(edge);
    }
    const compare = (e: number, f: number) =>
      this.side(at, this.eastEnd(f), this.eastEnd(e)) || this.turnOf(e) - this.turnOf(f);
    east.sort(compare);
    this.replace(first, end, east);
    if (east.some((edge, k) => k > 0 && compare(east[k - 1]!, edge) === 0)) return place;
    if (this.isPassedAt(at, west, east)) return place;
    for (let k = Math.max(1, first); k <= first + east.length && k < this.count; k++) {
      const crossing = this.crossingOf(this.met[k - 1]!, this.met[k]!);
      if (crossing) return crossing;
    }
    return null;
  }

  /**
   * Whether of the ways through a place, which come and leave once each, one leaves on the other side of another. One that comes or
   * leaves along another is passed over, unless it goes straight on.
   */
  private isPassedAt(at: number, west: readonly number[], east: readonly number[]): boolean {
    const alongOther = new Set<number>();
    for (const [list, endOf] of [
      [west, (edge: number) => this.westEnd(edge)],
      [east, (edge: number) => this.eastEnd(edge)],
    ] as const) {
      for (let k = 1; k < list.length; k++) {
        const [e, f] = [list[k - 1]!, list[k]!];
        if (this.side(at, endOf(f), endOf(e)) === 0) {
          alongOther.add(this.visitOf(e, at)).add(this.visitOf(f, at));
        }
      }
    }
    const open: number[] = [];
    for (const edge of [...east, ...west.toReversed()]) {
      const visit = this.visitOf(edge, at);
      if (open.at(-1) === visit) open.pop();
      else if (visit >= this.met.length || !alongOther.has(visit)) open.push(visit);
    }
    return open.length > 0;
  }

  /** @returns the first of the edges met of which this holds, by where a vertex lies: positive where that is north of the edge */
  private firstWhere(isFound: (side: number) => boolean, at: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const edge = this.met[middle]!;
      if (isFound(this.side(this.westEnd(edge), this.eastEnd(edge), at))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private replace(from: number, to: number, edges: readonly number[]): void {
    this.met.copyWithin(from + edges.length, to, this.count);
    this.met.set(edges, from);
    this.count += edges.length - (to - from);
  }

  /** Positive where a vertex lies north of the way from a to b, which leads east. */
  private side(a: number, b: number, vertex: number): number {
    const { x, y } = this.edges;
    return -orient2d(x[a]!, y[a]!, x[b]!, y[b]!, x[vertex]!, y[vertex]!);
  }

  private isAt(a: number, b: number): boolean {
    const { x, y } = this.edges;
    return x[a] === x[b] && y[a] === y[b];
  }

  private leadsEast(edge: number): boolean {
    const { x, y, after } = this.edges;
    const next = after[edge]!;
    return x[edge]! < x[next]! || (x[edge] === x[next] && y[edge]! < y[next]!);
  }

  private westEnd(edge: number): number {
    return this.leadsEast(edge) ? edge : this.edges.after[edge]!;
  }

  private eastEnd(edge: number): number {
    return this.leadsEast(edge) ? this.edges.after[edge]! : edge;
  }

  /** The same for two edges of one ring in the same direction only. */
  private turnOf(edge: number): number {
    return 2 * this.edges.ringOf[edge]! + (this.leadsEast(edge) ? 1 : 0);
  }

  /** The vertex at which a ring comes to a place and leaves it; an edge on which the place lies comes and leaves itself. */
  private visitOf(edge: number, at: number): number {
    const { after } = this.edges;
    return this.isAt(edge, at) ? edge : this.isAt(after[edge]!, at) ? after[edge]! : this.met.length + edge;
  }

  /** Where two edges cross between their ends. */
  private crossingOf(e: number, f: number): Point | null {
    const { x, y, after } = this.edges;
    const [e2, f2] = [after[e]!, after[f]!];
    const [o1, o2] = [this.side(f, f2, e), this.side(f, f2, e2)];
    if (o1 * o2 >= 0 || this.side(e, e2, f) * this.side(e, e2, f2) >= 0) return null;
    const part = o1 / (o1 - o2);
    return [x[e]! + part * (x[e2]! - x[e]!), y[e]! + part * (y[e2]! - y[e]!)];
  }
}
