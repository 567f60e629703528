/** The ice charts that the service keeps, and the one that is laid over the sea. */
import { signal } from '@preact/signals';
import type { ChartSummary } from '../../ice-charts/chart-store.ts';
import { withRetries } from '../api/client.ts';
import { deleteChart, listCharts, sendChart } from '../api/service.ts';
import { formatTime } from '../units.ts';
import { chosenChart } from './chart-part.ts';
import { closeOffer, say } from './notices.ts';
import { askAnew } from './session.ts';

/** The newest first; null until they are loaded. */
export const iceCharts = signal<readonly ChartSummary[] | null>(null);

export async function refreshCharts(): Promise<void> {
  iceCharts.value = await withRetries(listCharts);
}

/** Sends a file to the service, which reads it, and says what it understood. */
export async function addChart(file: File): Promise<void> {
  const { name, format, areas, reference_time, info, id } = await sendChart(file);
  await refreshCharts();
  const read = `${file.name} was read as the ice chart ${name} (${format}): ${areas === 1 ? 'one area' : `${areas} areas`} of ${formatTime(new Date(reference_time))}.`;
  const notes = info.map((note) => ` ${note}.`).join('');
  say('info', `${read}${notes}`, { label: 'Lay it over the sea', run: () => chooseChart(id) });
}

/** Lays a chart over the sea, null for none. */
export function chooseChart(id: string | null): void {
  closeOffer();
  askAnew(() => {
    chosenChart.value = id;
  });
}

export async function dropChart(id: string): Promise<void> {
  await deleteChart(id);
  closeOffer();
  if (chosenChart.peek() === id) chooseChart(null);
  await refreshCharts();
}
