/** What was looked up once is not looked up again; what failed is. */
export function remembering<Key, Value>(find: (key: Key) => Promise<Value>) {
  const known = new Map<Key, Promise<Value>>();
  return {
    get: (key: Key): Promise<Value> => {
      let value = known.get(key);
      if (!value) {
        value = find(key);
        value.catch(() => known.delete(key));
        known.set(key, value);
      }
      return value;
    },
    all: (): Promise<Value[]> => Promise.all(known.values()),
  };
}
