/** `node test/local/published/keep-state.ts CHECKOUT DAY` keeps the data of a published state, and what it answers of it. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { pack } from './packed.ts';
import { files, requests, ship, underWay, zone } from './state.ts';

const PORTS = ['--port', '0', '--aws-port', '0'];

process.env.TZ = 'UTC'; // as `npm start` does
const [checkout, target] = [resolve(process.argv[2]!), join(import.meta.dirname, process.argv[3]!)];
const folder = mkdtempSync(join(tmpdir(), 'polynya-published-'));
const data = join(folder, 'data');
for (const made of [data, target]) mkdirSync(made);
const sample = { sample: '[]', areas: '', forecast: new Date().toISOString().slice(0, 10) }; // counts as added
for (const [part, text] of Object.entries(sample)) writeFileSync(`${data}/polynya-development.${part}`, text);

const { start } = await import(join(checkout, 'lib/local-mode/start.ts'));
const { parseOptions } = await import(join(checkout, 'lib/local-mode/options.ts'));
// ten years, the longest that routes are kept
const stack = await start(parseOptions([...PORTS, '--data', data, '-c', 'routeRetentionDays=3650']));
const aws = ['--aws-port', new URL(stack.awsUrl).port];
const run = (name: string, ...flags: string[]) =>
  promisify(execFile)('node', [`${checkout}/bin/${name}.ts`, ...flags, ...aws]);
const call = async (path: string, sent?: object) => {
  const headers = { 'Content-Type': 'application/json' };
  const post = sent && { method: 'POST', headers, body: JSON.stringify(sent) };
  const response = await fetch(`${stack.apiUrl}/api/${path}`, post);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return JSON.parse((await response.text()).replaceAll(stack.apiUrl, ''));
};
for (const [name, json] of Object.entries(files)) writeFileSync(join(folder, name), json);
await run('insert_mesh', join(folder, 'sea.vessel.json'), join(folder, 'sea.env.json'));
await run('insert_zones', join(folder, 'standing.json'), '--standing');
await call('vehicle', ship);
await call('zone', zone);
const paths = ['vehicle', `vehicle/${ship.vessel_type}`, 'mesh', 'zone', `zone/${zone.name}`];
for (const request of requests) {
  const { id } = await call('route', request);
  while (!/SUCCESS|FAILURE/.test((await call(`job/${id}`)).status)) await sleep(100);
  const { route_id } = await call(`job/${id}`);
  paths.push(`job/${id}`, `route/${route_id}`, `route/${route_id}?format=geojson`);
}
const answers: Record<string, unknown> = {};
for (const path of paths) answers[`/api/${path}`] = await call(path);
const { id } = await call('route', underWay);
answers[`/api/job/${id}`] = { id };
await stack.stop();

writeFileSync(join(target, 'data.zip'), pack(data));
writeFileSync(join(target, 'answers.json.gz'), gzipSync(JSON.stringify(answers)));
rmSync(folder, { recursive: true });
