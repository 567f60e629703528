/** Reads an ice chart and lays it over a mesh of the Arctic; prints what that took as JSON, for ice-charts.ts. */
import { readFileSync } from 'node:fs';
import { chartedSource } from '../lib/ice-charts/overlay/charted-source.ts';
import { readIceChart } from '../lib/ice-charts/read/read-chart.ts';
import { seaOfIce } from '../test/ice-charts/sea-of-ice.ts';
import { processorMilliseconds } from './statistics.ts';

export interface ChartRun {
  /** Of the processor. */
  readonly ms: Readonly<Record<'read' | 'laid over', number>>;
  /** The most that was taken, beside what the process had before. */
  readonly megabytes: number;
}

const bytes = readFileSync(process.argv[2]!);
/** 21,600 cells. */
const sea = seaOfIce({ west: -180, south: 60, columns: 360, rows: 60 });
const before = process.memoryUsage.rss();
let chart: ReturnType<typeof readIceChart>;
const read = processorMilliseconds(() => {
  chart = readIceChart(bytes, { fileName: process.argv[2]! });
});
const over = processorMilliseconds(() => chartedSource(sea, chart));
const megabytes = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
console.log(JSON.stringify({ ms: { read, 'laid over': over }, megabytes } satisfies ChartRun));
