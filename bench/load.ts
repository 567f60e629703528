/**
 * Mixed traffic against the local service, which runs in its own process with the sample mesh. A fixed number
 * of simultaneous clients request routes, follow them with `Prefer: wait=0`, fetch them, and list vehicles.
 *
 *     npm run load -- --jobs 500 --clients 50 --seed 1
 *     npm run load -- --jobs 2000 --clients 400 --poll 1000 --reach 3 -c calculatorConcurrency=4
 *
 * With a short `--reach`, routes are calculated quickly: a run with many jobs then tests the service and not
 * the engine.
 *
 * Prints jobs per second, latencies by operation, errors, memory over time, and processor time per job. Exits
 * 1 on a server error or a job without a final state. Uses the loopback interface only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { benchCommand, positive } from './bench-command.ts';
import { exchange } from './service/exchange.ts';
import { startLocalProcess } from './service/local-process.ts';
import { Random } from './service/random.ts';
import { usage, usageByThread } from './service/usage.ts';

interface Options {
  readonly jobs: number;
  readonly clients: number;
  readonly seed: number;
  readonly poll: number;
  readonly reach: number;
  readonly seconds: number;
  readonly context: readonly string[];
}
const options = benchCommand('load', 'Requests routes of the local service, many at once, and measures it.')
  .option('--jobs <number>', 'jobs to request', positive, 200)
  .option('--clients <number>', 'clients that request at the same time', positive, 50)
  .option('--seed <number>', 'decides the points of the routes', positive, 1)
  .option('--poll <ms>', 'interval at which a client asks for its job', positive, 100)
  .option('--reach <degrees>', 'maximum distance of the end from the start in each direction', positive, 45)
  .option('--seconds <number>', 'no more jobs are requested after this time', positive, 3600)
  .option('-c, --context <key=value...>', 'context of the stack, for example calculatorConcurrency=4', [])
  .parse()
  .opts<Options>();
const { jobs: mostJobs, clients, seed, poll: pollMs, reach, seconds: mostSeconds } = options;

const MEMORY_EVERY_MS = 5000;
/** A job that takes longer counts as lost, ms. */
const LOST_MS = 600_000;

/** Latencies of one operation, ms, and answers by status. */
interface Tally {
  readonly milliseconds: number[];
  readonly statuses: Record<string, number>;
}
const tallies = new Map<string, Tally>();
const random = new Random(seed);

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
async function call(url: string, name: string, method: string, path: string, body?: object): Promise<any> {
  const started = performance.now();
  const { status, text } = await exchange(url + path, method, body, { prefer: 'wait=0' });
  const tally = tallies.get(name) ?? { milliseconds: [], statuses: {} };
  tallies.set(name, tally);
  tally.milliseconds.push(performance.now() - started);
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  return { status, body: text ? JSON.parse(text) : undefined };
}

/**
 * Earlier requests, each between two points of the open Southern Ocean; one request in five repeats one of
 * them.
 */
const asked: object[] = [];
function drawRequest(): object {
  if (asked.length > 0 && random.chance(0.2)) return random.pick(asked);
  const [south, north, west, east] = [-62, -50, -50, -5];
  const coordinate = (low: number, high: number) => Number(random.between(low, high).toFixed(3));
  const near = (value: number, low: number, high: number) =>
    coordinate(Math.max(low, value - reach), Math.min(high, value + reach));
  const [start_lat, start_lon] = [coordinate(south, north), coordinate(west, east)];
  const request = {
    start_lat,
    start_lon,
    end_lat: near(start_lat, south, north),
    end_lon: near(start_lon, west, east),
  };
  asked.push(request);
  return request;
}

/** Requests a route, follows its job and fetches it. Returns the job's last state. */
async function oneJob(url: string): Promise<string> {
  const submitted = await call(url, 'POST route', 'POST', '/api/route', drawRequest());
  if (submitted.status !== 200 && submitted.status !== 202) return `refused with ${submitted.status}`;
  for (const end = performance.now() + LOST_MS; performance.now() < end; await sleep(pollMs)) {
    const { status, body } = await call(url, 'GET job', 'GET', `/api/job/${submitted.body.id}`);
    if (status !== 200) return `lost with ${status}`;
    if (body.status === 'SUCCESS') await call(url, 'GET route', 'GET', `/api/route/${body.route_id}`);
    if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(body.status)) return body.status;
    if (random.chance(0.05)) await call(url, 'GET vehicles', 'GET', '/api/vehicle');
  }
  return 'lost';
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!.toFixed(0).padStart(7);

function report(
  jobs: number,
  outcomes: Record<string, number>,
  seconds: number,
  cpuSeconds: number,
  byThread: Record<string, number>,
  clientSeconds: number,
  memory: number[],
): void {
  console.log(
    `\n${jobs} jobs by ${clients} clients in ${seconds.toFixed(1)} s: ${(jobs / seconds).toFixed(1)} a second`,
  );
  console.log(`outcomes: ${JSON.stringify(outcomes)}`);
  console.log(
    `processor time of the service: ${cpuSeconds.toFixed(1)} s, ${(cpuSeconds / jobs).toFixed(3)} s a job`,
  );
  const parts = Object.entries(byThread).filter(([, each]) => each / jobs > 0.0005);
  for (const [name, each] of parts.sort(([, a], [, b]) => b - a)) {
    console.log(`  ${name.padEnd(16)} ${((1000 * each) / jobs).toFixed(1).padStart(7)} ms a job`);
  }
  console.log(`processor time of the clients: ${((1000 * clientSeconds) / jobs).toFixed(1)} ms a job`);
  console.log(
    `memory, MB, every ${MEMORY_EVERY_MS / 1000} s: ${memory.map((each) => each.toFixed(0)).join(' ')}`,
  );
  console.log(`\n${'operation'.padEnd(14)}   calls    p50    p95    p99    max ms  answers`);
  const gets = [...tallies]
    .filter(([name]) => name.startsWith('GET'))
    .flatMap(([, each]) => each.milliseconds);
  const rows = new Map(tallies).set('all GET', { milliseconds: gets, statuses: {} });
  for (const [name, { milliseconds, statuses }] of rows) {
    const sorted = milliseconds.toSorted((a, b) => a - b);
    const row = [0.5, 0.95, 0.99, 1].map((part) => quantile(sorted, part)).join('');
    console.log(
      `${name.padEnd(14)}${String(sorted.length).padStart(8)}${row}     ${JSON.stringify(statuses)}`,
    );
  }
}

const service = await startLocalProcess(options.context);
const memory: number[] = [];
const sample = async () => memory.push((await usage(service.process.pid!))?.memoryMb ?? Number.NaN);
const sampling = setInterval(sample, MEMORY_EVERY_MS);
const before = (await usage(service.process.pid!))?.cpuSeconds ?? Number.NaN;
const threadsBefore = await usageByThread(service.process.pid!);
const clientBefore = process.cpuUsage();
const started = performance.now();
const outcomes: Record<string, number> = {};
let next = 0;
const client = async () => {
  while (next++ < mostJobs && performance.now() - started < 1000 * mostSeconds) {
    const outcome = await oneJob(service.url);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
};
await Promise.all(Array.from({ length: clients }, client));
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(clientBefore);
const clientSeconds = (user + system) / 1e6;
await sample();
clearInterval(sampling);
const after = (await usage(service.process.pid!))?.cpuSeconds ?? Number.NaN;
const byThread = await usageByThread(service.process.pid!);
for (const [name, earlier] of Object.entries(threadsBefore)) byThread[name]! -= earlier;
await service.end();
report(sum(Object.values(outcomes)), outcomes, seconds, after - before, byThread, clientSeconds, memory);

const serverErrors = [...tallies.values()]
  .flatMap(({ statuses }) => Object.keys(statuses))
  .filter((each) => each >= '500');
const lost = Object.keys(outcomes).filter((each) => !['SUCCESS', 'FAILURE'].includes(each));
process.exit(serverErrors.length > 0 || lost.length > 0 ? 1 : 0);
