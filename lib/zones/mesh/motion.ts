/** How the vessel moves in the cells of a patched mesh: as in the mesh, but for speed limits. */
import { computed } from '../../engine/computed.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { PatchedCells } from './patched-cells.ts';
import type { Pieces } from './pieces.ts';

/** Speeds and rates per day of some cells at a lower greatest speed, at the eight headings; null where the mesh can't say. */
export type SlowDown = (
  cells: Int32Array,
  limitMps: number,
) => { speeds: Float64Array; rates: Float64Array | null } | null;

/** Whether the mesh can't say what is consumed at a lower speed, so that the rate a day stays. */
export const keepsRate = (slowDown: SlowDown): boolean => slowDown(Int32Array.of(0), Infinity) === null;

/** A piece in some of which a lower limit holds costs no more there than it does with or without that limit. */
export function motionOf(
  mesh: Mesh,
  { parent, piece, openCount }: PatchedCells,
  pieces: Pieces,
  slowDown: SlowDown,
): Pick<Mesh, 'motion' | 'profile' | 'profiles'> {
  const motion = new Float64Array(4 * openCount);
  const profile = new Int32Array(openCount);
  const { limit, partLimit } = pieces;
  const limited: number[] = [];
  const inPart: number[] = [];
  for (let k = 0; k < openCount; k++) {
    const cell = parent[k]!;
    for (let i = 0; i < 4; i++) motion[4 * k + i] = mesh.motion[4 * cell + i]!;
    profile[k] = mesh.profile[cell]!;
    const own = piece[k]!;
    if (own < 0) continue;
    if (partLimit[own]! < limit[own]!) inPart.push(k);
    else if (limit[own]! < Infinity) limited.push(k);
  }
  const profiles = [...mesh.profiles];
  const rowOf = new Map<readonly number[], number>();
  const put = (k: number, values: readonly number[]): void => {
    motion[4 * k] = Math.max(...values.slice(0, 8));
    motion[4 * k + 1] = Math.min(...values.slice(8));
    profile[k] = isUniform(values) ? -1 : computed(rowOf, values, () => profiles.push(...values) / 16 - 1);
  };
  const valuesAt = (cells: readonly number[], limitOf: Float64Array) =>
    valuesByCell(mesh, parent, cells, (k) => limitOf[piece[k]!]!, slowDown);
  for (const [k, values] of valuesAt(limited, limit)) put(k, values);
  const [slow, fast] = [valuesAt(inPart, partLimit), valuesAt(inPart, limit)];
  for (const k of inPart) {
    put(k, cheaperOf(slow.get(k)!, fast.get(k)!, Math.hypot(motion[4 * k + 2]!, motion[4 * k + 3]!)));
  }
  const isAny = limited.length + inPart.length > 0;
  return { motion, profile, profiles: isAny ? Float64Array.from(profiles) : mesh.profiles };
}

const HEADINGS = [0, 1, 2, 3, 4, 5, 6, 7];

const isUniform = (values: readonly number[]) => values.every((value, h) => value === values[h < 8 ? 0 : 8]);

/** By cell: eight speeds and eight rates at its limit, one array for all pieces of a cell of the mesh. */
function valuesByCell(
  mesh: Mesh,
  parent: Int32Array,
  cells: readonly number[],
  limitOf: (cell: number) => number,
  slowDown: SlowDown,
): Map<number, number[]> {
  const values = new Map<number, number[]>();
  for (const limitMps of new Set(cells.map(limitOf))) {
    const own = cells.filter((k) => limitOf(k) === limitMps);
    const parents = [...new Set(own.map((k) => parent[k]!))];
    const slow = limitMps < Infinity ? slowDown(Int32Array.from(parents), limitMps) : null;
    const ofParent = new Map(
      parents.map((cell, i) => [cell, limitedValues(mesh, cell, limitMps, slow, i)] as const),
    );
    for (const k of own) values.set(k, ofParent.get(parent[k]!)!);
  }
  return values;
}

/**
 * What costs no more than either of two ways to sail, at any heading, in water that moves at `current`.
 *
 * Of speeds s > v, the ground made good at an angle to the current grows by the factor (s + current) / (v + current) along with it,
 * where that is least, to (s − current) / (v − current) against it. So what is cheaper by more than that is cheaper everywhere. Else,
 * or where headings differ, it is the greater speed, at each heading the rate of the way that is cheaper there by that least factor.
 * Between two headings speeds and rates are interpolated and the factor is one between theirs, so the least of neighbours counts.
 */
function cheaperOf(slow: readonly number[], fast: readonly number[], current: number): readonly number[] {
  const [v, vRate, s, rate] = [slow[0]!, slow[8]!, fast[0]!, fast[8]!];
  if (isUniform(slow) && isUniform(fast)) {
    if (v > current && vRate * (s - current) <= rate * (v - current)) return slow;
    if (rate * (v + current) <= vRate * (s + current)) return fast;
  }
  const speeds = HEADINGS.map((h) => Math.max(slow[h]!, fast[h]!));
  const factorOf = (way: readonly number[], h: number) =>
    speeds[h] === way[h] ? 1 : (speeds[h]! + current) / (way[h]! + current);
  const rateOf = (way: readonly number[], h: number) =>
    way[8 + h]! * Math.min(...[h + 7, h, h + 1].map((near) => factorOf(way, near % 8)));
  return [...speeds, ...HEADINGS.map((h) => Math.min(rateOf(slow, h), rateOf(fast, h)))];
}

/** How the vessel moves that goes no faster than a limit in some cells. */
export function motionAtMost(
  mesh: Mesh,
  cells: readonly number[],
  limitMps: number,
  slowDown: SlowDown,
): Pick<Mesh, 'motion' | 'profile' | 'profiles'> {
  const slow = slowDown(Int32Array.from(cells), limitMps);
  const [motion, profile] = [mesh.motion.slice(), mesh.profile.slice()];
  const rows = mesh.profiles.length / 16;
  const profiles = new Float64Array(16 * (rows + cells.length));
  profiles.set(mesh.profiles);
  for (const [i, cell] of cells.entries()) {
    const values = limitedValues(mesh, cell, limitMps, slow, i);
    profiles.set(values, 16 * (rows + i));
    profile[cell] = rows + i;
    motion[4 * cell] = Math.max(...values.slice(0, 8));
    motion[4 * cell + 1] = Math.min(...values.slice(8));
  }
  return { motion, profile, profiles };
}

/** Eight speeds and eight rates; on a mesh that can't say what is consumed at a lower speed, the rates stay. */
export function limitedValues(
  { motion, profile, profiles, consumption }: Mesh,
  cell: number,
  limitMps: number,
  slow: ReturnType<SlowDown>,
  i: number,
): number[] {
  const own = 16 * profile[cell]!;
  const valueAt = (h: number) => (own >= 0 ? profiles[own + h]! : motion[4 * cell + (h < 8 ? 0 : 1)]!);
  return Array.from({ length: 16 }, (_, h) => {
    if (h < 8) return slow ? slow.speeds[8 * i + h]! : Math.min(limitMps, valueAt(h));
    if (!consumption) return 0;
    return slow?.rates ? slow.rates[8 * i + h - 8]! : valueAt(h);
  });
}
