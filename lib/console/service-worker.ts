/**
 * Keeps the page for where there is no network: its own files as they were when they were last there, and the latest
 * answers to the few questions that it begins with. Everything else goes to the network as if this were not here. Meshes
 * are kept by the page itself (api/kept-meshes.ts).
 */

import { locations } from '../api/locations.ts';
import { meshes } from '../api/meshes.ts';
import { vehicles } from '../api/vehicles.ts';
import { zones } from '../api/zones.ts';

/** The page's files, which the bundler fills in. */
declare const PAGE_FILES: readonly string[];

/** What of a service worker's global is used; the DOM's types know nothing of it. */
interface ServiceWorkerGlobal {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const worker = globalThis as unknown as ServiceWorkerGlobal;
const FILES = 'polynya-files';
const ANSWERS = 'polynya-answers';
/** Answers that the page can't begin without; `?` and what follows belongs to the key. */
const KEPT = [meshes.list, vehicles.list, locations.list, zones.list];
/** A network that is there, but of no use, is waited for no longer than this, ms. */
const PATIENCE_MS = 8000;

const root = new URL(worker.registration.scope);
/** The scope ends with a slash, the paths of operations begin with one. */
const keptPaths = new Set(KEPT.map(({ path }) => root.pathname.slice(0, -1) + path));
const fileUrl = (name: string) => new URL(`console/${name}`, root).href;

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldFiles()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== root.origin) return;
  if (request.mode === 'navigate') {
    // the page is the same at each of its addresses
    event.respondWith(fromNetworkOrKept(request, FILES, root.href));
  } else if (PAGE_FILES.some((name) => fileUrl(name) === url.href)) {
    event.respondWith(fromKeptOrNetwork(request));
  } else if (keptPaths.has(url.pathname)) {
    event.respondWith(fromNetworkOrKept(request, ANSWERS, url.href));
  }
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  await cache.addAll([root.href, ...PAGE_FILES.map(fileUrl)]);
  await worker.skipWaiting();
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const wanted = new Set([root.href, ...PAGE_FILES.map(fileUrl)]);
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await worker.clients.claim();
}

async function fromKeptOrNetwork(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}

async function fromNetworkOrKept(request: Request, name: string, key: string): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(key);
  try {
    const response = await fetch(request, kept && { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) await cache.put(key, response.clone());
    return response;
  } catch (error) {
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set('X-Kept', 'true'); // so that the page knows that there is no connection
    return new Response(kept.body, { status: kept.status, headers });
  }
}
