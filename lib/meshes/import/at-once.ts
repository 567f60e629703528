/** Works on items in their order, on at most so many at once, and yields results as they come. */
export async function* atOnce<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  const running = new Set<Promise<void>>();
  const results: R[] = [];
  for (const item of items) {
    const one = work(item).then((result) => {
      results.push(result);
      running.delete(one);
    });
    running.add(one);
    if (running.size < limit) continue;
    await Promise.race(running);
    yield* results.splice(0);
  }
  while (running.size > 0) {
    await Promise.race(running);
    yield* results.splice(0);
  }
}
