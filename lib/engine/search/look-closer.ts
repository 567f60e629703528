/**
 * A last search near a path that was found and refined, with points close together around its crossings. It
 * may find a path around a cell, or a crossing from which the next leg follows exactly one of the eight
 * headings. The evenly spaced points of the first search are too far apart to find these, and descent cannot,
 * because it follows slopes only.
 */

import type { Costs } from '../cost/cost.ts';
import { isometricLatitude, latitudeOfIsometric, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { refine } from '../refine/refine.ts';
import type { FoundPath } from './find-path.ts';
import { layOutPatch } from './patch.ts';
import { potentialOf } from './potential.ts';
import { Search } from './search.ts';

/**
 * Maximum number of looks. Another look follows one that saved the fraction WORTHWHILE of the cost; its
 * points are closer together by the factor NARROWING.
 */
const LOOKS = 3;
const WORTHWHILE = 1e-6;
const NARROWING = 5;
/** Half-width of the first window around a crossing, as a fraction of its edge. */
const WINDOW = 1 / 8;
const STEPS = [-1, -0.6, -0.3, -0.1, 0, 0.1, 0.3, 0.6, 1];
/** Positions of further points on the edges nearby, as fractions of an edge. */
const SPARSE = [1 / 6, 0.5, 5 / 6];
/** Two points closer together than this fraction of their edge are merged. */
const CLOSEST = 2e-3;
/** A path through points may cost this fraction more before refinement than after it. */
const ROUGHNESS = 1e-3;

/**
 * The first search's costs are assumed to be too high by EXCESS plus SAFETY times the fraction by which its
 * path was.
 */
const EXCESS = 0.001;
const SAFETY = 1.5;

interface Refined {
  readonly chain: Chain;
  readonly cost: number;
}

/** The given path, or a cheaper one near it. */
export function lookCloser(mesh: Mesh, costs: Costs, path: Refined, found: FoundPath): Refined {
  let best = path;
  for (let look = 0, window = WINDOW; look < LOOKS; look++, window /= NARROWING) {
    const near = searchNear(mesh, costs, best, window, found);
    // through the same cells, where headings are alike, refinement ends at the same path again
    if (!near || (mesh.profiles.length === 0 && isSameWay(near, best.chain))) break;
    const next = refine(mesh, costs, near);
    const saved = best.cost - next.cost;
    if (saved > 0) best = next;
    if (!(saved > WORTHWHILE * best.cost)) break;
  }
  return best;
}

/** Whether two paths pass through the same cells in the same order. */
function isSameWay(a: Chain, b: Chain): boolean {
  const [one, other] = [a, b].map(({ cell, length }) => {
    const cells: number[] = [];
    for (let i = 1; i < length; i++) if (cell[i] !== cells.at(-1)) cells.push(cell[i]);
    return cells;
  });
  return one.length === other.length && one.every((cell, i) => cell === other[i]);
}

function searchNear(mesh: Mesh, costs: Costs, path: Refined, window: number, found: FoundPath): Chain | null {
  const parts = partsOf(mesh, pointsNear(mesh, costs, path.chain, window));
  const patch = layOutPatch(mesh, cellsNear(mesh, path.chain), (edge) => parts.get(edge) ?? []);
  const bound = path.cost * (1 + ROUGHNESS);
  const sign = found.sign > 0 ? -1 : 1;
  const task = { ...found.ends, sign, bound, isOver: () => false } as const;
  const excess = EXCESS + SAFETY * (found.cost / path.cost - 1);
  const guide = found.field && { field: found.field, excess, bound };
  const potential = potentialOf(mesh, costs, guide, patch, task);
  return new Search(mesh, costs, patch, potential, task).path();
}

/** The cells of a path and their neighbours, ascending. */
function cellsNear({ cellEdge, cellEdgeStart, edgeTopology }: Mesh, chain: Chain): Int32Array {
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

/**
 * Converts positions on edges from degrees to ascending fractions; those outside the edge and duplicates are
 * dropped.
 */
function partsOf({ edgeSpan }: Mesh, places: ReadonlyMap<number, number[]>): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  for (const [e, ts] of places) {
    const [low, high] = edgeSpan.subarray(3 * e + 1, 3 * e + 3);
    const own: number[] = [];
    let last = 0;
    for (const t of ts.sort((a, b) => a - b)) {
      const part = (t - low) / (high - low);
      if (!(part > last + CLOSEST && part < 1 - CLOSEST)) continue;
      own.push(part);
      last = part;
    }
    parts.set(e, own);
  }
  return parts;
}

/** By edge near the path: the positions of its points, degrees. */
function pointsNear(mesh: Mesh, costs: Costs, chain: Chain, window: number): Map<number, number[]> {
  const near = new Map<number, number[]>();
  for (const e of edgesNear(mesh, chain)) {
    const [low, high] = mesh.edgeSpan.subarray(3 * e + 1, 3 * e + 3);
    near.set(
      e,
      SPARSE.map((part) => low + part * (high - low)),
    );
  }
  for (let i = 0; i < chain.length; i++) {
    const around = new Set<number>();
    for (const cell of [chain.cell[i], i + 1 < chain.length ? chain.cell[i + 1] : -1]) {
      if (cell < 0) continue;
      for (const e of edgesAbout(mesh, cell)) around.add(e);
    }
    const differs = [chain.cell[i], chain.cell[i + 1]].some((cell) => cell >= 0 && costs.profile[cell] >= 0);
    for (const e of around) crowd(mesh, e, chain.lon(i), chain.lat(i), window, differs, near.get(e)!);
  }
  return near;
}

/**
 * Adds points on edge e around the place at the longitude or latitude of (lon, lat), if that is near. With
 * `onHeadings`, adds the points where the eight headings from (lon, lat) meet the edge.
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
  const abreast = isVertical ? lat : lon;
  const aside = Math.abs((isVertical ? lon : lat) - at);
  if (aside <= 2 * window * (high - low)) {
    for (const step of STEPS) out.push(abreast + step * window * (high - low));
  }
  if (!onHeadings) return;
  out.push(abreast);
  // in Mercator's projection the diagonal headings are straight lines at 45°
  const ψ = isometricLatitude(lat * RADIANS);
  for (const sign of [1, -1]) {
    out.push(
      isVertical
        ? latitudeOfIsometric(ψ + sign * (at - lon) * RADIANS) / RADIANS
        : lon + (sign * (isometricLatitude(at * RADIANS) - ψ)) / RADIANS,
    );
  }
}

function edgesNear(mesh: Mesh, chain: Chain): Set<number> {
  const edges = new Set<number>();
  for (let i = 1; i < chain.length; i++) for (const e of edgesAbout(mesh, chain.cell[i])) edges.add(e);
  return edges;
}

/** The edges of a cell and of its neighbours. */
function edgesAbout({ cellEdge, cellEdgeStart, edgeTopology }: Mesh, cell: number): Set<number> {
  const edges = new Set<number>();
  for (let k = cellEdgeStart[cell]; k < cellEdgeStart[cell + 1]; k++) {
    for (const side of [0, 1]) {
      const other = edgeTopology[4 * cellEdge[k] + side];
      for (let j = cellEdgeStart[other]; j < cellEdgeStart[other + 1]; j++) edges.add(cellEdge[j]);
    }
  }
  return edges;
}
