/** What the batch that is opened in the panel has brought: links to its files, and the lines that failed. */
import { batch, signal } from '@preact/signals';
import { withRetries } from '../api/client.ts';
import { batchFailures, batchResults } from '../api/service.ts';
import type { BatchFailures, BatchResults } from '../api/types.ts';

/** The batch whose results are shown. */
export const openedBatch = signal<string | null>(null);
/** Null until they are loaded. */
export const results = signal<BatchResults | null>(null);
/** Null until they are asked for. */
export const failures = signal<BatchFailures | null>(null);

/** Shows the results of another batch, or of none. */
export function openBatch(id: string | null): void {
  batch(() => {
    openedBatch.value = id;
    results.value = null;
    failures.value = null;
  });
}

/** Links are good for a quarter of an hour: those of all pages that are shown are made anew. */
export async function refreshResults(): Promise<void> {
  const id = openedBatch.peek();
  if (id === null) return;
  const shown = results.peek()?.manifest.length ?? 0;
  let loaded = await withRetries(() => batchResults(id));
  while (loaded.next !== undefined && loaded.manifest.length < shown) loaded = await withNextPage(id, loaded);
  if (openedBatch.peek() === id) results.value = loaded;
}

export async function moreFiles(): Promise<void> {
  const [id, before] = [openedBatch.peek(), results.peek()];
  if (id === null || before?.next === undefined) return;
  const loaded = await withNextPage(id, before);
  if (results.peek() === before) results.value = loaded;
}

async function withNextPage(id: string, before: BatchResults): Promise<BatchResults> {
  const page = await withRetries(() => batchResults(id, before.next));
  const documents = [...(before.documents ?? []), ...(page.documents ?? [])];
  return {
    ...page,
    manifest: [...before.manifest, ...page.manifest],
    ...(documents.length > 0 && { documents }),
  };
}

/** The first lines that failed, then further ones. */
export async function moreFailures(): Promise<void> {
  const [id, before] = [openedBatch.peek(), failures.peek()];
  if (id === null || (before && before.next === undefined)) return;
  const page = await withRetries(() => batchFailures(id, before?.next));
  if (openedBatch.peek() !== id || failures.peek() !== before) return;
  failures.value = { ...page, failures: [...(before?.failures ?? []), ...page.failures] };
}
