/** An invented ice chart of the whole Arctic, as large as charts of ice services are: borders that no two areas draw in another way. */
import { randomNumbers } from '../engine/random-mesh.ts';
import { NORTH_POLAR, type Shape, zipped } from '../files/write-shapefile.ts';

type Point = readonly [x: number, y: number];

export interface ArcticTraits {
  /** Areas along each side. */
  readonly areas: number;
  /** Each border between two areas is halved so often. */
  readonly halvings: number;
}

/** 4,040 areas with 497,000 positions, which are 5.7 MB zipped: more than may be sent, less than may be dropped. */
const WHOLE: ArcticTraits = { areas: 57, halvings: 5 };
/** From the pole to the sides, metres: about 60° N. */
const REACH = 3_300_000;
/** Of a border to its length, at most, at each halving. */
const RAGGED = 0.2;
/** One in so many areas has another in it. */
const HOLES = 4;
const HOLE_POINTS = 48;

const EGGS: readonly Shape['attributes'][] = [
  { CT: '92', CA: '60', SA: '95', CB: '40', SB: '93' },
  { CT: '91', CA: '40', SA: '93', CB: '30', SB: '91', CC: '20', SC: '87' },
  { CT: '81', SA: '91', CD: '87' },
  { CT: '70', CA: '50', SA: '87', CB: '20', SB: '84' },
  { CT: '50', CA: '30', SA: '87', CB: '20', SB: '85' },
  { CT: '30', SA: '83' },
  { CT: '10', SA: '81' },
  { CT: '01' },
  { CT: '98' },
];

/** A zipped shapefile in SIGRID-3. */
export const arcticChart = (traits = WHOLE, seed = 1): Uint8Array =>
  zipped('arctic261127', arcticShapes(traits, seed), NORTH_POLAR);

export function arcticShapes({ areas: n, halvings }: ArcticTraits = WHOLE, seed = 1): Shape[] {
  const random = randomNumbers(seed);
  const size = (2 * REACH) / n;
  const within = (k: number) => (k > 0 && k < n ? 0.5 * (random() - 0.5) : 0);
  const corners = grid(
    n + 1,
    n + 1,
    (i, j): Point => [size * (i + within(i)) - REACH, size * (j + within(j)) - REACH],
  );
  const border = (a: Point, b: Point) => ragged(a, b, halvings, random);
  // each border is of two areas
  const eastward = grid(n, n + 1, (i, j) => border(corners[i]![j]!, corners[i + 1]![j]!));
  const northward = grid(n + 1, n, (i, j) => border(corners[i]![j]!, corners[i]![j + 1]!));
  return grid(n, n, (i, j) => {
    const ring = [
      ...northward[i]![j]!,
      ...eastward[i]![j + 1]!,
      corners[i + 1]![j + 1]!,
      ...northward[i + 1]![j]!.toReversed(),
      ...eastward[i]![j]!.toReversed(),
    ];
    const own: Shape = { rings: [ring], attributes: eggOf(random) };
    if (random() * HOLES >= 1) return [own];
    const hole = star([size * (i + 0.5) - REACH, size * (j + 0.5) - REACH], 0.12 * size, random);
    return [
      { ...own, rings: [ring, hole] },
      { rings: [hole.toReversed()], attributes: random() < 0.5 ? { POLY_TYPE: 'L' } : eggOf(random) },
    ];
  }).flat(2);
}

const eggOf = (random: () => number): Shape['attributes'] => ({
  POLY_TYPE: 'I',
  ...EGGS[Math.floor(random() * EGGS.length)]!,
});

const grid = <T>(columns: number, rows: number, make: (i: number, j: number) => T): T[][] =>
  Array.from({ length: columns }, (_, i) => Array.from({ length: rows }, (_, j) => make(i, j)));

/** A line without its end; its middles are moved to the side. */
function ragged(a: Point, b: Point, halvings: number, random: () => number): Point[] {
  if (halvings === 0) return [a];
  const by = RAGGED * (random() - 0.5);
  const middle: Point = [0.5 * (a[0] + b[0]) - by * (b[1] - a[1]), 0.5 * (a[1] + b[1]) + by * (b[0] - a[0])];
  return [...ragged(a, middle, halvings - 1, random), ...ragged(middle, b, halvings - 1, random)];
}

/** A closed ring, counter-clockwise. */
function star([x, y]: Point, radius: number, random: () => number): Point[] {
  const ring = Array.from({ length: HOLE_POINTS }, (_, k): Point => {
    const [angle, far] = [(2 * Math.PI * k) / HOLE_POINTS, radius * (0.6 + 0.4 * random())];
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}
