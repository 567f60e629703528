/** A chart from a file into the store. */
import { FileUnreadable } from '../files/errors.ts';
import { readTimeOrDay } from '../time/read-time.ts';
import type { ChartStore, ChartSummary } from './chart-store.ts';
import { ChartRefused } from './errors.ts';
import type { IceChart } from './ice-chart.ts';
import type { ChartOptions } from './read/read-chart.ts';

/** @throws ChartRefused where it can't be read, and what ChartStore.add throws */
export async function storeChart(
  store: ChartStore,
  file: Uint8Array | string,
  options: ChartOptions,
  sender: string | null,
  now: Date,
): Promise<{ summary: ChartSummary; isNew: boolean }> {
  return store.add(await read(file, options), sender, now);
}

async function read(file: Uint8Array | string, { fileName, referenceTime }: ChartOptions): Promise<IceChart> {
  const time = referenceTime ? readTimeOrDay(referenceTime) : null;
  if (referenceTime && !time) {
    throw new ChartRefused('reference_time must be an ISO 8601 time or day, such as 2026-11-27T06:00Z.');
  }
  try {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    // its packages are a quarter of what the function would load at every start
    const { readIceChart } = await import('./read/read-chart.ts');
    return readIceChart(bytes, { fileName: fileName ?? null, referenceTime: time?.toISOString() ?? null });
  } catch (error) {
    if (error instanceof FileUnreadable) throw new ChartRefused(error.message);
    throw error;
  }
}
