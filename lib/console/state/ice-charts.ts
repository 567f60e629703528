/** The ice charts that the service keeps. */
import { signal } from '@preact/signals';
import type { ChartSummary } from '../../ice-charts/chart-store.ts';
import { withRetries } from '../api/client.ts';
import { deleteChart, listCharts, sendChart } from '../api/service.ts';
import { formatTime } from '../units.ts';
import { say } from './notices.ts';

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
  say(
    'info',
    `${read}${notes} It is kept by the service as ${id}; a request lays it over the sea with ice_chart.`,
  );
}

export async function dropChart(id: string): Promise<void> {
  await deleteChart(id);
  await refreshCharts();
}
