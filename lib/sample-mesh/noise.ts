/** Value noise of two octaves over the plane, −1…1, the same on every machine: lattice values are hashed integers. */
export function noise(x: number, y: number): number {
  return (2 * smoothed(x, y) + smoothed(2.3 * x + 17, 2.3 * y + 5)) / 3;
}

function smoothed(x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const u = ease(x - column);
  const v = ease(y - row);
  const south = lattice(column, row) * (1 - u) + lattice(column + 1, row) * u;
  const north = lattice(column, row + 1) * (1 - u) + lattice(column + 1, row + 1) * u;
  return south * (1 - v) + north * v;
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Finaliser of MurmurHash3 over the two coordinates. */
function lattice(column: number, row: number): number {
  let hash = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}
