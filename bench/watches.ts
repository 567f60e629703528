/**
 * How long watches take after new data: many of one voyage, then one import that brings a slower sea.
 *
 *     npm run watches -- --watches 1000
 *     npm run watches -- --watches 50 --forecast     the ten days that `npm start` has, renewed, for a vehicle
 *     npm run watches -- --quiet                     a sea with nothing to tell, with --forecast or without
 *
 * Prints the time from the import to the last event or check, and the processor time of a check with what it is told by. Exits 1 where
 * a watch was not told exactly once, or was told that nothing changed. Runs in this process and uses the loopback interface only.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importDropped } from '../lib/local-mode/import-dropped.ts';
import { droppedForecast, generateSampleForecast } from '../lib/sample-mesh/sample-forecast.ts';
import { gridMesh } from '../test/local/grid-mesh.ts';
import { sda } from '../test/vehicles/sda.ts';
import { benchCommand, positive } from './bench-command.ts';
import { isFinal } from './chaos/schedule.ts';
import { BenchService } from './service/service.ts';

const {
  watches: count,
  concurrency,
  forecast: hasForecast,
  quiet: isQuiet,
} = benchCommand('watches', 'Measures the checks of many watches after one import.')
  .option('--watches <number>', 'watches of one voyage, at most 1000', positive, 100)
  .option('--concurrency <number>', 'checks at the same time', positive, 5)
  .option('--forecast', 'through the sample forecast, for a vehicle')
  .option('--quiet', 'with nothing to tell')
  .parse()
  .opts<{ watches: number; concurrency: number; forecast?: boolean; quiet?: boolean }>();

const POLL_MS = 250;
/** No check takes so long. */
const STUCK_MS = 120_000;
const DAY_MS = 86_400_000;
/** Half the speed takes twice as long, which is told at 100 % too. */
const SLOWER_KMH = isQuiet ? 19 : 10;
const tomorrow = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS);

/** The sea before, or the renewed one. */
async function bringSea(isNew: boolean): Promise<void> {
  if (hasForecast) {
    const meshes = generateSampleForecast({ from: tomorrow, shiftHours: isNew ? 72 : 0 });
    await importDropped(service.stack, droppedForecast(meshes, tomorrow, isNew ? 2 : 1), 'forecast was');
    return;
  }
  const created = `2024010${isNew ? 2 : 1}T000000`;
  await service.drop(
    `sea-${created}`,
    gridMesh({ side: 0.5, columns: 20, rows: 20, speedKmh: isNew ? SLOWER_KMH : 20 }),
    created,
  );
  await service.importMeshes();
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
async function ok(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.call(method, path, body, { prefer: 'wait=20' });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The watches of the messages so far, one for each message. */
async function told(): Promise<string[]> {
  const topic = service.stack.outputs.WatchTopicArn!.split(':').at(-1);
  const log = await readFile(join(service.dataFolder, 'logs', `${topic}.log`), 'utf8').catch(() => '');
  return log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(JSON.parse(line).text).watch_id);
}

/** How many of the first ones were checked since an instant. */
async function checked(before: number, since: string): Promise<number> {
  let count = before;
  while (count < ids.length && (await ok('GET', `/api/watch/${ids[count]}`)).checked > since) count++;
  return count;
}

const service = await BenchService.start({ watchConcurrency: String(concurrency) });
await bringSea(false);
const route = hasForecast
  ? { start_lat: -51.731, start_lon: -57.706, end_lat: -67.764, end_lon: -68.02, vehicle_type: 'SDA' }
  : { start_lat: -69, start_lon: -59, end_lat: -61, end_lon: -51 };
if (hasForecast) await ok('POST', '/api/vehicle', sda);
const departure = new Date(tomorrow.getTime() + DAY_MS / 4).toISOString();
const { id } = await ok('POST', '/api/route', { ...route, departure });
let job = await ok('GET', `/api/job/${id}`);
while (!isFinal(job.status)) job = await ok('GET', `/api/job/${id}`);
const { route_id } = job;
if (!route_id) throw new Error(`There is no route: ${JSON.stringify(job)}`);
const ids: string[] = [];
for (let k = 0; k < count; k++) {
  ids.push((await ok('POST', '/api/watch', { route_id, tell_from_percent: isQuiet ? 100 : 0.001 })).id);
  // each is checked when it is made
  while ((await checked(k, '')) <= k) await sleep(POLL_MS / 10);
}

const since = new Date().toISOString();
await bringSea(true);
const [began, cpu] = [performance.now(), process.cpuUsage()];
for (let [done, at] = [0, began]; done < count && performance.now() - at < STUCK_MS; ) {
  await sleep(POLL_MS);
  const now = isQuiet ? await checked(done, since) : (await told()).length;
  if (now > done) [done, at] = [now, performance.now()];
}
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpu);
await sleep(POLL_MS);
const messages = await told();
const missed = ids.filter((each) => messages.filter((watch) => watch === each).length !== (isQuiet ? 0 : 1));
console.log(
  `${count} watches, ${concurrency} at a time: ${seconds.toFixed(1)} s after the import, ` +
    `${((user + system) / 1e6 / count).toFixed(3)} s of processor time each`,
);
await service.end();
if (missed.length > 0)
  console.log(`FOUND: ${missed.length} were not told ${isQuiet ? 'nothing' : 'exactly once'}`);
process.exit(missed.length > 0 ? 1 : 0);
