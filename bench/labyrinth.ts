/** Meshes whose best way is long and winding: what is linear on open water need not be so there. */
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import type { MeshSource } from '../lib/engine/mesh/mesh-source.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';

export interface Winding {
  readonly source: MeshSource;
  readonly start: LatLon;
  readonly end: LatLon;
}

const SIZE_DEGREES = 20;
const WEST = -60;
const SOUTH = -70;
const SPEED_MPS = 7;

/** A labyrinth of n × n cells (n odd), its passages one cell wide and all connected (depth-first search). */
export function labyrinth(n: number, seed = 1): Winding {
  const random = randomNumbers(seed);
  const open = new Uint8Array(n * n);
  const stack = [[0, 0]];
  open[0] = 1;
  while (stack.length > 0) {
    const [x, y] = stack.at(-1)!;
    const ways = [
      [2, 0],
      [-2, 0],
      [0, 2],
      [0, -2],
    ].filter(([dx, dy]) => {
      const [a, b] = [x! + dx!, y! + dy!];
      return a >= 0 && b >= 0 && a < n && b < n && open[b * n + a] === 0;
    });
    if (ways.length === 0) {
      stack.pop();
      continue;
    }
    const [dx, dy] = ways[Math.floor(random() * ways.length)]!;
    open[(y! + dy! / 2) * n + x! + dx! / 2] = 1;
    open[(y! + dy!) * n + x! + dx!] = 1;
    stack.push([x! + dx!, y! + dy!]);
  }
  return windingOf(n, (x, y) => open[y * n + x] === 1, [0, 0], [n - 1, n - 1]);
}

/** Walls from side to side of n × n cells (n odd) with a gap at one end, left and right in turn. */
export function comb(n: number): Winding {
  const isOpen = (x: number, y: number) => y % 2 === 0 || x === (y % 4 === 1 ? n - 1 : 0);
  return windingOf(n, isOpen, [0, 0], [n - 1, n - 1]);
}

/** A passage one cell wide that winds from the corner of n × n cells to the middle. */
export function spiral(n: number): Winding {
  const open = new Uint8Array(n * n);
  let [x, y, dx, dy] = [0, 0, 1, 0];
  open[0] = 1;
  const isFree = (a: number, b: number) => a >= 0 && b >= 0 && a < n && b < n && open[b * n + a] === 0;
  for (;;) {
    const ahead =
      isFree(x + dx, y + dy) && (isFree(x + 2 * dx, y + 2 * dy) || !isInside(x + 2 * dx, y + 2 * dy, n));
    if (!ahead) {
      [dx, dy] = [-dy, dx];
      if (
        !isFree(x + dx, y + dy) ||
        !(isFree(x + 2 * dx, y + 2 * dy) || !isInside(x + 2 * dx, y + 2 * dy, n))
      )
        break;
    }
    x += dx;
    y += dy;
    open[y * n + x] = 1;
  }
  return windingOf(n, (a, b) => open[b * n + a] === 1, [0, 0], [x, y]);
}

function isInside(x: number, y: number, n: number): boolean {
  return x >= 0 && y >= 0 && x < n && y < n;
}

function windingOf(
  n: number,
  isOpen: (x: number, y: number) => boolean,
  from: number[],
  to: number[],
): Winding {
  const step = SIZE_DEGREES / n;
  const at = (k: number, origin: number) => origin + k * step;
  const accessible = new Uint8Array(n * n);
  const bounds = new Float64Array(4 * n * n);
  const start = new Int32Array(n * n + 1);
  const cell: number[] = [];
  const direction: number[] = [];
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const i = y * n + x;
      accessible[i] = isOpen(x, y) ? 1 : 0;
      bounds.set([at(x, WEST), at(y, SOUTH), at(x + 1, WEST), at(y + 1, SOUTH)], 4 * i);
      const sides = [
        [1, 0, 2],
        [-1, 0, -2],
        [0, -1, 4],
        [0, 1, -4],
      ];
      for (const [dx, dy, towards] of sides) {
        const [a, b] = [x + dx!, y + dy!];
        if (!accessible[i] || !isInside(a, b, n) || !isOpen(a, b)) continue;
        cell.push(b * n + a);
        direction.push(towards!);
      }
      start[i + 1] = cell.length;
    }
  }
  const centre = ([x, y]: number[]): LatLon => ({ lat: at(y! + 0.5, SOUTH), lon: at(x! + 0.5, WEST) });
  return {
    source: {
      ids: Array.from({ length: n * n }, (_, i) => `${i}`),
      bounds,
      accessible,
      currents: new Float64Array(2 * n * n),
      speeds: new Float64Array(8 * n * n).fill(SPEED_MPS),
      rates: new Float64Array(8 * n * n).fill(30),
      consumption: 'fuel',
      neighbours: { start, cell: Int32Array.from(cell), direction: Int8Array.from(direction) },
    },
    start: centre(from),
    end: centre(to),
  };
}
