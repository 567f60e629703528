const MAX_STEPS = 24;
/** Parts of the interval that are near enough where a value is infinite beyond. */
const NARROW = 1e-3;

/**
 * Where a function is zero between 0 and 1: regula falsi (the Illinois way), halving where a value is infinite.
 *
 * @param first, last its values there, of which one is at most zero; that end is the answer if the function has no zero
 */
export function rootBetween(
  f: (part: number) => number,
  first: number,
  last: number,
  exactness: number,
): number {
  let [a, b, fa, fb] = [0, 1, first, last];
  let moved: 'a' | 'b' | null = null;
  for (let k = 0; k < MAX_STEPS; k++) {
    const areFinite = Number.isFinite(fa) && Number.isFinite(fb);
    const part = areFinite && fa !== fb ? a + ((b - a) * fa) / (fa - fb) : 0.5 * (a + b);
    const value = f(part);
    if (Math.abs(value) <= exactness || b - a < NARROW) return part;
    if (value <= 0 === fa <= 0) {
      [a, fa] = [part, value];
      if (moved === 'a') fb *= 0.5;
      moved = 'a';
    } else {
      [b, fb] = [part, value];
      if (moved === 'b') fa *= 0.5;
      moved = 'b';
    }
  }
  return first <= 0 ? a : b;
}
