/**
 * Random vessel meshes as a quadtree pipeline makes them, the same for the same seed: big cells beside small ones,
 * islands and walls of closed cells with narrow leads, currents, headings that differ, at the antimeridian, round
 * the globe, near the pole.
 *
 * Sides are counted in whole steps of a lattice, and become degrees in one place only, so that cells touch exactly.
 */

import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import type { MeshSource } from '../../lib/engine/mesh/mesh-source.ts';
import { type SeaTraits, smoothSea } from './smooth-sea.ts';

/** What kind of mesh to make; what is left out is drawn from the seed. */
export interface MeshTraits extends SeaTraits {
  /**
   * Wild, unless it says otherwise: each cell has a current of its own, and headings follow no rule. A smooth sea
   * (smooth-sea.ts) knows only headings alike or with wind, and currents slower than the vessel.
   */
  readonly sea: 'wild' | 'smooth';
  /** Cells aimed at, 1 to some thousand; quadtrees come in steps of three. */
  readonly cells: number;
  readonly place: 'region' | 'antimeridian' | 'globe' | 'polar';
}

export interface RandomMesh {
  readonly seed: number;
  readonly traits: MeshTraits;
  readonly source: MeshSource;
}

/** Uniform numbers in [0, 1): mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomMesh(seed: number, wanted: Partial<MeshTraits> = {}): RandomMesh {
  const random = randomNumbers(seed);
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  // every trait is drawn, wanted or not, so that one that is given leaves the others as they were
  const drawn: MeshTraits = {
    sea: 'wild',
    cells: Math.round(10 ** (random() * 2.2)),
    place: pick('region', 'region', 'region', 'antimeridian', 'globe', 'polar'),
    currents: pick('none', 'weak', 'weak', 'strong', 'overwhelming'),
    headings: pick('alike', 'alike', 'wind', 'wild', 'blocked'),
    closed: pick('none', 'islands', 'walls', 'scattered'),
    consumption: pick('fuel', 'fuel', 'battery', null),
  };
  const traits = { ...drawn, ...wanted };
  const lattice = layLattice(traits.place, random);
  const isSmooth = traits.sea === 'smooth';
  const squares = splitSquares(lattice, traits.cells, isSmooth ? ROOT / 4 : ROOT, random);
  const bounds = new Float64Array(squares.flatMap((square) => degreesOf(lattice, square)));
  const centre = ({ x, y, size }: Square) => [(x + size / 2) / ROOT, (y + size / 2) / ROOT] as const;
  const motion = isSmooth
    ? smoothSea(squares.map(centre), traits, random)
    : drawMotion(bounds, closeCells(bounds, traits.closed, random), traits, random);
  const source: MeshSource = {
    ids: squares.map((_, i) => String(i)),
    bounds,
    ...motion,
    consumption: traits.consumption,
    neighbours: linkNeighbours(lattice, squares, motion.accessible),
  };
  return { seed, traits, source };
}

/** A point of the mesh; mostly anywhere in a cell, now and then on its side or corner. */
export function randomPoint({ source }: RandomMesh, random: () => number, openOnly = true): LatLon {
  const rows = source.ids.map((_, i) => i).filter((i) => !openOnly || isOpen(source, i));
  const row = rows[Math.floor(random() * rows.length)] ?? 0;
  const [west, south, east, north] = source.bounds.subarray(4 * row, 4 * row + 4) as unknown as number[];
  const fraction = () => (random() < 0.1 ? Math.round(random()) : random());
  const [x, y] = [fraction(), fraction()];
  return {
    lat: y === 1 ? north! : south! + y * (north! - south!),
    lon: x === 1 ? east! : west! + x * (east! - west!),
  };
}

/** A cell that no heading leads through is as good as closed. */
export function isOpen(source: MeshSource, row: number): boolean {
  return source.accessible[row] === 1 && source.speeds.subarray(8 * row, 8 * row + 8).some((s) => s > 0);
}

/** Root squares and the degrees of a step; `turn` is the number of steps round the globe, 0 = no globe. */
interface Lattice {
  readonly columns: number;
  readonly rows: number;
  readonly west: number;
  readonly south: number;
  readonly lonStep: number;
  readonly latStep: number;
  readonly turn: number;
  /** The step that lies on the antimeridian, −1 = none. */
  readonly seam: number;
}

/** Steps along the side of a root square: it can be halved six times. */
const ROOT = 64;

interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function layLattice(place: MeshTraits['place'], random: () => number): Lattice {
  const columns =
    place === 'globe' ? [4, 6, 12, 36][Math.floor(random() * 4)]! : 1 + Math.floor(random() * 6);
  const rows = 1 + Math.floor(random() * 5);
  const width = place === 'globe' ? 360 / columns : [0.25, 1, 2.5, 5, 7 / 3][Math.floor(random() * 5)]!;
  const height = [0.25, 0.5, 1.25, 2.5, 11 / 7][Math.floor(random() * 5)]!;
  const south = place === 'polar' ? 85 - rows * height : -78 + random() * (156 - rows * height);
  const before = place === 'antimeridian' ? Math.floor(random() * (columns + 1)) : 0;
  const west =
    place === 'globe'
      ? -180
      : place === 'antimeridian'
        ? 180 - before * width
        : -170 + random() * (330 - columns * width);
  return {
    columns,
    rows,
    west,
    south,
    lonStep: width / ROOT,
    latStep: height / ROOT,
    turn: place === 'globe' ? columns * ROOT : 0,
    seam: place === 'globe' ? columns * ROOT : place === 'antimeridian' ? before * ROOT : -1,
  };
}

/** Halves squares, at first all of one size, more of them near a few foci, until there are enough. */
function splitSquares(
  { columns, rows }: Lattice,
  count: number,
  largest: number,
  random: () => number,
): Square[] {
  const squares: Square[] = [];
  const shownColumns = count < 4 ? 1 : columns;
  const shownRows = count < 4 ? count : rows;
  for (let y = 0; y < shownRows * ROOT; y += largest) {
    for (let x = 0; x < shownColumns * ROOT; x += largest) squares.push({ x, y, size: largest });
  }
  const foci = Array.from({ length: 3 }, () => [random() * columns * ROOT, random() * rows * ROOT]);
  while (squares.length < count) {
    const tries = Array.from({ length: 4 }, () => Math.floor(random() * squares.length));
    const nearness = (i: number) => {
      const { x, y, size } = squares[i]!;
      return size / (ROOT / 8 + Math.min(...foci.map(([fx, fy]) => Math.hypot(x - fx!, y - fy!))));
    };
    const chosen = tries.reduce((a, b) => (nearness(b) > nearness(a) ? b : a));
    const { x, y, size } = squares[chosen]!;
    if (size === 1) break;
    const half = size / 2;
    squares[chosen] = { x, y, size: half };
    squares.push({ x: x + half, y, size: half }, { x, y: y + half, size: half });
    squares.push({ x: x + half, y: y + half, size: half });
  }
  return squares;
}

function degreesOf(lattice: Lattice, { x, y, size }: Square): number[] {
  const lon = (step: number): number => {
    if (lattice.seam < 0) return lattice.west + step * lattice.lonStep;
    if (step === lattice.seam) return 180;
    if (step === 0 && lattice.turn > 0) return -180;
    return 180 + (step - lattice.seam) * lattice.lonStep - (step > lattice.seam ? 360 : 0);
  };
  const lat = (step: number) => lattice.south + step * lattice.latStep;
  const west = lon(x);
  return [west === 180 ? -180 : west, lat(y), lon(x + size), lat(y + size)];
}

function closeCells(bounds: Float64Array, style: MeshTraits['closed'], random: () => number): Uint8Array {
  const n = bounds.length / 4;
  const accessible = new Uint8Array(n).fill(1);
  if (style === 'none') return accessible;
  const centre = (i: number) => [
    (bounds[4 * i]! + bounds[4 * i + 2]!) / 2,
    (bounds[4 * i + 1]! + bounds[4 * i + 3]!) / 2,
  ];
  const lons = Array.from({ length: n }, (_, i) => centre(i)[0]!);
  const lats = Array.from({ length: n }, (_, i) => centre(i)[1]!);
  const width = Math.max(...lons) - Math.min(...lons) || 1;
  const height = Math.max(...lats) - Math.min(...lats) || 1;
  const somewhere = () =>
    [Math.min(...lons) + random() * width, Math.min(...lats) + random() * height] as const;
  const share = 0.15 + 0.3 * random();
  const islands = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    at: somewhere(),
    radius: 0.05 + 0.15 * random(),
  }));
  const walls = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    at: somewhere(),
    upright: random() < 0.5,
    // narrow enough that a lead is one cell or none
    lead: 0.02 + 0.1 * random(),
    thickness: 0.05 + 0.08 * random(),
    leadAt: random(),
  }));
  for (let i = 0; i < n; i++) {
    const x = (lons[i]! - Math.min(...lons)) / width;
    const y = (lats[i]! - Math.min(...lats)) / height;
    const relative = ([lon, lat]: readonly [number, number]) => [
      (lons[i]! - lon) / width,
      (lats[i]! - lat) / height,
    ];
    if (style === 'scattered') accessible[i] = random() < share ? 0 : 1;
    if (style === 'islands' && islands.some(({ at, radius }) => Math.hypot(...relative(at)) < radius))
      accessible[i] = 0;
    if (style === 'walls') {
      for (const { at, upright, lead, thickness, leadAt } of walls) {
        const [dx, dy] = relative(at);
        const across = Math.abs(upright ? dx! : dy!);
        if (across < thickness && Math.abs((upright ? y : x) - leadAt) > lead) accessible[i] = 0;
      }
    }
  }
  return accessible;
}

/** Speeds, rates and currents; each varies smoothly over the mesh, with noise from cell to cell. */
function drawMotion(
  bounds: Float64Array,
  accessible: Uint8Array,
  { currents: strength, headings, consumption }: MeshTraits,
  random: () => number,
): Pick<MeshSource, 'accessible' | 'speeds' | 'rates' | 'currents'> {
  const n = accessible.length;
  const speeds = new Float64Array(8 * n);
  const rates = consumption ? new Float64Array(8 * n) : null;
  const currents = new Float64Array(2 * n);
  const swell = Array.from({ length: 6 }, () => 4 * random());
  const fastest = 3 + 7 * random();
  const drift = { none: 0, weak: 0.15, strong: 0.8, overwhelming: 1.6 }[strength];
  const windFrom = 2 * Math.PI * random();
  for (let i = 0; i < n; i++) {
    const x = bounds[4 * i]!;
    const y = bounds[4 * i + 1]!;
    const field = (k: number) => Math.sin(swell[k]! * x + swell[k + 1]! * y + k);
    const ice = accessible[i] ? Math.max(0, 0.6 * field(0) + 0.4 * random()) : 1;
    const speed = fastest * (1 - 0.8 * Math.min(1, ice));
    const rate = 10 + 40 * random();
    const windy = 0.6 * random();
    for (let k = 0; k < 8; k++) {
      const heading = ((k + 1) * Math.PI) / 4;
      const against = windy * (0.5 + 0.5 * Math.cos(heading - windFrom));
      const [s, r] = {
        alike: () => [1, 1],
        wind: () => [1 - against, 1 + against],
        wild: () => [0.4 + 0.6 * random(), 0.5 + random()],
        blocked: () => [random() < 0.25 ? 0 : 0.5 + 0.5 * random(), 0.5 + random()],
      }[headings]();
      speeds[8 * i + k] = accessible[i] ? speed * s! : 0;
      if (rates) rates[8 * i + k] = accessible[i] ? rate * r! : 0;
    }
    const turn = 2 * Math.PI * field(2);
    // relative to the slowest heading, so that "weak" and "strong" can be sailed against on every one
    const slowest = headings === 'alike' ? speed : 0.4 * speed;
    const flow = strength === 'overwhelming' ? drift * fastest * random() : drift * slowest * random();
    currents[2 * i] = flow * Math.sin(turn);
    currents[2 * i + 1] = flow * Math.cos(turn);
  }
  return { accessible, speeds, rates, currents };
}

/** Directions of the neighbour graph by [east, north] of the cell, each −1, 0 or 1. */
const DIRECTION: Record<string, number> = {
  '1 1': 1,
  '1 0': 2,
  '1 -1': 3,
  '0 -1': 4,
  '-1 -1': -1,
  '-1 0': -2,
  '-1 1': -3,
  '0 1': -4,
};

function linkNeighbours(
  { turn }: Lattice,
  squares: readonly Square[],
  accessible: Uint8Array,
): MeshSource['neighbours'] {
  const byRoot = new Map<string, number[]>();
  const rootOf = (x: number, y: number) => {
    const column = Math.floor(x / ROOT);
    return `${turn > 0 ? (column + turn / ROOT) % (turn / ROOT) : column} ${Math.floor(y / ROOT)}`;
  };
  squares.forEach(({ x, y }, i) => {
    const root = rootOf(x, y);
    byRoot.set(root, [...(byRoot.get(root) ?? []), i]);
  });
  const start = [0];
  const cell: number[] = [];
  const direction: number[] = [];
  squares.forEach((a, i) => {
    const roots = [-ROOT, 0, ROOT].flatMap((dx) => [-ROOT, 0, ROOT].map((dy) => rootOf(a.x + dx, a.y + dy)));
    const others = accessible[i] ? [...new Set(roots)].flatMap((root) => byRoot.get(root) ?? []) : [];
    for (const j of others) {
      if (j === i || !accessible[j]) continue;
      for (const around of turn > 0 ? [-turn, 0, turn] : [0]) {
        const b = squares[j]!;
        const east = side(a.x, a.size, b.x + around, b.size);
        const north = side(a.y, a.size, b.y, b.size);
        if (east === null || north === null || (east === 0 && north === 0)) continue;
        cell.push(j);
        direction.push(DIRECTION[`${east} ${north}`]!);
      }
    }
    start.push(cell.length);
  });
  return { start: Int32Array.from(start), cell: Int32Array.from(cell), direction: Int8Array.from(direction) };
}

/** Along one axis: 0 = overlaps, ±1 = touches on that side, null = apart. */
function side(a: number, aSize: number, b: number, bSize: number): -1 | 0 | 1 | null {
  if (b === a + aSize) return 1;
  if (b + bSize === a) return -1;
  return b < a + aSize && a < b + bSize ? 0 : null;
}
