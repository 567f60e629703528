/**
 * The last meshes and ice charts that were shown, kept in the browser: neither changes under its key (the MD5 of a mesh, the
 * id of a chart), so it is loaded once, and is there without a network. Where the browser keeps nothing (no secure context, storage refused or full) each is loaded again.
 */
import { withRetries } from './client.ts';
import { compiledMesh } from './service.ts';
import type { MeshSummary } from './types.ts';

const CACHE = 'polynya-meshes';
/** Those of a forecast of ten days, and two others. */
const MOST = 12;

const urlOf = (key: string): string => new URL(`/kept-mesh/${key}`, location.href).href;

/** A compiled mesh: the one that is kept, or else from the service. */
export const meshBytes = async ({ id, md5 }: MeshSummary, signal: AbortSignal): Promise<ArrayBuffer> =>
  (await keptSea(md5)) ?? (await withRetries(() => compiledMesh(id, signal), signal));

export async function keptSea(key: string): Promise<ArrayBuffer | null> {
  try {
    const response = await (await caches.open(CACHE)).match(urlOf(key));
    return response ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

export async function keepSea(key: string, bytes: ArrayBuffer): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(urlOf(key), new Response(bytes));
    // in the order in which they came
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, -MOST).map((request) => cache.delete(request)));
  } catch {
    // it is loaded again next time
  }
}

/** Of what could not be opened. */
export async function forgetSea(key: string): Promise<void> {
  try {
    await (await caches.open(CACHE)).delete(urlOf(key));
  } catch {
    // nothing was kept
  }
}
