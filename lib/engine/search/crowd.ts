/**
 * Points close together around the crossings of a path. A search through them may find a path around a cell, or a
 * crossing from which the next leg follows exactly one of the eight headings. Evenly spaced points are too far apart to
 * find these, and descent cannot, because it follows slopes only.
 */
import type { Costs } from '../cost/cost.ts';
import { isometricLatitude, latitudeOfIsometric, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import type { Placement } from './placement.ts';

const STEPS = [-1, -0.6, -0.3, -0.1, 0, 0.1, 0.3, 0.6, 1];
/**
 * Positions of further points on the edges nearby, as fractions of an edge. A way round the other side of a corner
 * crosses edges near that corner, and is found only if it is cheaper by these points than the path is by its own.
 */
const SPARSE = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Two points closer together than this fraction of their edge are merged. */
const CLOSEST = 2e-3;

/** @param window half-width around a crossing, as a fraction of its edge */
export function crowdedAround(mesh: Mesh, costs: Costs, path: Chain, window: number): Placement {
  const crowds = crowdsNear(mesh, costs, path, window);
  return (edge) => partsOf(crowds.get(edge));
}

/** The cells of a path and their neighbours, ascending. */
export function cellsNear({ cellEdge, cellEdgeStart, edgeTopology }: Mesh, chain: Chain): Int32Array {
  const cells = new Set<number>();
  for (let i = 1; i < chain.length; i++) {
    const cell = chain.cell[i];
    cells.add(cell);
    for (let k = cellEdgeStart[cell]; k < cellEdgeStart[cell + 1]; k++) {
      for (const side of [0, 1]) cells.add(edgeTopology[4 * cellEdge[k] + side]);
    }
  }
  return Int32Array.from(cells).sort();
}

/** The positions of the points on an edge, ascending: the given ones and SPARSE, without duplicates. */
function partsOf(crowd: readonly number[] | undefined): ArrayLike<number> {
  if (!crowd) return SPARSE;
  const all = Float64Array.from(crowd).sort();
  let count = 0;
  for (const part of all) {
    const last = count === 0 ? 0 : all[count - 1];
    if (part > last + CLOSEST && part < 1 - CLOSEST) all[count++] = part;
  }
  return all.subarray(0, count);
}

/** By edge near the path: the positions of its points, where it has more than SPARSE; fractions of the edge. */
function crowdsNear(mesh: Mesh, costs: Costs, chain: Chain, window: number): Map<number, number[]> {
  const { cellEdge, cellEdgeStart, edgeTopology } = mesh;
  const crowds = new Map<number, number[]>();
  const isDone = new Set<number>();
  for (let i = 0; i < chain.length; i++) {
    const cells = [chain.cell[i], i + 1 < chain.length ? chain.cell[i + 1] : -1].filter((cell) => cell >= 0);
    const differs = cells.some((cell) => costs.profile[cell] >= 0);
    isDone.clear();
    for (const cell of cells) {
      for (let k = 2 * cellEdgeStart[cell]; k < 2 * cellEdgeStart[cell + 1]; k++) {
        const other = edgeTopology[4 * cellEdge[k >> 1] + (k & 1)];
        for (let j = cellEdgeStart[other]; j < cellEdgeStart[other + 1]; j++) {
          const e = cellEdge[j];
          const isNear = isAbreast(mesh, e, chain.lon(i), chain.lat(i), window);
          if (!(isNear || differs) || isDone.has(e)) continue;
          isDone.add(e);
          if (!crowds.has(e)) crowds.set(e, [...SPARSE]);
          crowd(mesh, e, chain.lon(i), chain.lat(i), isNear ? window : 0, differs, crowds.get(e)!);
        }
      }
    }
  }
  return crowds;
}

/** Whether a part of edge e is near the place (lon, lat), as compared with the length of the edge. */
function isAbreast({ edgeSpan, edgeVertical }: Mesh, e: number, lon: number, lat: number, window: number) {
  const low = edgeSpan[3 * e + 1];
  const high = edgeSpan[3 * e + 2];
  const reach = window * (high - low);
  const isVertical = edgeVertical[e] === 1;
  const abreast = isVertical ? lat : lon;
  const aside = Math.abs((isVertical ? lon : lat) - edgeSpan[3 * e]);
  return aside <= 2 * reach && abreast > low - reach && abreast < high + reach;
}

/**
 * Adds points on edge e around the place at the longitude or latitude of (lon, lat). With `onHeadings`, adds
 * the points where the eight headings from (lon, lat) meet the edge.
 *
 * @param window half-width, as a fraction of the edge; 0 = none
 */
function crowd(
  mesh: Mesh,
  e: number,
  lon: number,
  lat: number,
  window: number,
  onHeadings: boolean,
  out: number[],
): void {
  const [at, low, high] = mesh.edgeSpan.subarray(3 * e, 3 * e + 3);
  const isVertical = mesh.edgeVertical[e] === 1;
  const part = (t: number) => (t - low) / (high - low);
  const abreast = part(isVertical ? lat : lon);
  if (window > 0) for (const step of STEPS) out.push(abreast + step * window);
  if (!onHeadings) return;
  out.push(abreast);
  // in Mercator's projection the diagonal headings are straight lines at 45°
  const ψ = isometricLatitude(lat * RADIANS);
  for (const sign of [1, -1]) {
    out.push(
      part(
        isVertical
          ? latitudeOfIsometric(ψ + sign * (at - lon) * RADIANS) / RADIANS
          : lon + (sign * (isometricLatitude(at * RADIANS) - ψ)) / RADIANS,
      ),
    );
  }
}
