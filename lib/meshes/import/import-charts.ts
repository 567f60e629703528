/** The import of ice charts that were dropped into the mesh bucket: those that are too large for a request. */
import * as z from 'zod';
import { CHART_FOLDER } from '../../ice-charts/chart-folder.ts';
import type { MeshFiles } from '../mesh-files.ts';
import { MeshRefused } from '../mesh-refused.ts';
import { readContent } from '../read/read-content.ts';
import type { ImportChart } from './import-chart.ts';
import { ImportEndedAbruptly } from './import-file.ts';
import { type ImportResult, resultOfError } from './import-result.ts';

export interface ChartImportPorts {
  readonly files: Pick<MeshFiles, 'list' | 'read' | 'write'>;
  readonly importChart: ImportChart;
  /** Milliseconds that the run may still take. */
  readonly timeLeftMs: () => number;
}

/** What became of each file that is there. Where it is missing or damaged all are read again, and none is stored twice. */
const STATE_KEY = 'import/charts.json';
const MAX_STATE_BYTES = 8 * 2 ** 20;
/** Times that the work on a file may end abruptly before it is refused. */
const MAX_BEGUN = 3;
/** The function that reads a chart has five minutes. */
const TIME_FOR_A_CHART_MS = 5.5 * 60_000;

const fileState = z.object({
  etag: z.string(),
  /** How many times in a row the work on it ended abruptly. */
  begun: z.number(),
  /** Why it was refused; null where it is stored, or still to be. */
  refused: z.string().nullable(),
  isDone: z.boolean(),
});
const stateSchema = z.record(z.string(), fileState);

type FileState = z.output<typeof fileState>;

/** Stores each chart that is new or has changed, one after the other: they change one list. */
export async function* importNewCharts(ports: ChartImportPorts): AsyncGenerator<ImportResult, void> {
  const before = await readState(ports.files);
  const state: Record<string, FileState> = {};
  for await (const { key, etag } of ports.files.list(CHART_FOLDER)) {
    if (key.endsWith('/')) continue; // a folder, as consoles make it
    const known = before[key]?.etag === etag ? before[key] : { etag, begun: 0, refused: null, isDone: false };
    state[key] = known;
    const file = key.slice(CHART_FOLDER.length);
    if (known.refused !== null) yield { file, outcome: 'refused', reason: known.refused, known: true };
    if (known.isDone || ports.timeLeftMs() < TIME_FOR_A_CHART_MS) continue;
    const [result, next] = await importOne(ports, key, known);
    state[key] = next;
    yield { ...result, file };
  }
  if (JSON.stringify(state) === JSON.stringify(before)) return;
  try {
    await ports.files.write(STATE_KEY, new TextEncoder().encode(JSON.stringify(state)));
  } catch (error) {
    yield resultOfError(STATE_KEY, error); // the next run reads the same files again
  }
}

async function importOne(
  { importChart }: ChartImportPorts,
  key: string,
  known: FileState,
): Promise<[ImportResult, FileState]> {
  try {
    if (known.begun >= MAX_BEGUN) {
      throw new MeshRefused([`the import ended abruptly ${known.begun} times while it read ${key}`]);
    }
    const { id } = await importChart(key);
    return [
      { file: key, outcome: 'chart stored', id },
      { ...known, begun: 0, isDone: true },
    ];
  } catch (error) {
    const result = resultOfError(key, error);
    if (result.outcome === 'refused') return [result, { ...known, refused: result.reason, isDone: true }];
    const begun = error instanceof ImportEndedAbruptly ? known.begun + 1 : 0;
    return [result, { ...known, begun }];
  }
}

async function readState(files: Pick<MeshFiles, 'read'>): Promise<Record<string, FileState>> {
  const file = await files.read(STATE_KEY);
  if (!file) return {};
  try {
    const { bytes } = await readContent(file, MAX_STATE_BYTES);
    return stateSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}
