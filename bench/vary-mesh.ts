/**
 * Makes harder meshes from real ones: a part of one, or one with added wind, currents or differences by
 * heading.
 */
import type { MeshSource } from '../lib/engine/mesh/mesh-source.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';

/** The cells whose centres lie in a window. */
export function cutOut(source: MeshSource, [west, south, east, north]: readonly number[]): MeshSource {
  const { bounds } = source;
  const isInside = (row: number) => {
    const lon = (bounds[4 * row]! + bounds[4 * row + 2]!) / 2;
    const lat = (bounds[4 * row + 1]! + bounds[4 * row + 3]!) / 2;
    return lon >= west! && lon <= east! && lat >= south! && lat <= north!;
  };
  return pieceOf(source, [...source.ids.keys()].filter(isInside));
}

/** The cells of a route and those at most `away` cells from them. */
export function cutOutRoute(source: MeshSource, cells: readonly number[], away: number): MeshSource {
  const { start, cell } = source.neighbours;
  const rows = new Set(cells.filter((row) => row >= 0));
  for (let ring = 0; ring < away; ring++) {
    for (const row of [...rows]) for (let k = start[row]!; k < start[row + 1]!; k++) rows.add(cell[k]!);
  }
  return pieceOf(
    source,
    [...rows].sort((a, b) => a - b),
  );
}

/** Some cells of a mesh, with the neighbours among them. */
function pieceOf(source: MeshSource, rows: readonly number[]): MeshSource {
  const { neighbours } = source;
  const place = new Map(rows.map((row, k) => [row, k]));
  const take = (column: Float64Array, width: number) =>
    Float64Array.from(rows.flatMap((row) => [...column.subarray(width * row, width * (row + 1))]));
  const start = [0];
  const cell: number[] = [];
  const direction: number[] = [];
  for (const row of rows) {
    for (let k = neighbours.start[row]!; k < neighbours.start[row + 1]!; k++) {
      const other = place.get(neighbours.cell[k]!);
      if (other === undefined) continue;
      cell.push(other);
      direction.push(neighbours.direction[k]!);
    }
    start.push(cell.length);
  }
  return {
    ids: rows.map((row) => source.ids[row]!),
    bounds: take(source.bounds, 4),
    accessible: Uint8Array.from(rows, (row) => source.accessible[row]!),
    currents: take(source.currents, 2),
    speeds: take(source.speeds, 8),
    rates: source.rates && take(source.rates, 8),
    consumption: source.consumption,
    neighbours: {
      start: Int32Array.from(start),
      cell: Int32Array.from(cell),
      direction: Int8Array.from(direction),
    },
  };
}

/**
 * Adds a wind whose direction depends on the place. Against it the vessel loses the fraction `loss` of its
 * speed and consumes as much more; across it half of that; with it nothing.
 */
export function withWind(source: MeshSource, loss: number): MeshSource {
  const against = (i: number) => {
    const row = Math.floor(i / 8);
    const from = 2 * Math.sin(0.15 * source.bounds[4 * row]!) + 0.2 * source.bounds[4 * row + 1]!;
    return loss * (0.5 + 0.5 * Math.cos((((i % 8) + 1) * Math.PI) / 4 - from));
  };
  return {
    ...source,
    speeds: source.speeds.map((speed, i) => speed * (1 - against(i))),
    rates: source.rates?.map((rate, i) => rate * (1 + against(i))) ?? null,
  };
}

/** Adds eddies of up to `strongest` m/s to the currents, limited to 0.8 of the slowest speed. */
export function withEddies(source: MeshSource, strongest: number): MeshSource {
  const currents = source.currents.slice();
  for (let row = 0; row < source.ids.length; row++) {
    const x = source.bounds[4 * row]!;
    const y = source.bounds[4 * row + 1]!;
    const u = currents[2 * row]! + strongest * Math.sin(2.1 * y) * Math.cos(0.7 * x);
    const v = currents[2 * row + 1]! - strongest * Math.sin(1.3 * x) * Math.cos(1.7 * y);
    const slowest = Math.min(...source.speeds.subarray(8 * row, 8 * row + 8));
    const tamed = Math.min(1, (0.8 * slowest) / Math.hypot(u, v));
    currents.set([tamed * u, tamed * v], 2 * row);
  }
  return { ...source, currents };
}

/**
 * Makes every heading of every cell slower, and its consumption higher, by its own random fraction of up to
 * `most`.
 */
export function withHeadingsOfTheirOwn(source: MeshSource, most: number, seed: number): MeshSource {
  const random = randomNumbers(seed);
  return {
    ...source,
    speeds: source.speeds.map((speed) => speed * (1 - most * random())),
    rates: source.rates?.map((rate) => rate * (1 + most * random())) ?? null,
  };
}

/**
 * Makes every heading of every cell up to 20 % faster or slower, with up to 25 % more or less consumption,
 * and currents five times as strong, limited to 0.6 of the slowest speed.
 */
export function stressed(source: MeshSource, seed: number): MeshSource {
  const random = randomNumbers(seed);
  const speeds = source.speeds.map((speed) => speed * (0.8 + 0.4 * random()));
  const currents = source.currents.slice();
  for (let row = 0; row < source.ids.length; row++) {
    const slowest = Math.min(...speeds.subarray(8 * row, 8 * row + 8));
    const strength = Math.hypot(currents[2 * row]!, currents[2 * row + 1]!);
    const times = strength > 0 ? Math.min(5, (0.6 * slowest) / strength) : 1;
    currents.set([times * currents[2 * row]!, times * currents[2 * row + 1]!], 2 * row);
  }
  return {
    ...source,
    speeds,
    currents,
    rates: source.rates?.map((rate) => rate * (0.75 + 0.5 * random())) ?? null,
  };
}
