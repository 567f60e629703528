/** The work on one ice chart that was dropped: it has a function of its own. */
import * as z from 'zod';
import { ChartStore } from '../../ice-charts/chart-store.ts';
import { ChartRefused } from '../../ice-charts/errors.ts';
import { storeChart } from '../../ice-charts/store-chart.ts';
import type { MeshFiles } from '../mesh-files.ts';
import { MeshRefused } from '../mesh-refused.ts';
import { readContent } from '../read/read-content.ts';

export const MAX_DROPPED_BYTES = 50_000_000;

export const chartToImport = z.strictObject({
  /** Its key in the mesh bucket. */
  chart: z.string(),
});

export interface ImportedChart {
  readonly id: string;
}

/** @throws MeshRefused, ImportEndedAbruptly */
export type ImportChart = (key: string) => Promise<ImportedChart>;

/** Nobody owns a chart that was dropped: only who may do all may delete it. @throws MeshRefused for a bad file */
export async function importChart(
  files: Pick<MeshFiles, 'read' | 'write' | 'replace'>,
  key: string,
  now: Date,
): Promise<ImportedChart> {
  const file = await files.read(key);
  if (!file) throw new Error(`${key} was deleted while it was imported`);
  if (file.size > MAX_DROPPED_BYTES) {
    throw new MeshRefused([`The chart has ${Math.ceil(file.size / 1e6)} MB, at most 50 are read.`]);
  }
  const { bytes } = await readContent(file, MAX_UNPACKED_BYTES);
  const fileName = key.slice(key.lastIndexOf('/') + 1);
  try {
    const { summary } = await storeChart(new ChartStore(files), bytes, { fileName }, null, now);
    return { id: summary.id };
  } catch (error) {
    if (error instanceof ChartRefused) throw new MeshRefused([error.message]);
    throw error;
  }
}

/** A chart may be gzipped too. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 20;
