/** What is known of a key, in a Map or a WeakMap; computed at first use. */
export function computed<K, V extends {}>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  compute: () => V,
): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = compute();
  known.set(key, made);
  return made;
}
