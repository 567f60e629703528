/** The next items of a sequence, at most so many. */
export async function take<T>(items: AsyncIterator<T, undefined>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = await items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
