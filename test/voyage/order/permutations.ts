/** All orders of some items. */
export function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [k, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(k, 1))) yield [item, ...rest];
  }
}
