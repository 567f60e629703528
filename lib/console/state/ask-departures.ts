/** Asks the service for the table of departures, and plans the one that is chosen in it. */
import { signal } from '@preact/signals';
import { withRetries } from '../api/client.ts';
import { getRoute, routeOf, submitRoute, withdraw } from '../api/service.ts';
import type { Job } from '../api/types.ts';
import { readable } from '../readable.ts';
import {
  arrivalWindow,
  type DepartureRow,
  firstDeparture,
  firstTyped,
  lastDeparture,
  lastTyped,
  showDepartures,
  stepHours,
  tablePlan,
} from './departures.ts';
import { datedFields } from './forecast-part.ts';
import { requestBody } from './service-route.ts';
import { save, setDeparture } from './session.ts';

type Asking =
  | { readonly kind: 'asked'; readonly jobId: string | null }
  | { readonly kind: 'failed'; readonly message: string };

/** Null where nothing is asked, and once there is an answer. */
export const asking = signal<Asking | null>(null);
let following = new AbortController();

export async function askDepartures(): Promise<void> {
  const plan = tablePlan.peek();
  const { departure: _, ...body } = requestBody();
  // as they are shown now, whichever departure is chosen afterwards
  firstTyped.value = firstDeparture.peek();
  lastTyped.value = lastDeparture.peek();
  const departures = {
    from: firstDeparture.peek().toISOString(),
    to: lastDeparture.peek().toISOString(),
    step_hours: stepHours.peek(),
  };
  const dated = { ...datedFields.peek(), departures, arrival_window: arrivalWindow.peek() };
  const asked = Object.entries(dated).filter(([, value]) => value !== null);
  const request = { ...body, ...Object.fromEntries(asked) };
  showDepartures(null);
  asking.value = { kind: 'asked', jobId: null };
  following = new AbortController();
  const { signal: aborted } = following;
  try {
    const submission = await withRetries(() => submitRoute(request), aborted);
    const follow = ({ id }: Pick<Job, 'id'>) => {
      asking.value = { kind: 'asked', jobId: id };
    };
    const routeId = await routeOf(submission, follow, aborted);
    const document = await withRetries(() => getRoute(routeId), aborted);
    if (plan === tablePlan.peek()) showDepartures(document.departures ?? null);
    asking.value = null;
  } catch (error) {
    if (aborted.aborted) return;
    asking.value = { kind: 'failed', message: readable((error as Error).message) };
  }
}

export async function cancelDepartures(): Promise<void> {
  const { value } = asking;
  if (value?.kind !== 'asked') return;
  await withdraw(value.jobId, () => {
    following.abort();
    asking.value = null;
  });
}

/** The plan leaves then; the service plans it, so that it is the voyage of the row. */
export function chooseDeparture({ departure }: DepartureRow): void {
  setDeparture(new Date(departure));
  save();
}
