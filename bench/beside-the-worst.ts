/**
 * How long ordinary requests wait beside the longest calculations that the service accepts, on the sample mesh, in `npm start`
 * on this machine: in turn the best order of as many stops as a voyage may have, and a way among as many zones and points as a
 * request may have.
 *
 *     npm run beside -- --worst 4 --ordinary 10
 *
 * Ordinary routes are requested one after another, first alone and then while the others are being calculated. Exits 1 if
 * one beside them takes 5 s longer than the longest alone, or if the others did not last. Uses the loopback interface only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { starPolygon } from '../test/zones/areas.ts';
import { benchCommand, positive } from './bench-command.ts';
import { exchange } from './service/exchange.ts';
import { startLocalProcess } from './service/local-process.ts';
import { Random } from './service/random.ts';

const { seed, worst, ordinary } = benchCommand(
  'beside',
  'Measures ordinary requests beside the longest that the service accepts.',
)
  .option('--seed <number>', 'decides the points of the routes', positive, 1)
  .option('--worst <number>', 'long calculations at the same time', positive, 4)
  .option('--ordinary <number>', 'ordinary requests, alone and beside them', positive, 10)
  .parse()
  .opts<{ seed: number; worst: number; ordinary: number }>();

const STOPS = 50;
const MOST_ADDED_MS = 5_000;
const POLL_MS = 50;
/** An ordinary request that takes longer counts as lost. */
const LOST_MS = 120_000;

const random = new Random(seed);
const service = await startLocalProcess([]);

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
async function call(method: string, path: string, body?: object): Promise<any> {
  const { status, text } = await exchange(service.url + path, method, body, { prefer: 'wait=0' });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
  return text ? JSON.parse(text) : undefined;
}

/** A point of the open Southern Ocean. */
const point = () => ({
  lat: Number(random.between(-62, -50).toFixed(3)),
  lon: Number(random.between(-50, -5).toFixed(3)),
});

const between = (start: ReturnType<typeof point>, end: ReturnType<typeof point>) => ({
  start_lat: start.lat,
  start_lon: start.lon,
  end_lat: end.lat,
  end_lon: end.lon,
});

const ofManyStops = () => ({
  ...between(point(), point()),
  stop_order: 'best',
  stops: Array.from({ length: STOPS }, (_, i) => ({ name: `Stop ${i}`, ...point() })),
});

const ZONES = { rows: 5, columns: 10, points: 998 };

/** Stars of many spikes, whose borders have to be divided finely, between a start and an end on either side. */
const amongZones = () => {
  const { rows, columns, points } = ZONES;
  const radii = Array.from({ length: points }, (_, k) => (k % 2 === 0 ? 0.2 : 0.8));
  return {
    ...between({ lat: -62.5, lon: -50 + random.between(0, 1) }, { lat: -50, lon: -5 - random.between(0, 1) }),
    zones: Array.from({ length: rows * columns }, (_, k) => {
      const at = { lat: -60.5 + 1.8 * (k % rows), lon: -45 + 3.6 * Math.floor(k / rows) };
      const ring = starPolygon({ ...at, radii }).ring.map((place) => place.map((x) => Number(x.toFixed(3))));
      return { name: `Star ${k}`, kind: 'closed', geometry: { type: 'Polygon', coordinates: [ring] } };
    }),
  };
};

const statusOf = async (id: string): Promise<string> => (await call('GET', `/api/job/${id}`)).status;

/** From the request to the end of its job, ms, of each of some ordinary requests, one after another. */
async function ordinaryWaits(): Promise<number[]> {
  const waits: number[] = [];
  for (let i = 0; i < ordinary; i++) {
    const begun = performance.now();
    const { id } = await call('POST', '/api/route', between(point(), point()));
    let status = 'PENDING';
    while (!['SUCCESS', 'FAILURE'].includes(status)) {
      if (performance.now() - begun > LOST_MS)
        throw new Error(`The job ${id} is ${status} after two minutes.`);
      await sleep(POLL_MS);
      status = await statusOf(id);
    }
    waits.push(performance.now() - begun);
  }
  return waits.sort((a, b) => a - b);
}

const told = (waits: readonly number[]) =>
  `median ${waits[waits.length >> 1]!.toFixed(0)} ms, longest ${waits.at(-1)!.toFixed(0)} ms`;

let exitCode = 0;
try {
  await ordinaryWaits(); // functions are loaded
  const alone = await ordinaryWaits();
  console.log(`${ordinary} ordinary requests alone: ${told(alone)}`);
  const jobs = await Promise.all(
    Array.from({ length: worst }, (_, k) =>
      call('POST', '/api/route', (k % 2 === 0 ? ofManyStops : amongZones)()),
    ),
  );
  for (const { id } of jobs) while ((await statusOf(id)) === 'PENDING') await sleep(POLL_MS);
  const beside = await ordinaryWaits();
  const statuses = await Promise.all(jobs.map(({ id }) => statusOf(id)));
  console.log(
    `${ordinary} beside ${worst}, in turn of ${STOPS} stops and among ${ZONES.rows * ZONES.columns} zones: ${told(beside)}`,
  );
  console.log(`the ${worst} are then ${statuses.join(', ')}`);
  const lasted = statuses.every((status) => status === 'STARTED');
  const added = beside.at(-1)! - alone.at(-1)!;
  if (!lasted || added > MOST_ADDED_MS) exitCode = 1;
  for (const { id } of jobs) await exchange(`${service.url}/api/job/${id}`, 'DELETE');
} finally {
  await service.end();
}
process.exit(exitCode);
