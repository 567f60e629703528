/**
 * The service under injected faults: throttling, errors, lost and late answers, functions killed at any call,
 * executions aborted, events delivered twice, late or not at all, clocks an hour off, meshes and route
 * documents deleted. The seed determines a schedule. After each round of schedules the faults end, and
 * everything that must then hold is checked.
 *
 *     npm run chaos -- --seed 1 --runs 100
 *     npm run chaos -- --seed 42 --runs 1       repeats one schedule
 *     npm run chaos -- --outage 600             all services are out for ten minutes, in each schedule
 *     npm run chaos -- --starts 2               two executions may be started a second, all the time
 *     npm run chaos -- --watches                a voyage is watched in each schedule, and its sea changes
 *     npm run chaos -- --deployments            another template is deployed in the middle of each round
 *
 * Exits 1 on a finding. Runs in this process and uses the loopback interface only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { gridMesh } from '../test/local/grid-mesh.ts';
import { benchCommand, positive, seedOfNow } from './bench-command.ts';
import { FaultPlan, type Outage } from './chaos/fault-plan.ts';
import {
  check,
  checkMeshes,
  checkUnchanged,
  type DroppedMesh,
  type Outcomes,
  settle,
} from './chaos/invariants.ts';
import { type Accepted, runSchedule } from './chaos/schedule.ts';
import { StartQuota } from './chaos/start-quota.ts';
import { WatchedVoyage } from './chaos/watches.ts';
import { Random } from './service/random.ts';
import { BenchService } from './service/service.ts';

const {
  seed: firstSeed,
  runs,
  round: roundSize,
  outage: outageSeconds,
  starts: startsPerSecond,
  deployments: hasDeployments,
  watches: hasWatches,
} = benchCommand(
  'chaos',
  'Runs the local service under injected faults, and checks what must hold afterwards.',
)
  .option('--seed <number>', 'seed of the first schedule', positive, seedOfNow())
  .option('--runs <number>', 'schedules', positive, 20)
  .option('--round <number>', 'schedules between two checks', positive, 10)
  .option('--outage <seconds>', 'in each schedule, all services answer 500 for so long, as on AWS', positive)
  .option('--starts <number>', 'executions that may be started a second; the others are throttled', positive)
  .option('--deployments', 'deploy another template in the middle of each round, while requests are answered')
  .option('--watches', 'in each schedule, watch a voyage whose sea changes')
  .parse()
  .opts<{
    seed: number;
    runs: number;
    round: number;
    outage?: number;
    starts?: number;
    deployments?: boolean;
    watches?: boolean;
  }>();

/**
 * The waits of state machines and between retries of asynchronous invocations, as a fraction of those on AWS.
 */
const TIME_SCALE = 0.05;
/** The stack sweeps for stuck jobs every half minute. */
const SWEEP_EVERY_MS = 30_000 * TIME_SCALE;

/** Errors that functions logged in the present round: most are injected, and one may explain a finding. */
const logged: string[] = [];
/** Maximum number of logged errors that are printed. */
const SHOWN = 100;

let plan: FaultPlan | undefined;
const quota = startsPerSecond ? new StartQuota(startsPerSecond) : undefined;
const service = await BenchService.start(
  {},
  {
    timeScale: TIME_SCALE,
    invocationsPerSandbox: 1,
    onLine: (functionName, line) => {
      if (/error/i.test(line)) logged.push(`${functionName}: ${line.slice(0, 600)}`);
    },
    faults: {
      onCall: (call) => quota?.onCall(call) ?? plan?.onCall(call),
      onInvocation: () => plan?.onInvocation(),
      onEvent: () => plan?.onEvent() ?? [0],
      clockSkewMs: () => plan?.skewMs ?? 0,
    },
  },
);

const numbers = new Map<number, string>();
const totals = { schedules: 0, jobs: 0, voyages: 0, faults: 0, errors: 0, deployments: 0 };
const byStatus: Record<string, number> = {};
const findings: string[] = [];
/** The last states of all jobs so far. */
const outcomes: Outcomes = new Map();

/** What runs at the time is killed, and continues in a stack whose calculator has another size. */
function nextDeployment(): Promise<() => Promise<void>> {
  const calculatorMemoryMb = totals.deployments++ % 2 ? '1769' : '3008';
  return service.deployment({ calculatorMemoryMb });
}

/** Runs the schedules of some seeds in sequence, ends the faults, and checks. */
async function round(seeds: readonly number[]): Promise<void> {
  const jobs = new Map<string, Accepted>();
  const dropped: DroppedMesh[] = [];
  const documentless = new Set<string>();
  const plans: string[] = [];
  const voyages: WatchedVoyage[] = [];
  logged.length = 0;
  for (const [i, seed] of seeds.entries()) {
    const isDeployed = hasDeployments && i === seeds.length >> 1;
    const random = new Random(seed);
    const voyage = hasWatches ? new WatchedVoyage(service, seed) : null;
    plan = undefined;
    await voyage?.begin();
    plan = new FaultPlan(random, outageOf(seed));
    plans.push(`seed ${seed}: ${plan.describe()}`);
    if (random.chance(0.2)) dropped.push(await dropAndImport(seed));
    if (voyage) voyages.push(voyage);
    const watched = voyages.map(({ jobId }) => jobId);
    const [{ accepted, errors, documentless: lost }] = await Promise.all([
      runSchedule(service, random, isDeployed ? await nextDeployment() : undefined, watched),
      voyage?.change(new Random(seed + 2)),
    ]);
    for (const job of accepted) jobs.set(job.jobId, job);
    for (const jobId of lost) documentless.add(jobId);
    await sleep(plan.outageLeftMs);
    if (errors.length > 0 && plan.injected === 0 && !isDeployed)
      findings.push(`seed ${seed}: without a fault: ${errors.join(', ')}`);
    plan.end();
    totals.schedules++;
    totals.faults += plan.injected;
    totals.errors += errors.length;
  }
  plan = undefined;
  const settled = await settle(service, [...jobs.values()], SWEEP_EVERY_MS);
  const found = [
    ...settled.findings,
    ...(await check(service, [...jobs.values()], settled.outcomes, numbers, documentless)),
    ...(await checkMeshes(service, dropped)),
  ];
  for (const voyage of voyages) found.push(...(await voyage.check()));
  totals.voyages += voyages.length;
  totals.jobs += jobs.size;
  for (const [jobId, outcome] of settled.outcomes) {
    outcomes.set(jobId, outcome);
    byStatus[outcome.status] = (byStatus[outcome.status] ?? 0) + 1;
  }
  if (found.length > 0) findings.push(...found, ...plans, 'logged:', ...logged.slice(0, SHOWN));
}

/** It has random numbers of its own, so that a seed means the same schedule with and without it. */
function outageOf(seed: number): Outage | undefined {
  if (!outageSeconds) return undefined;
  return { from: new Random(seed + 1).below(100), durationMs: 1000 * outageSeconds * TIME_SCALE };
}

/** Uploads a small mesh far from the others, and runs the import, which may fail. */
async function dropAndImport(seed: number): Promise<DroppedMesh> {
  const lonMin = (seed % 300) - 150;
  const mesh = gridMesh({ latMin: 10, lonMin, columns: 2, rows: 2 });
  const digest = await service.drop(`chaos-${seed}`, mesh, '20240101T000000');
  await service.importMeshes().catch(() => {});
  const line = [
    [lonMin + 0.5, 10.5],
    [lonMin + 1.5, 11.5],
  ] as const;
  return { digest, line };
}

console.log(`seed ${firstSeed}, ${runs} schedules`);
// Few cells, so that the time goes into the service and not into the engine.
await service.drop('sea', gridMesh({ columns: 2, rows: 2, side: 5 }), '20240501T000000');
await service.importMeshes();
for (let done = 0; done < runs && findings.length === 0; done += roundSize) {
  const seeds = Array.from({ length: Math.min(roundSize, runs - done) }, (_, i) => firstSeed + done + i);
  await round(seeds);
  console.log(
    `${totals.schedules} schedules, ${totals.jobs} jobs ${JSON.stringify(byStatus)}, ${totals.voyages} watches, ${totals.faults} faults, ` +
      `${quota?.refused ?? 0} starts refused, ${totals.deployments} deployments`,
  );
}
findings.push(...(await checkUnchanged(service, outcomes)));
await service.end();
console.log(findings.length > 0 ? `FOUND:\n${findings.join('\n')}` : 'nothing found');
process.exit(findings.length > 0 ? 1 : 0);
