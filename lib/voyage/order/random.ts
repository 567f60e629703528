/** Numbers from [0, 1), the same each time: a linear congruential generator (Knuth 1997, 3.3.4, table 1, line 26). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
