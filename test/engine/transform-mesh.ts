/** The same mesh told otherwise, or a little changed: what a route over it must then be is known. */
import type { MeshSource } from '../../lib/engine/mesh/mesh-source.ts';

/** East and west exchanged. */
export function mirrored(source: MeshSource): MeshSource {
  const { bounds, currents, neighbours } = source;
  // NE, E, SE, S, SW, W, NW, N
  const heading = [6, 5, 4, 3, 2, 1, 0, 7];
  const direction: Record<number, number> = {
    1: -3,
    2: -2,
    3: -1,
    4: 4,
    [-1]: 3,
    [-2]: 2,
    [-3]: 1,
    [-4]: -4,
  };
  const exchange = (samples: Float64Array) =>
    samples.map((_, i) => samples[8 * Math.floor(i / 8) + heading[i % 8]!]!);
  return {
    ...source,
    bounds: bounds.map((side, i) => (i % 2 === 1 ? side : -bounds[i % 4 === 0 ? i + 2 : i - 2]!)),
    currents: currents.map((flow, i) => (i % 2 === 0 ? -flow : flow)),
    speeds: exchange(source.speeds),
    rates: source.rates && exchange(source.rates),
    neighbours: { ...neighbours, direction: neighbours.direction.map((d) => direction[d]!) },
  };
}

/** The cells in another order under other names; row i of the result is row `order[i]` of the source. */
export function renumbered(source: MeshSource, order: readonly number[]): MeshSource {
  const place = new Int32Array(order.length);
  order.forEach((row, i) => {
    place[row] = i;
  });
  const take = (column: Float64Array, width: number) =>
    Float64Array.from(order.flatMap((row) => [...column.subarray(width * row, width * (row + 1))]));
  const { start, cell, direction } = source.neighbours;
  const links = order.map((row) =>
    Array.from({ length: start[row + 1]! - start[row]! }, (_, k) => start[row]! + k).reverse(),
  );
  const ends = [0];
  for (const own of links) ends.push(ends.at(-1)! + own.length);
  return {
    ids: order.map((_, i) => String(1000 + 7 * i)),
    bounds: take(source.bounds, 4),
    accessible: Uint8Array.from(order, (row) => source.accessible[row]!),
    currents: take(source.currents, 2),
    speeds: take(source.speeds, 8),
    rates: source.rates && take(source.rates, 8),
    consumption: source.consumption,
    neighbours: {
      start: Int32Array.from(ends),
      cell: Int32Array.from(links.flat(), (k) => place[cell[k]!]!),
      direction: Int8Array.from(links.flat(), (k) => direction[k]!),
    },
  };
}

/** One cell in which a vessel is faster. */
export function quickened(source: MeshSource, row: number, factor: number): MeshSource {
  const speeds = source.speeds.map((speed, i) => (Math.floor(i / 8) === row ? speed * factor : speed));
  return { ...source, speeds };
}

/** Speeds and currents are `motion` times as high, consumption is `rate` times as high. */
export function scaled(source: MeshSource, motion: number, rate: number): MeshSource {
  const times = (factor: number) => (value: number) => factor * value;
  return {
    ...source,
    speeds: source.speeds.map(times(motion)),
    currents: source.currents.map(times(motion)),
    rates: source.rates?.map(times(rate)) ?? null,
  };
}
