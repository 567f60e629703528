/** Draws docs/cruise.svg: the cruise of the README, as it is written there, on the sample mesh; prints what the README says of it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawRouteChart } from '../lib/chart/route-chart.ts';
import { planRequest, requestOf } from '../lib/cli/plan-request.ts';
import type { RouteEntry } from '../lib/route-files/route-entry.ts';
import { generateSampleMeshes } from '../lib/sample-mesh/sample-mesh.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);

const readme = readFileSync(at('README.md'), 'utf8');
const example = readme.slice(readme.indexOf('\n**A cruise**'));
const sent = JSON.parse(/ -d '(\{.*?\})'\n/s.exec(example)![1]!);

const folder = mkdtempSync(join(tmpdir(), 'polynya-cruise-'));
try {
  const { name, gzip } = generateSampleMeshes().meshes.find((mesh) => mesh.name.includes('vessel'))!;
  const file = join(folder, name);
  writeFileSync(file, gzip);
  const request = requestOf('README.md', sent, []);
  const { document, mesh } = await planRequest([file], request, { vehicle: null, certificate: true });
  const routes = document.routes as unknown as RouteEntry[];
  writeFileSync(at('docs/cruise.svg'), drawRouteChart({ routes, mesh }));
  for (const { type, stops, left_out } of document.routes) {
    const worked = stops!.flatMap(({ name, work }) => (work ? [`${name} ${work.hours.toFixed(1)} h`] : []));
    const missing = left_out!.map((stop) => `${stop.name} (${stop.needs_hours?.toFixed(1)} h more)`);
    console.log(`${type}: ${worked.join(', ')}; left out: ${missing.join(', ')}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
