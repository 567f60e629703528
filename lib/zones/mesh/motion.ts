/** How the vessel moves in the cells of a patched mesh: as in the mesh, but for speed limits. */
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

export function motionOf(
  mesh: Mesh,
  { parent, piece, openCount }: PatchedCells,
  pieces: Pieces,
  slowDown: SlowDown,
): Pick<Mesh, 'motion' | 'profile' | 'profiles'> {
  const motion = new Float64Array(4 * openCount);
  const profile = new Int32Array(openCount);
  const limit = pieces.limit;
  const limited: number[] = [];
  for (let k = 0; k < openCount; k++) {
    const cell = parent[k]!;
    for (let i = 0; i < 4; i++) motion[4 * k + i] = mesh.motion[4 * cell + i]!;
    profile[k] = mesh.profile[cell]!;
    if (piece[k]! >= 0 && limit[piece[k]!]! < Infinity) limited.push(k);
  }
  const profiles = [...mesh.profiles];
  for (const limitMps of new Set(limited.map((k) => limit[piece[k]!]!))) {
    const own = limited.filter((k) => limit[piece[k]!] === limitMps);
    const slow = slowDown(
      Int32Array.from(own, (k) => parent[k]!),
      limitMps,
    );
    own.forEach((k, i) => {
      const values = limitedValues(mesh, parent[k]!, limitMps, slow, i);
      motion[4 * k] = Math.max(...values.slice(0, 8));
      motion[4 * k + 1] = Math.min(...values.slice(8));
      const isUniform = values.every((value, h) => value === values[h < 8 ? 0 : 8]);
      profile[k] = isUniform ? -1 : profiles.push(...values) / 16 - 1;
    });
  }
  return { motion, profile, profiles: limited.length === 0 ? mesh.profiles : Float64Array.from(profiles) };
}

/** Eight speeds and eight rates; on a mesh that can't say what is consumed at a lower speed, the rates stay. */
function limitedValues(
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
