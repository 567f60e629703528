/** A saved voyage goes on from where the ship is: the service plans the rest of it, which then takes its place. */
import { batch, computed, signal } from '@preact/signals';
import { ApiError, withRetries } from '../api/client.ts';
import { continueRoute, routeOf, withdraw } from '../api/service.ts';
import type { JobStatus } from '../api/types.ts';
import { readable } from '../readable.ts';
import { openSaved } from './history.ts';
import { reportError, say } from './notices.ts';
import { NO_PLACE, type ShipHere, type StopBehind, shipHere, shipHereShown, tellShip } from './ship-here.ts';
import type { ShownRoute } from './shown-route.ts';
import * as state from './state.ts';

const DAY_MS = 86_400_000;

interface Asked {
  readonly kind: 'asked';
  readonly jobId: string | null;
  readonly status: JobStatus | null;
}
interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  /** What is wrong with each field of the request. */
  readonly fields: Readonly<Record<string, string>>;
}

const asking = signal<({ readonly routeId: string } & (Asked | Failed)) | null>(null);
let following = new AbortController();

/** Of the rest of the shown route; null where nothing is asked, and once there is an answer. */
export const askingRest = computed(() =>
  asking.value?.routeId === shipHere.value?.routeId ? asking.value : null,
);

/** The voyage whose rest would be planned: the chosen way, or the first. */
const continued = computed<ShownRoute | null>(() => {
  const routes = state.answer.value;
  return routes?.find(({ line }) => line === state.chosenRoute.value?.line) ?? routes?.[0] ?? null;
});

export const departureOfShip = computed(() => new Date(continued.value?.times?.[0] ?? 0));

/** Whether the request said what fuel was aboard, so that it may be said anew. */
export const knowsFuel = computed(() => continued.value?.entry.fuel_left_tonnes !== undefined);

/** The stops of the voyage: those are done that the ship has left by the plan, unless a hand has said otherwise. */
export function stopsBehind({ time, done }: ShipHere, now: Date): StopBehind[] {
  const route = continued.value;
  const departure = departureOfShip.value.getTime();
  const called = route?.stops?.slice(1, -1) ?? [];
  const planned = [
    ...called.map(({ name, leaves_days: days }) => ({ name, leaves: new Date(departure + days * DAY_MS) })),
    ...(route?.worth?.leftOut ?? []).map(({ name }) => ({ name, leaves: null })),
  ];
  return planned.map(({ name, leaves }) => ({
    name,
    leaves,
    isDone: done[name] ?? (leaves !== null && leaves <= (time ?? now)),
  }));
}

/** What was refused is no longer what is said. */
export function tellOfShip(change: Parameters<typeof tellShip>[0]): void {
  batch(() => {
    tellShip(change);
    if (asking.peek()?.kind === 'failed') asking.value = null;
  });
}

/** Asks for the rest, follows the job, and shows the new voyage. */
export async function planRest(): Promise<void> {
  const ship = shipHere.peek();
  if (!ship) return;
  const { routeId, place, fuelAboard } = ship;
  if (!place) {
    asking.value = { routeId, kind: 'failed', message: '', fields: { lat: NO_PLACE } };
    return;
  }
  const now = new Date();
  const body = {
    lat: place.lat,
    lon: place.lon,
    time: (ship.time ?? now).toISOString(),
    done: stopsBehind(ship, now).flatMap(({ name, isDone }) => (isDone ? [name] : [])),
    ...(fuelAboard !== null && knowsFuel.peek() && { fuel_aboard_tonnes: fuelAboard }),
  };
  const shown = state.answer.peek();
  following.abort();
  following = new AbortController();
  const { signal } = following;
  asking.value = { routeId, kind: 'asked', jobId: null, status: null };
  try {
    const submission = await withRetries(() => continueRoute(routeId, body), signal);
    const rest = await routeOf(
      submission,
      ({ id, status }) => {
        asking.value = { routeId, kind: 'asked', jobId: id, status };
      },
      signal,
    );
    asking.value = null;
    if (state.answer.peek() !== shown) tellRest(routeId, rest);
    else await showRest(rest);
  } catch (error) {
    if (signal.aborted) return;
    const fields = error instanceof ApiError ? error.fields : {};
    asking.value = { routeId, kind: 'failed', message: readable((error as Error).message), fields };
  }
}

async function showRest(routeId: string): Promise<void> {
  if (!(await openSaved(routeId))) return;
  batch(() => {
    shipHereShown.value = false;
    state.fitAsked.value++;
  });
}

/** Meanwhile something else is planned, which stays. */
function tellRest(routeId: string, rest: string): void {
  const run = () => showRest(rest).catch(reportError);
  say('info', `The rest of route ${routeId} is planned, as route ${rest}.`, { label: 'Show it', run });
}

export async function cancelRest(): Promise<void> {
  const { value } = askingRest;
  if (value?.kind !== 'asked') return;
  await withdraw(value.jobId, () => {
    following.abort();
    asking.value = null;
  });
}
