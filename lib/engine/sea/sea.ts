/**
 * A sea that changes: one geometry, and for each slice of time how a vessel moves in its cells. Times are days after departure.
 */
import { type Costs, costsFor } from '../cost/cost.ts';
import { withTurns } from '../cost/turns.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type Overlay, overlayOf } from './overlay.ts';

/** From `from` on, until the next span begins, the mesh with this number holds. */
export interface Span {
  readonly from: number;
  readonly mesh: number;
}

/** What a route minimises: days under way, or what is consumed. */
export type Aim = 'days' | 'consumed';
export const aimOf = (objective: string): Aim => (objective === 'traveltime' ? 'days' : 'consumed');

/** What holds in each cell for a time. */
export interface Slice {
  /** The number of the mesh. */
  readonly mesh: number;
  /** By open cell: 1 where it may be entered. */
  readonly open: Uint8Array;
  /** By open cell: the number of the mesh on which it is open or was last, −1 where it never was. */
  readonly lastOpen: Int16Array;
  /**
   * The costs of legs: days, and what the vessel consumes (null where the mesh does not say). In a cell that has closed they are those
   * of when it was last open; where it never was, nothing can be sailed.
   */
  readonly days: Costs;
  readonly consumed: Costs | null;
  /** The same of legs that may turn inside cells. */
  readonly turning: { readonly days: Costs; readonly consumed: Costs | null };
  /** By open cell: the slice from which, and that until which, the same holds as in this one. */
  readonly first: Int16Array;
  readonly next: Int16Array;
}

export interface Sea {
  /** Open are the cells that are open at some time. Its speeds, rates and currents are those of no slice. */
  readonly mesh: Mesh;
  readonly meshes: readonly Mesh[];
  readonly cellOf: Overlay['cellOf'];
  readonly gaps: Overlay['gaps'];
  /** Whether gaps are passed, because there is no way without. */
  readonly passesGaps?: boolean;
  /** Slices that follow each other and say the same are one. */
  readonly slices: readonly Slice[];
  /** When each slice begins, −Infinity the first; then Infinity. */
  readonly starts: Float64Array;
  /** By cell: the least that a metre takes in any slice, days. */
  readonly leastPerMetre: Float64Array;
  /** By aim, a sea with as much water and more, at costs that are no higher, and fewer cells: what is proved there holds here too. */
  readonly provedOn?: ((aim: Aim) => Sea) | undefined;
}

interface Columns {
  readonly mesh: number;
  readonly open: Uint8Array;
  readonly lastOpen: Int16Array;
  readonly motion: Float64Array;
  /** Rows of the profiles of all meshes. */
  readonly profile: Int32Array;
}

/**
 * @param spans by time; the first holds before as well
 * @param overlay of the meshes
 */
export function seaOf(meshes: readonly Mesh[], spans: readonly Span[], overlay = overlayOf(meshes)): Sea {
  const profiles = profilesOf(meshes);
  const columns: Columns[] = [];
  const starts: number[] = [];
  for (const { from, mesh } of spans) {
    const own = columnsOf(overlay, meshes[mesh], mesh, profiles.firstRow[mesh], columns.at(-1));
    if (columns.length > 0 && cellsAlike(profiles, columns.at(-1)!, own).every((is) => is === 1)) continue;
    starts.push(columns.length === 0 ? -Infinity : from);
    columns.push(own);
  }
  const runs = runsOf(columns, profiles);
  const isDerived = meshes.some((mesh) => mesh.reachOf);
  const slices = columns.map(({ mesh: number, open, motion, profile, lastOpen }, k): Slice => {
    const reachOf = (cell: number) => {
      const from = lastOpen[cell];
      return meshes[from].reachOf!(overlay.cellOf[from][cell]);
    };
    const own = { motion, profile, profiles: profiles.values, ...(isDerived && { reachOf }) };
    const mesh = { ...overlay.mesh, ...own };
    const days = costsFor(mesh, 'traveltime');
    const consumed = mesh.consumption && costsFor(mesh, mesh.consumption);
    const turning = { days: withTurns(mesh, days), consumed: consumed && withTurns(mesh, consumed) };
    return { mesh: number, open, lastOpen, days, consumed, turning, ...runs[k] };
  });
  const mesh = { ...overlay.mesh, profiles: profiles.values };
  return {
    mesh,
    meshes,
    cellOf: overlay.cellOf,
    gaps: overlay.gaps,
    slices,
    starts: Float64Array.of(...starts, Infinity),
    leastPerMetre: leastPerMetre(columns),
  };
}

/** The profiles of all meshes, `width` numbers each, and by mesh the row of its first. */
interface Profiles {
  readonly values: Float64Array;
  readonly width: number;
  readonly firstRow: readonly number[];
}

function profilesOf(meshes: readonly Mesh[]): Profiles {
  const width = 2 * meshes[0].headings;
  const firstRow = [0];
  for (const mesh of meshes) firstRow.push(firstRow.at(-1)! + mesh.profiles.length / width);
  const values = new Float64Array(width * firstRow.at(-1)!);
  for (const [k, mesh] of meshes.entries()) values.set(mesh.profiles, width * firstRow[k]);
  return { values, width, firstRow };
}

function columnsOf(
  { mesh: { openCount }, cellOf }: Overlay,
  from: Mesh,
  mesh: number,
  firstRow: number,
  last: Columns | undefined,
): Columns {
  const open = new Uint8Array(openCount);
  const lastOpen = last ? last.lastOpen.slice() : new Int16Array(openCount).fill(-1);
  const motion = last ? last.motion.slice() : new Float64Array(4 * openCount);
  const profile = last ? last.profile.slice() : new Int32Array(openCount).fill(-1);
  for (let cell = 0; cell < openCount; cell++) {
    const own = cellOf[mesh][cell];
    if (own < 0 || own >= from.openCount) continue;
    open[cell] = 1;
    lastOpen[cell] = mesh;
    for (let k = 0; k < 4; k++) motion[4 * cell + k] = from.motion[4 * own + k];
    profile[cell] = from.profile[own] < 0 ? -1 : firstRow + from.profile[own];
  }
  return { mesh, open, lastOpen, motion, profile };
}

/** By cell: 1 where two slices say the same. */
function cellsAlike({ values, width }: Profiles, a: Columns, b: Columns): Uint8Array {
  return a.open.map((open, cell) => {
    if (open !== b.open[cell] || a.profile[cell] < 0 !== b.profile[cell] < 0) return 0;
    for (let k = 4 * cell; k < 4 * cell + 4; k++) if (a.motion[k] !== b.motion[k]) return 0;
    const [p, q] = [width * a.profile[cell], width * b.profile[cell]];
    for (let k = 0; p >= 0 && p !== q && k < width; k++) if (values[p + k] !== values[q + k]) return 0;
    return 1;
  });
}

/** By slice, by cell: the first and the last slice but one of those beside it that say the same. */
function runsOf(columns: readonly Columns[], profiles: Profiles) {
  const alike = columns.slice(1).map((own, k) => cellsAlike(profiles, columns[k], own));
  const first = columns.map(({ open }) => new Int16Array(open.length));
  const next = columns.map(({ open }) => new Int16Array(open.length).fill(columns.length));
  alike.forEach((same, k) => {
    for (let cell = 0; cell < same.length; cell++)
      first[k + 1][cell] = same[cell] === 1 ? first[k][cell] : k + 1;
  });
  for (let k = alike.length - 1; k >= 0; k--) {
    for (let cell = 0; cell < alike[k].length; cell++)
      next[k][cell] = alike[k][cell] === 1 ? next[k + 1][cell] : k + 1;
  }
  return columns.map((_, k) => ({ first: first[k], next: next[k] }));
}

function leastPerMetre(columns: readonly Columns[]): Float64Array {
  const fastest = new Float64Array(columns[0].open.length);
  for (const { motion } of columns) {
    for (let cell = 0; cell < fastest.length; cell++) {
      const [s, u, v] = [motion[4 * cell], motion[4 * cell + 2], motion[4 * cell + 3]];
      fastest[cell] = Math.max(fastest[cell], s + Math.sqrt(u * u + v * v));
    }
  }
  return fastest.map((speed) => 1 / (SECONDS_PER_DAY * speed));
}

/** Whether all is closed in a slice that is between two cells which have only a corner in common. */
export const isGap = ({ mesh, slices, gaps }: Sea, from: number, to: number, slice: number): boolean =>
  gaps.get(from * mesh.openCount + to)?.every((cell) => slices[slice].open[cell] === 0) ?? false;

/** The first slice from a given one on in which a cell can be entered from another; −1 = none. */
export function whenEntered(sea: Sea, cell: number, from: number, slice: number): number {
  const { slices, passesGaps } = sea;
  let k = slice;
  while (!passesGaps && k < slices.length && isGap(sea, from, cell, k)) k++;
  while (slices[k]?.open[cell] === 0) k++;
  return k < slices.length ? k : -1;
}

/** The number of the slice that holds at a time. */
export function sliceAt({ starts }: Pick<Sea, 'starts'>, time: number): number {
  let [k, end] = [0, starts.length - 1];
  for (let middle = end >> 1; middle > k; middle = (k + end) >> 1) {
    if (starts[middle] <= time) k = middle;
    else end = middle;
  }
  return k;
}
