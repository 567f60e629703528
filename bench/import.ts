/**
 * Measures the import of a mesh of a million cells and 1.1 GB of JSON, and a request on it.
 *
 *     npm run bench:import [-- MESH SPLITS]
 *
 * The file is made in a temporary folder (200 MB, and as much for the compiled mesh), which is removed
 * afterwards. The import and the request each run in their own process, so that its peak memory is theirs
 * alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planRoute } from '../lib/engine/plan-route.ts';
import { insertMeshes } from '../lib/meshes/import/insert-meshes.ts';
import { openCompiled } from '../lib/meshes/load/load-mesh.ts';
import type { MeshRecord, NewMesh } from '../lib/meshes/mesh-record.ts';
import { FolderFiles } from './folder-files.ts';
import { writeLargeMeshFile } from './large-mesh-file.ts';
import { printTable } from './statistics.ts';

const FILE = 'large.vessel.json.gz';
/** The heap that Lambda gives a function of 3,008 MB. */
const HEAP_MB = 2700;
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

const [first = 'antarctic-peninsula-16k', second = '3'] = process.argv.slice(2);
if (first === '--import') await importFile(second);
else if (first === '--request') await request(second, process.argv[4]!);
else await measure(first, Number(second));

async function measure(mesh: string, splits: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'polynya-import-'));
  try {
    const { cells, bytes } = await writeLargeMeshFile(join(folder, FILE), mesh, splits);
    console.log(`${cells} cells, ${(bytes / 1e6).toFixed(0)} MB of JSON`);
    printTable(
      ['', 'processor s', 'largest MB'],
      [inOtherProcess('--import', folder), inOtherProcess('--request', folder, mesh)],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function inOtherProcess(...args: string[]): string[] {
  const node = [`--max-old-space-size=${HEAP_MB}`, import.meta.filename, ...args];
  const { stdout, status } = spawnSync(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`${args[0]} ended with status ${status}`);
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
    insert: async (mesh: NewMesh) => ({ record: { ...mesh, id: 1, removed: null }, inserted: true }),
  } satisfies Record<string, (mesh: NewMesh) => Promise<{ record: MeshRecord; inserted: boolean } | null>>;
  const ports = { files: new FolderFiles(folder), store, now: () => new Date() };
  for await (const result of insertMeshes(ports, [FILE])) {
    if (result.outcome !== 'inserted') throw new Error(JSON.stringify(result));
  }
  report('import');
}

async function request(folder: string, mesh: string): Promise<void> {
  const files = new FolderFiles(folder);
  const compiled = (await readdir(folder, { recursive: true })).find((file) => file.endsWith('.mesh'))!;
  const opened = await openCompiled(files, compiled);
  if (typeof opened === 'string') throw new Error(opened);
  const [start, end] = ENDS[mesh.replace(/-\d+k$/, '')]!.map(([lat, lon]) => ({ lat, lon }));
  planRoute(opened.mesh, start!, end!);
  report('request');
}
