/** Compiles a mesh again whose cells are divided. */
import { compileMesh } from '../../engine/compile/compile-mesh.ts';
import { ENVIRONMENT_COLUMNS, type Environment } from '../../engine/mesh/environment.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { neighboursOf } from './neighbours.ts';
import type { Pieces } from './pieces.ts';

/** Speeds and rates per day of some cells at a lower greatest speed, at the eight headings; null where the mesh can't say. */
export type SlowDown = (
  cells: Int32Array,
  limitMps: number,
) => { speeds: Float64Array; rates: Float64Array | null } | null;

/**
 * The compiled mesh with pieces instead of the cells that have any. Its rows are its own: two pieces of a cell are two rows,
 * because what the engine takes for one cell has no border inside.
 */
export function recompile(mesh: Mesh, pieces: Pieces, slowDown: SlowDown): Uint8Array {
  const isDivided = new Uint8Array(mesh.cellCount);
  for (const cell of pieces.cell) isDivided[cell] = 1;
  const kept: number[] = [];
  const ofCell = new Int32Array(mesh.cellCount).fill(-1);
  for (let cell = 0; cell < mesh.cellCount; cell++) if (!isDivided[cell]) ofCell[cell] = kept.push(cell) - 1;
  const count = kept.length + pieces.count;
  const parent = new Int32Array(count);
  parent.set(kept);
  parent.set(pieces.cell, kept.length);

  const bounds = new Float64Array(4 * count);
  const accessible = new Uint8Array(count);
  const closedReason = new Uint8Array(count);
  kept.forEach((cell, row) => {
    bounds.set(mesh.bounds.subarray(4 * cell, 4 * cell + 4), 4 * row);
    accessible[row] = cell < mesh.openCount ? 1 : 0;
    closedReason[row] = mesh.closedReason[cell]!;
  });
  bounds.set(pieces.bounds, 4 * kept.length);
  closedReason.set(pieces.closed, kept.length);
  pieces.closed.forEach((closed, piece) => {
    accessible[kept.length + piece] = closed ? 0 : 1;
  });

  const motion = motionOf(mesh, parent, accessible);
  limitSpeeds(motion, pieces, kept.length, slowDown);
  const neighbours = neighboursOf(mesh, {
    count,
    bounds,
    accessible,
    ofCell,
    firstPiece: kept.length,
    pieceCell: pieces.cell,
  });
  return compileMesh({
    ids: Array.from(parent, String),
    bounds,
    accessible,
    closedReason,
    ...motion,
    consumption: mesh.consumption,
    environment: environmentOf(mesh, parent),
    neighbours,
  });
}

/** Currents, speeds and rates by row. */
function motionOf(mesh: Mesh, parent: Int32Array, accessible: Uint8Array) {
  const currents = new Float64Array(2 * parent.length);
  const speeds = new Float64Array(8 * parent.length);
  const rates = mesh.consumption ? new Float64Array(8 * parent.length) : null;
  for (let row = 0; row < parent.length; row++) {
    if (!accessible[row]) continue;
    const cell = parent[row]!;
    currents.set(mesh.motion.subarray(4 * cell + 2, 4 * cell + 4), 2 * row);
    const profile = 16 * mesh.profile[cell]!;
    if (profile >= 0) {
      speeds.set(mesh.profiles.subarray(profile, profile + 8), 8 * row);
      rates?.set(mesh.profiles.subarray(profile + 8, profile + 16), 8 * row);
    } else {
      speeds.fill(mesh.motion[4 * cell]!, 8 * row, 8 * row + 8);
      rates?.fill(mesh.motion[4 * cell + 1]!, 8 * row, 8 * row + 8);
    }
  }
  return { currents, speeds, rates };
}

function limitSpeeds(
  { speeds, rates }: { speeds: Float64Array; rates: Float64Array | null },
  pieces: Pieces,
  firstPiece: number,
  slowDown: SlowDown,
): void {
  const limits = new Set(pieces.limit.filter((limit) => limit < Infinity));
  for (const limit of limits) {
    const limited: number[] = [];
    pieces.limit.forEach((each, piece) => {
      if (each === limit) limited.push(piece);
    });
    const slow = slowDown(
      Int32Array.from(limited, (piece) => pieces.cell[piece]!),
      limit,
    );
    limited.forEach((piece, i) => {
      const at = 8 * (firstPiece + piece);
      for (let k = 0; k < 8; k++) {
        speeds[at + k] = slow ? slow.speeds[8 * i + k]! : Math.min(limit, speeds[at + k]!);
        if (rates && slow?.rates) rates[at + k] = slow.rates[8 * i + k]!;
      }
    });
  }
}

function environmentOf({ environment, cellCount }: Mesh, parent: Int32Array): Environment {
  if (environment.cellCount !== cellCount) throw new RangeError('The environment is of another mesh.');
  const columns = Object.fromEntries(
    ENVIRONMENT_COLUMNS.map((name) => {
      const column = environment.columns[name];
      return [name, column && Float64Array.from(parent, (cell) => column[cell]!)];
    }),
  ) as Environment['columns'];
  const zones = [...environment.zones].map(
    ([name, zone]) => [name, Uint8Array.from(parent, (cell) => zone[cell]!)] as const,
  );
  return { cellCount: parent.length, columns, zones: new Map(zones) };
}
