/** One's own watches: the list, the chosen one, and what the service is told of it. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { formatPosition } from '../../route-files/shown-text.ts';
import { ApiError, pause, withRetries } from '../api/client.ts';
import * as service from '../api/service.ts';
import type { Watch, WholeWatch } from '../api/types.ts';
import { readable } from '../readable.ts';
import { reportError, say } from './notices.ts';
import { fromEntry } from './shown-route.ts';
import { type OpenedWatch, openedWatch, type Way } from './shown-watch.ts';
import * as state from './state.ts';
import { wantedPlace } from './wanted-place.ts';

const POLL_MS = 15_000;
/** Of a name. */
const MOST_LETTERS = 150;

/** How the rest of a voyage is, worst first. */
export const STATUS_TEXT: Readonly<Record<Watch['status'], string>> = {
  closed: 'closed ahead',
  late: 'too late',
  unknown: 'not checked',
  dearer: 'takes more',
  better: 'a better way',
  beyond: 'data end before it',
  holds: 'as planned',
};
const RANKS = Object.keys(STATUS_TEXT);

/** As the service lists them; null until they are loaded. */
const listed = signal<service.WatchList | null>(null);
/** Those that have not ended, worst first; null until they are loaded. */
export const watches = computed(
  () =>
    listed.value?.watches
      .filter(({ ended }) => !ended)
      .sort((a, b) => RANKS.indexOf(a.status) - RANKS.indexOf(b.status)) ?? null,
);
export const endedWatches = computed(() => listed.value?.watches.filter(({ ended }) => ended) ?? []);
/** Whether there are older ones than those listed. */
export const hasMoreWatches = computed(() => listed.value?.hasMore ?? false);
/** Why the list is not that of now. */
export const watchesProblem = signal<string | null>(null);
export const chosenWatch = signal<string | null>(null);

/** An answer that comes after that of a later question is not heeded. */
let [asked, answered] = [0, 0];

export async function refreshWatches(stopped?: AbortSignal): Promise<void> {
  const question = ++asked;
  const id = chosenWatch.peek();
  const [list, opened] = await Promise.all([
    withRetries(service.listWatches, stopped),
    id === null ? null : withRetries(() => open(id), stopped),
  ]);
  if (question < answered) return;
  answered = question;
  batch(() => {
    listed.value = list;
    if (chosenWatch.peek() === id) openedWatch.value = opened;
  });
}

/** Null where it is no longer kept. */
async function open(id: string): Promise<OpenedWatch | null> {
  const watch = await service.getWatch(id).catch((error: Error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (!watch) return null;
  const other = newWay(watch);
  const [planned, now] = await Promise.all([
    wayOf(watch.route_id, watch.objective),
    other === null ? null : wayOf(other, watch.objective),
  ]);
  return { watch, planned, now };
}

/** The route that could be followed instead of that which is; null where there is none. */
export function newWay({ route_id, checked, ended, status, events: [newest] }: WholeWatch): number | null {
  // where it holds, or was not looked at since it is followed, events are of the way before
  if (ended || checked === null || status === 'holds') return null;
  return newest?.route_id !== undefined && newest.route_id !== route_id ? newest.route_id : null;
}

/** A route does not change: it is asked for once. */
const ways = new Map<string, Way>();

async function wayOf(routeId: number, objective: string): Promise<Way> {
  const key = `${routeId} ${objective}`;
  const known = ways.get(key);
  if (known) return known;
  const { routes } = await service.getRoute(routeId);
  const entry = routes.find(({ type }) => type === objective) ?? routes[0]!;
  const { line, coordinates, stops } = fromEntry(entry);
  const burnsFuel = entry.path.features[0]!.properties.fuel !== undefined;
  const way = { line, coordinates, stops, burnsFuel };
  ways.set(key, way);
  return way;
}

/** Keeps the list as it is now while its tab is chosen, also where the panel is folded. */
export function followWatches(): () => void {
  return effect(() => {
    if (state.panelTab.value !== 'watches') return;
    const stopped = new AbortController();
    untracked(() => keepFresh(stopped.signal).catch(reportError));
    return () => stopped.abort();
  });
}

/** @throws AbortError once it is stopped */
async function keepFresh(stopped: AbortSignal): Promise<never> {
  for (;;) {
    if (!document.hidden) {
      const before = listed.peek();
      try {
        await refreshWatches(stopped);
        watchesProblem.value = null;
        tellChanges(before);
      } catch (error) {
        const { name, message } = error as Error;
        if (name === 'AbortError') throw error;
        watchesProblem.value = readable(message);
      }
    }
    await pause(POLL_MS, stopped);
  }
}

/** Who looks at the map, or hears the page, is told of a status that is another. */
function tellChanges(before: service.WatchList | null): void {
  const was = new Map(before?.watches.map(({ id, status }) => [id, status]));
  const changed = watches.peek()?.filter(({ id, status }) => was.has(id) && was.get(id) !== status) ?? [];
  const [worst, ...others] = changed.map(({ name, status }) => `${name}: ${STATUS_TEXT[status]}.`);
  if (worst) say('info', others.length > 0 ? `${worst} ${others.length} more changed.` : worst);
}

/** Shows a watch on the map; null: none. */
export async function chooseWatch(id: string | null): Promise<void> {
  batch(() => {
    chosenWatch.value = id;
    openedWatch.value = null;
    wantedPlace.value = null;
  });
  if (id === null) return;
  await refreshWatches();
  if (chosenWatch.peek() === id) lookAtWatch();
}

/** All of the chosen voyage. */
export function lookAtWatch(): void {
  const shown = openedWatch.peek();
  if (!shown) return;
  const points = [...shown.planned.coordinates, ...(shown.now?.coordinates ?? [])];
  state.lookAtAll.value = [...points.map(([lon, lat]) => ({ lat, lon })), shown.watch.position];
}

/** Watches the voyage of a route: the way that is chosen, or its first. */
export async function beginWatch(routeId: string): Promise<void> {
  const line = state.chosenRoute.peek()?.line;
  const way = state.answer.peek()?.find((route) => route.line === line);
  const ends = [state.start.peek(), state.end.peek()].map((end) => end && (end.name ?? formatPosition(end)));
  const { id } = await service.createWatch({
    route_id: Number(routeId),
    name: ends.join(' – ').slice(0, MOST_LETTERS),
    ...(way && { objective: way.entry.type }),
  });
  state.panelTab.value = 'watches';
  await chooseWatch(id);
}

export async function followWay(id: string, routeId: number): Promise<void> {
  await service.followRoute(id, routeId);
  await refreshWatches();
}

export async function endWatch(id: string): Promise<void> {
  await service.endWatch(id);
  await refreshWatches();
}
