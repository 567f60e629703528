import type { MeshSource } from '../mesh/mesh-source.ts';

/**
 * The order in which a mesh keeps its cells: open cells first, then along a Z-curve through their centres
 * (Morton 1966). Neighbours are then close in memory, and the order of cells in the file does not matter: the
 * same mesh with its cells numbered differently gives the same routes, bit for bit.
 */
export function canonicalOrder(source: MeshSource): { row: Int32Array; rank: Int32Array; open: number } {
  const { bounds, ids } = source;
  const n = ids.length;
  const key = new Float64Array(n);
  let open = 0;
  for (let i = 0; i < n; i++) {
    const x = (bounds[4 * i] + bounds[4 * i + 2] + 360) / 720;
    const y = (bounds[4 * i + 1] + bounds[4 * i + 3] + 180) / 360;
    const closed = isOpen(source, i) ? 0 : 1;
    key[i] = closed * 2 ** 32 + morton(x, y);
    open += 1 - closed;
  }
  const row = new Int32Array(n).map((_, i) => i);
  row.sort(
    (a, b) => key[a] - key[b] || bounds[4 * a + 1] - bounds[4 * b + 1] || bounds[4 * a] - bounds[4 * b],
  );
  const rank = new Int32Array(n);
  for (let i = 0; i < n; i++) rank[row[i]] = i;
  return { row, rank, open };
}

/** A cell with zero speed at every heading counts as closed. */
function isOpen({ accessible, speeds }: MeshSource, i: number): boolean {
  if (!accessible[i]) return false;
  for (let k = 8 * i; k < 8 * i + 8; k++) if (speeds[k] > 0) return true;
  return false;
}

/** Interleaves 16 bits of each of two fractions. */
function morton(x: number, y: number): number {
  return spread(x) + 2 * spread(y);
}

function spread(fraction: number): number {
  let bits = Math.max(0, Math.min(0xffff, Math.floor(fraction * 0x10000)));
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
