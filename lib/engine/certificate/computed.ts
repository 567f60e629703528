/** What is known of a key; computed at first use. */
export function computed<K, V>(known: Map<K, V>, key: K, compute: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = compute();
  known.set(key, made);
  return made;
}
