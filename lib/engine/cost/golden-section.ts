const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** The interval is narrowed to less than a hundredth; half of that is the error, whose square is what it costs. */
const SECTIONS = 10;

/** The minimum of a convex function on [0, 1] (Kiefer 1953); the last evaluation of f is at the minimum. */
export function goldenSection(f: (part: number) => number): number {
  let [low, a, b, high] = [0, 1 - GOLDEN, GOLDEN, 1];
  let [valueA, valueB] = [f(a), f(b)];
  for (let k = 0; k < SECTIONS; k++) {
    if (valueA <= valueB) {
      [high, b, valueB] = [b, a, valueA];
      a = high - GOLDEN * (high - low);
      valueA = f(a);
    } else {
      [low, a, valueA] = [a, b, valueB];
      b = low + GOLDEN * (high - low);
      valueB = f(b);
    }
  }
  return f(0.5 * (low + high));
}
