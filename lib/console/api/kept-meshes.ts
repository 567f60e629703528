/**
 * The last meshes that were shown, kept in the browser: a mesh never changes, so it is loaded once, and is there without a
 * network. Where the browser keeps nothing (no secure context, storage refused or full) each is loaded again.
 */
import { withRetries } from './client.ts';
import { compiledMesh } from './service.ts';
import type { MeshSummary } from './types.ts';

const CACHE = 'polynya-meshes';
/** Those of a forecast of ten days, and two others. */
const MOST = 12;

const keyOf = (md5: string): string => new URL(`/kept-mesh/${md5}`, location.href).href;

/** A compiled mesh: the one that is kept, or else from the service. */
export const meshBytes = async ({ id, md5 }: MeshSummary, signal: AbortSignal): Promise<ArrayBuffer> =>
  (await keptMesh(md5)) ?? (await withRetries(() => compiledMesh(id, signal), signal));

async function keptMesh(md5: string): Promise<ArrayBuffer | null> {
  try {
    const response = await (await caches.open(CACHE)).match(keyOf(md5));
    return response ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

export async function keepMesh(md5: string, bytes: ArrayBuffer): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(keyOf(md5), new Response(bytes));
    // in the order in which they came
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, -MOST).map((request) => cache.delete(request)));
  } catch {
    // it is loaded again next time
  }
}

/** Of a mesh that could not be opened. */
export async function forgetMesh(md5: string): Promise<void> {
  try {
    await (await caches.open(CACHE)).delete(keyOf(md5));
  } catch {
    // nothing was kept
  }
}
