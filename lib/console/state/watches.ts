/** Voyages that are watched: the list, the one that the map shows, and what is told the service of it. */
import { batch, computed, signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { pause, withRetries } from '../api/client.ts';
import * as service from '../api/service.ts';
import type { Watch, WholeWatch } from '../api/types.ts';
import { readable } from '../readable.ts';
import { say } from './notices.ts';
import { fromEntry } from './shown-route.ts';
import * as state from './state.ts';

const POLL_MS = 15_000;

type Line = readonly (readonly [number, number])[];

/** The watch that is looked at, with the ways that the map draws. */
export interface OpenedWatch {
  readonly watch: WholeWatch;
  readonly planned: Line;
  /** The best way from where the ship was at the newest event; null where that is the planned one. */
  readonly now: Line | null;
}

/** The newest first; null until they are loaded. */
export const watches = signal<readonly Watch[] | null>(null);
/** Why the list is not that of now. */
export const watchesProblem = signal<string | null>(null);
export const chosenWatch = signal<string | null>(null);
export const openedWatch = signal<OpenedWatch | null>(null);
/** The next click on the map is where the ship of the chosen watch is. */
export const pickingPosition = signal(false);

/** The way that could be followed instead of that which is; null where there is none. */
export const newWay = ({ route_id, ended, events: [newest] }: WholeWatch): number | null =>
  !ended && newest?.route_id !== undefined && newest.route_id !== route_id ? newest.route_id : null;

/** What the map shows of the chosen watch, while its tab is open. */
export const shownWatch = computed(() => {
  const opened = openedWatch.value;
  if (!opened || state.panelTab.value !== 'watches') return null;
  const { watch, planned, now } = opened;
  const place = watch.status === 'closed' ? watch.events[0]?.place : undefined;
  return { planned, now, ship: watch.position as LatLon, closed: place ?? null };
});

/** An answer that comes after that of a later question is not heeded. */
let asked = 0;

export async function refreshWatches(stopped?: AbortSignal): Promise<void> {
  const question = ++asked;
  const id = chosenWatch.peek();
  const [list, opened] = await Promise.all([
    withRetries(service.listWatches, stopped),
    id === null ? null : withRetries(() => open(id), stopped),
  ]);
  if (question !== asked || stopped?.aborted) return;
  batch(() => {
    watches.value = list;
    openedWatch.value = opened;
    watchesProblem.value = null;
  });
}

async function open(id: string): Promise<OpenedWatch> {
  const watch = await service.getWatch(id);
  const other = newWay(watch);
  const [planned, now] = await Promise.all([
    wayOf(watch.route_id, watch.objective),
    other === null ? null : wayOf(other, watch.objective),
  ]);
  return { watch, planned, now };
}

/** A route does not change: it is asked for once. */
const ways = new Map<string, Line>();

async function wayOf(routeId: number, objective: string): Promise<Line> {
  const key = `${routeId} ${objective}`;
  const known = ways.get(key);
  if (known) return known;
  const { routes } = await service.getRoute(routeId);
  const { coordinates } = fromEntry(routes.find(({ type }) => type === objective) ?? routes[0]!);
  ways.set(key, coordinates);
  return coordinates;
}

/** Keeps the list, and the chosen watch, as they are now, until it is stopped. @throws AbortError */
export async function followWatches(stopped: AbortSignal): Promise<never> {
  for (;;) {
    if (!document.hidden) {
      try {
        await refreshWatches(stopped);
      } catch (error) {
        const { name, message } = error as Error;
        if (name === 'AbortError') throw error;
        watchesProblem.value = readable(message);
      }
    }
    await pause(POLL_MS, stopped);
  }
}

/** Shows a watch on the map; null: none. */
export async function chooseWatch(id: string | null): Promise<void> {
  batch(() => {
    chosenWatch.value = id;
    openedWatch.value = null;
    pickingPosition.value = false;
  });
  await refreshWatches();
  const shown = openedWatch.peek();
  if (shown && chosenWatch.peek() === id) {
    const lines = [...shown.planned, ...(shown.now ?? [])].map(([lon, lat]) => ({ lat, lon }));
    state.lookAtAll.value = [...lines, shown.watch.position];
  }
}

/** Watches the way of the answered route that is chosen, or its first. */
export async function beginWatch(routeId: string): Promise<void> {
  const line = state.chosenRoute.peek()?.line;
  const way = state.answer.peek()?.find((route) => route.line === line);
  const { id } = await service.createWatch({
    route_id: Number(routeId),
    ...(way && { objective: way.entry.type }),
  });
  state.panelTab.value = 'watches';
  await chooseWatch(id);
}

export async function reportPlace({ lat, lon }: LatLon): Promise<void> {
  const id = chosenWatch.peek();
  pickingPosition.value = false;
  if (id === null) return;
  await service.reportPosition(id, { lat, lon, time: new Date().toISOString() });
  await refreshWatches();
  say('info', 'The ship is reported to be there now.');
}

export async function reportTrack(id: string, file: File): Promise<void> {
  const track = new Uint8Array(await file.arrayBuffer());
  await service.reportPosition(id, { track });
  await refreshWatches();
  say('info', `The positions of ${file.name} are reported.`);
}

export async function followWay(id: string, routeId: number): Promise<void> {
  await service.followRoute(id, routeId);
  await refreshWatches();
}

export async function endWatch(id: string): Promise<void> {
  await service.endWatch(id);
  await refreshWatches();
}
