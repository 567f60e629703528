/** What the map shows of the watched voyage that is chosen. */
import { computed, signal } from '@preact/signals';
import type { WholeWatch } from '../api/types.ts';
import type { ShownRoute } from './shown-route.ts';
import * as state from './state.ts';

export interface Way extends Pick<ShownRoute, 'line' | 'coordinates' | 'stops'> {
  /** So that what is aboard can be told in tonnes. */
  readonly burnsFuel: boolean;
}

export interface OpenedWatch {
  readonly watch: WholeWatch;
  readonly planned: Way;
  /** The best way from where the ship was when something was told last; null where there is none but the planned. */
  readonly now: Way | null;
}

export const openedWatch = signal<OpenedWatch | null>(null);

/** While its tab is chosen. */
export const shownWatch = computed(() => {
  const opened = openedWatch.value;
  if (!opened || state.panelTab.value !== 'watches') return null;
  const { watch, planned, now } = opened;
  const { name, status, position, events } = watch;
  const closed = status === 'closed' ? (events[0]?.place ?? null) : null;
  return { name, planned, now, ship: position, closed };
});
export type ShownWatch = NonNullable<typeof shownWatch.value>;
