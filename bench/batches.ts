/**
 * Batches in the service on this machine: 10,000 routes without certificates beside what the engine alone reaches on the same
 * processors in the same run, and a million lines that are read, checked and sorted.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { keysOf } from '../lib/batches/batch.ts';
import { referenceFile, referenceMesh } from '../test/engine/reference.ts';
import type { Alone, Pair } from './batches/engine-alone.ts';
import type { Expansion } from './batches/expand-alone.ts';
import type { Figure } from './goals.ts';
import { BenchService } from './service/service.ts';
import { usageByThread } from './service/usage.ts';
import { printTable } from './statistics.ts';
import { placesOn } from './voyages.ts';

const MESH = 'weddell-sea-8k';
const ROUTES = 10_000;
/** Of them the engine alone plans as many before the batch, and as many after it. */
const ALONE = 1000;
const LINES = 1_000_000;
/** How often it is asked how far the batch is. */
const LOOK_MS = 500;
const MB = 1024 * 1024;

export async function measureBatches(): Promise<Figure[]> {
  const places = placesOn(referenceMesh(MESH), 2 * ROUTES, 1);
  const pairs = Array.from({ length: ROUTES }, (_, i): Pair => [places[2 * i]!, places[2 * i + 1]!]);
  const service = await BenchService.start({});
  try {
    const meshId = await importMesh(service);
    return [
      ...(await measurePace(service, pairs, meshId)),
      ...(await measureExpansion(service, pairs, meshId)),
    ];
  } finally {
    await service.end();
  }
}

async function importMesh(service: BenchService): Promise<number> {
  const mesh = JSON.parse(gunzipSync(readFileSync(referenceFile(MESH))).toString());
  const md5 = await service.drop(MESH, mesh, '20260101T000000');
  return (await service.importMeshes()).find((result) => result.md5 === md5)!.id!;
}

async function measurePace(service: BenchService, pairs: readonly Pair[], meshId: number): Promise<Figure[]> {
  const before = await engineAlone(pairs.slice(0, ALONE));
  const batch = await runBatch(service, pairs.map((pair) => lineOf(pair, meshId)).join(''));
  const after = await engineAlone(pairs.slice(-ALONE));
  const alone = {
    perSecond: (2 * ALONE) / (before.seconds + after.seconds),
    cpuMs: (1000 * (before.cpuSeconds + after.cpuSeconds)) / (2 * ALONE),
  };
  const [perSecond, cpuMs] = [ROUTES / batch.seconds, (1000 * batch.cpuSeconds) / ROUTES];
  console.log(`\nA batch of ${ROUTES} routes on ${MESH}, ${availableParallelism()} processors`);
  printTable(
    ['', 'routes/s', 'processor ms a route', 'peak MB'],
    [
      ['engine alone', alone.perSecond.toFixed(1), alone.cpuMs.toFixed(2), '–'],
      ['batch', perSecond.toFixed(1), cpuMs.toFixed(2), batch.peakMb.toFixed(0)],
    ],
  );
  return [
    {
      what: 'pace of a batch, of the engine alone',
      unit: '%',
      measured: (100 * perSecond) / alone.perSecond,
      goal: 80,
      isFloor: true,
    },
    {
      what: 'processor time of the engine in that of a batch',
      unit: '%',
      measured: (100 * alone.cpuMs) / cpuMs,
      goal: 80,
      isFloor: true,
    },
  ];
}

const lineOf = ([start, end]: Pair, mesh_id: number): string =>
  `${JSON.stringify({ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon, mesh_id })}\n`;

/** In as many processes as there are processors; from the moment that all have begun until the last is over. */
async function engineAlone(pairs: readonly Pair[]): Promise<Alone> {
  const count = availableParallelism();
  const processes = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, 'batches/engine-alone.ts')),
  );
  await Promise.all(processes.map((each) => once(each, 'message')));
  const begun = performance.now();
  const alone = processes.map(async (each, k): Promise<Alone> => {
    each.send(pairs.filter((_, i) => i % count === k));
    const [said] = await once(each, 'message');
    return said;
  });
  const cpuSeconds = (await Promise.all(alone)).reduce((sum, each) => sum + each.cpuSeconds, 0);
  return { seconds: (performance.now() - begun) / 1000, cpuSeconds };
}

/** A batch whose file is there, and that waits for its start. */
async function upload(service: BenchService, lines: string): Promise<string> {
  const { body } = await service.call('POST', '/api/batch', {
    name: 'bench',
    upload: 'jsonl',
    certificate: false,
  });
  const { BATCH_BUCKET = '' } = service.stack.environment(service.functionOf('batches/expand'));
  await service.stack.putObject(BATCH_BUCKET, keysOf(body.id).input, Buffer.from(lines));
  return body.id;
}

async function runBatch(service: BenchService, lines: string) {
  const id = await upload(service, lines);
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  const before = process.cpuUsage();
  const threads = await usageByThread(process.pid);
  const begun = performance.now();
  await service.call('POST', `/api/batch/${id}/start`, {});
  for (;;) {
    await sleep(LOOK_MS);
    const { status, body } = await service.call('GET', `/api/batch/${id}`);
    if (status >= 500) continue; // a machine that is busy with others
    if (body.status === 'PENDING' || body.status === 'STARTED') continue;
    clearInterval(look);
    if (body.status !== 'SUCCESS' || body.done !== ROUTES)
      throw new Error(`The batch ended as ${JSON.stringify(body)}`);
    const { user, system } = process.cpuUsage(before);
    const spent = Object.entries(await usageByThread(process.pid)).map(
      ([name, seconds]): [string, number] => [name, (1000 * (seconds - (threads[name] ?? 0))) / ROUTES],
    );
    console.log('\nProcessor time of the batch by thread');
    printTable(
      ['thread', 'ms a route'],
      spent.filter(([, ms]) => ms >= 0.01).map(([name, ms]) => [name, ms.toFixed(2)]),
    );
    return {
      seconds: (performance.now() - begun) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakMb: peak / MB,
    };
  }
}

/** The function that expands, as on Lambda in a process of its own, with the tables and buckets of the service. */
async function measureExpansion(
  service: BenchService,
  pairs: readonly Pair[],
  meshId: number,
): Promise<Figure[]> {
  const block = pairs.map((pair) => lineOf(pair, meshId)).join('');
  const id = await upload(service, block.repeat(LINES / pairs.length));
  const { PATH } = process.env;
  const environment = service.stack.environment(service.functionOf('batches/expand'));
  const child = fork(join(import.meta.dirname, 'batches/expand-alone.ts'), [id], {
    env: { PATH, ...environment },
  });
  const [said] = (await once(child, 'message')) as [Expansion];
  const { items, seconds, cpuSeconds, peakMb } = said;
  if (items !== LINES) throw new Error(`Only ${items} of ${LINES} lines were accepted.`);
  const perSecond = (over: number) => Math.round(LINES / over).toLocaleString('en');
  console.log(
    `\n${LINES} lines are expanded at ${perSecond(seconds)} a second, ${perSecond(cpuSeconds)} a second of processor time`,
  );
  return [
    {
      what: 'lines that are expanded in a second',
      unit: '',
      measured: LINES / seconds,
      goal: 20_000,
      isFloor: true,
    },
    { what: `peak memory of expanding ${LINES} lines, MB`, unit: '', measured: peakMb, goal: 300 },
  ];
}
