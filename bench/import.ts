/**
 * Measures the import of a large mesh and requests on it: what its file takes to be imported, to be compiled again from
 * its source, and to be routed on with a certificate; of an environment mesh, for a vehicle whose mesh is made first.
 *
 *     npm run bench:import [-- FILE CELLS]
 *     npm run bench:import -- weddell-sea-8k.env 2500000       the largest that is accepted
 *
 * The file is made in a temporary folder (up to 500 MB, and twice as much for compiled meshes), which is removed
 * afterwards. Each step runs in its own process, with the heap that its function has on Lambda, so that its peak memory
 * is its alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertMeshes } from '../lib/meshes/import/insert-meshes.ts';
import { type LoadPorts, loadMesh } from '../lib/meshes/load/load-mesh.ts';
import { loadMeshFor } from '../lib/meshes/load/mesh-for-vehicle.ts';
import type { MeshRecord, NewMesh } from '../lib/meshes/mesh-record.ts';
import { calculationBudgetMs } from '../lib/routes/calculation-budget.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { sda } from '../test/vessel/vehicles.ts';
import { FolderFiles } from './folder-files.ts';
import { writeLargeMeshFile } from './large-mesh-file.ts';
import { printTable } from './statistics.ts';

const MESHES = new URL('../../shared/reference/meshes/', import.meta.url);
const FILE = 'large.json.gz';
const RECORD = 'record.json';
/** The part of a function's memory that Lambda gives to the heap. */
const HEAP = 0.9;
/** lib/stack/handler-sizes.ts, lib/stack/config.ts */
const [IMPORT_MB, CALCULATOR_MB] = [3008, 1769];
const PLAIN_BUDGET_MS = 120_000;
const ENDS: Record<string, readonly [from: [number, number], to: [number, number]]> = {
  'antarctic-peninsula': [
    [-62.2, -58.0],
    [-57.9, -45.0],
  ],
  'weddell-sea': [
    [-52.5, -57.0],
    [-67.8, -68.3],
  ],
};

const steps = {
  import: { megabytes: IMPORT_MB, run: importFile },
  'compiled again': { megabytes: CALCULATOR_MB, run: compileAgain },
  'first request': { megabytes: CALCULATOR_MB, run: request },
  'further request': { megabytes: CALCULATOR_MB, run: request },
};

const [first = 'antarctic-peninsula-16k.vessel', second = '1000000', third] = process.argv.slice(2);
if (first in steps) {
  await steps[first as keyof typeof steps].run(second, third!);
  report(first);
} else await measure(first, Number(second));

async function measure(mesh: string, most: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-import-'));
  try {
    const original = new URL(`${mesh}.json.gz`, MESHES);
    const { cells, bytes } = await writeLargeMeshFile(join(folder, FILE), original, most);
    console.log(`${cells} cells, ${(bytes / 1e6).toFixed(0)} MB of JSON`);
    const rows = Object.entries(steps).map(([name, { megabytes }]) => {
      const heap = `--max-old-space-size=${Math.floor(HEAP * megabytes)}`;
      return inOtherProcess(heap, import.meta.filename, name, folder, mesh);
    });
    printTable(['', 'processor s', 'largest MB'], rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function inOtherProcess(...args: string[]): string[] {
  const { stdout, status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`${args[2]} ended with status ${status}`);
  return JSON.parse(stdout.toString());
}

function report(what: string): void {
  const { user, system } = process.cpuUsage();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify([what, ((user + system) / 1e6).toFixed(1), megabytes.toFixed(0)]));
}

async function importFile(folder: string): Promise<void> {
  const store = {
    byMd5: async () => null,
    restore: async () => null,
    insert: async (mesh: NewMesh) => {
      const record: MeshRecord = { ...mesh, id: 1, removed: null };
      await writeFile(join(folder, RECORD), JSON.stringify(record));
      return { record, inserted: true };
    },
  };
  const files = new FolderFiles(folder);
  const ports = { files, store, now: () => new Date(), calculatorMemoryMb: Infinity };
  for await (const result of insertMeshes(ports, [FILE])) {
    if (result.outcome !== 'inserted') throw new Error(JSON.stringify(result));
  }
}

function portsOf(folder: string): LoadPorts {
  return { files: new FolderFiles(folder), log: { warn: () => {} } };
}

async function recordOf(folder: string): Promise<MeshRecord> {
  return JSON.parse(await readFile(join(folder, RECORD), 'utf8'));
}

async function compileAgain(folder: string): Promise<void> {
  const compiled = (await readdir(folder, { recursive: true })).find((file) => file.endsWith('.mesh'))!;
  await rm(join(folder, compiled));
  await loadMesh(portsOf(folder), await recordOf(folder));
}

/** As jobs/calculate answers it. */
async function request(folder: string, file: string): Promise<void> {
  const record = await recordOf(folder);
  const vehicle = record.kind === 'environment' ? sda : null;
  const { mesh } = await loadMeshFor(portsOf(folder), record, vehicle);
  const [start, end] = ENDS[file.replace(/-\d+k\..*$/, '')]!.map(([lat, lon]) => ({ lat, lon }));
  const timeBudgetMs = calculationBudgetMs(PLAIN_BUDGET_MS, record.cellCount, 1);
  const asked = { start: start!, end: end!, vehicle, voyage: null };
  const { routes } = planVoyage(mesh, asked, { adjustmentLimitNm: 5, certificate: true, timeBudgetMs });
  const gaps = routes.map(({ objective, optimality }) => `${objective} ${optimality?.gapPercent} %`);
  console.error(`gaps: ${gaps.join(', ')}`);
}
