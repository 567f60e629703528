/** The goal for ice charts: one of the whole Arctic is read, and laid over a mesh of it, in less than a second and 300 MB. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IceChart } from '../lib/ice-charts/ice-chart.ts';
import { readIceChart } from '../lib/ice-charts/read/read-chart.ts';
import { arcticChart } from '../test/ice-charts/arctic-chart.ts';
import { writeS411 } from '../test/ice-charts/write-s411.ts';
import type { Figure } from './goals.ts';
import type { ChartRun } from './read-ice-chart.ts';
import { median, printTable } from './statistics.ts';

const RUNS = 7;
const WHEN = { referenceTime: '2026-11-27T00:00:00Z' };

/** Each run in its own process, as a function that has just been started reads its first chart. */
export function measureIceCharts(): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'polynya-chart-'));
  try {
    const sigrid = arcticChart();
    return [
      ...figuresOf('SIGRID-3', join(folder, 'arctic261127.zip'), sigrid),
      ...figuresOf('S-411', join(folder, 'arctic261127.gml'), writeS411(readIceChart(sigrid, WHEN))),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function figuresOf(format: IceChart['format'], file: string, content: Uint8Array | string): Figure[] {
  writeFileSync(file, content);
  const runs = Array.from({ length: RUNS }, () => runOf(file));
  const of = (value: (run: ChartRun) => number) => median(runs.map(value));
  console.log(`\nAn ice chart of the Arctic in ${format}`);
  printTable(
    ['step', 'ms', 'least', 'most'],
    (['read', 'laid over'] as const).map((step) => {
      const times = runs.map(({ ms }) => ms[step]);
      return [step, ...[median(times), Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(0))];
    }),
  );
  return [
    {
      what: `an ice chart of the Arctic in ${format}, read and laid over`,
      unit: 's',
      measured: of(({ ms }) => ms.read + ms['laid over']) / 1000,
      goal: 1,
    },
    {
      what: `an ice chart of the Arctic in ${format}, memory`,
      unit: 'MB',
      measured: of(({ megabytes }) => megabytes),
      goal: 300,
    },
  ];
}

function runOf(file: string): ChartRun {
  const program = join(import.meta.dirname, 'read-ice-chart.ts');
  const { stdout, status } = spawnSync(process.execPath, [program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ended with status ${status}`);
  return JSON.parse(stdout.toString());
}
