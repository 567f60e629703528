/** The spread of a study over ice data, as the map and the panel show it. */
import { batch, computed, signal } from '@preact/signals';
import type { SpreadDocument } from '../../api/spread-schema.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { formatDuration, formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { withRetries } from '../api/client.ts';
import { batchResults, fetchSpread } from '../api/service.ts';
import type { Batch } from '../api/types.ts';
import { LINES } from '../map/palette.ts';
import { formatTime } from '../units.ts';
import * as state from './state.ts';

export type ObjectiveSpread = SpreadDocument['objectives'][number];

interface ShownStudy {
  readonly batchId: string;
  readonly name: string;
  readonly objectives: readonly ObjectiveSpread[];
}

export const study = signal<ShownStudy | null>(null);
/** Of its objectives, the one that is drawn. */
export const chosenSpread = signal(0);
export const shownSpread = computed(() => study.value?.objectives[chosenSpread.value] ?? null);

let loading = new AbortController();

/** Fetches the spread of a study by a link that is good now, and looks at its routes. */
export async function showSpread({ id, name }: Pick<Batch, 'id' | 'name'>): Promise<void> {
  hideSpread();
  loading = new AbortController();
  const { signal: stopped } = loading;
  const { objectives } = await withRetries(async () => {
    const { spread_url } = await batchResults(id);
    if (spread_url === undefined) throw new Error(`The batch ${name} tells no spread.`);
    return fetchSpread(spread_url, stopped);
  }, stopped);
  if (stopped.aborted) return;
  study.value = { batchId: id, name, objectives };
  lookAtSpread();
}

export function hideSpread(): void {
  loading.abort();
  batch(() => {
    study.value = null;
    chosenSpread.value = 0;
  });
}

export function chooseSpread(index: number): void {
  chosenSpread.value = index;
  lookAtSpread();
}

function lookAtSpread(): void {
  const spread = shownSpread.peek();
  const points = spread ? spreadPaths(spread).flat() : [];
  if (points.length > 0) state.lookAtAll.value = points.map(([lon, lat]): LatLon => ({ lat, lon }));
}

/** The best routes of all ice data that have one. */
export const spreadPaths = ({ members }: ObjectiveSpread) =>
  members.flatMap(({ path }) => (path ? [path.coordinates] : []));

/** `Fastest · SDA · 27 Nov 10:00 UTC · 60°00.000′S 050°00.000′W – …`: what tells it from the others of its study. */
export function spreadName({ objective, vehicle_type, group }: ObjectiveSpread, others: readonly string[]) {
  const { label } = LINES[objective];
  if (others.every((other) => other === group)) return label;
  const [, lat, lon, endLat, endLon, departure] = JSON.parse(group);
  const [from, to] = [
    { lat, lon },
    { lat: endLat, lon: endLon },
  ].map(formatPosition);
  const parts = [label, vehicle_type, departure && formatTime(new Date(departure)), `${from} – ${to}`];
  return parts.filter(Boolean).join(' · ');
}

/** A cost with its unit. */
export function costText({ objective }: Pick<ObjectiveSpread, 'objective'>, cost: number): string {
  if (objective === 'traveltime') return formatDuration(cost);
  return `${formatNumber(cost, 1)} ${objective === 'fuel' ? 't' : 'Ah'}`;
}

export const shareText = (share: number): string => `${formatNumber(100 * share, 0)} %`;
