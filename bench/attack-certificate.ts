/**
 * Attacks certificates of routes on random meshes (test/engine/certificate/attack.ts), and compares them with
 * brute force. See --help.
 */
import type { Objective } from '../lib/engine/cost/cost.ts';
import { type AttackReport, attackRoute } from '../test/engine/certificate/attack-trial.ts';
import { type Trial, trialOf } from '../test/engine/for-random-meshes.ts';
import { bruteForce } from '../test/engine/oracle/brute-force.ts';
import { benchCommand, positive } from './bench-command.ts';
import { median } from './statistics.ts';

const {
  trials,
  minutes = Infinity,
  seed,
  pairs,
  cells,
  brute,
} = benchCommand(
  'attack',
  'Looks for paths that are cheaper than certificates on random meshes allow; exits with 1 if it finds one.',
)
  .option('--trials <number>', 'meshes', positive, 100)
  .option('--minutes <number>', 'stops after this much processor time', positive)
  .option('--seed <number>', 'seed of the first mesh', positive, 1)
  .option('--pairs <number>', 'pairs of points for each certificate', positive, 500)
  .option('--cells <number>', 'cells of each mesh, otherwise random', positive)
  .option('--brute', 'also compares with brute force', false)
  .parse()
  .opts<{
    trials: number;
    minutes?: number;
    seed: number;
    pairs: number;
    cells?: number;
    brute: boolean;
  }>();

/** Progress is printed after this many meshes. */
const PROGRESS = 25;

const counts = { meshes: 0, routes: 0, pairs: 0, close: 0, brute: 0, absent: 0, contradicted: 0 };
const gaps = new Map<string, number[]>();
let next = seed;

/** What contradicts a certificate, if anything. */
function faultsOf(trial: Trial, report: AttackReport): string[] {
  const cheaper = report.breaches.map(({ cell, drop, cost }) => `cell ${cell}: ${cost} < ${drop}`);
  const faults = [...cheaper, ...report.unproved].slice(0, 3);
  if (!brute || report.gapPercent === null) return faults;
  const { source, start, end } = trial;
  const best = bruteForce(source, report.objective as Objective, start, end, { perEdge: 8, rounds: 3 });
  // it has too few points for some ways without a pinch; certificates of these say nothing of ways through one
  if (!best || (best.usesPinch && !report.usesPinch)) return faults;
  counts.brute++;
  const least = report.cost / (1 + report.gapPercent / 100);
  return best.cost < least * (1 - 1e-9) ? [...faults, `brute force ${best.cost} < ${least}`] : faults;
}

function attackMesh(trial: Trial): void {
  const { mesh, start, end, random, traits } = trial;
  for (const report of attackRoute(mesh, start, end, pairs, random)) {
    counts.routes++;
    counts.pairs += report.tried;
    counts.close += report.close;
    const kind = `headings ${traits.headings}, currents ${traits.currents}`;
    if (report.gapPercent === null) counts.absent++;
    else gaps.set(kind, [...(gaps.get(kind) ?? []), report.gapPercent]);
    const faults = faultsOf(trial, report);
    if (faults.length === 0) continue;
    counts.contradicted++;
    process.exitCode = 1;
    console.log(`seed ${trial.seed} ${report.objective}: ${faults.join('; ')} (${JSON.stringify(traits)})`);
  }
}

function printCounts(): void {
  const { meshes, routes, absent } = counts;
  console.log(
    `seeds ${seed} to ${next - 1}: ${meshes} meshes, ${routes} routes, ${absent} without certificate, ` +
      `${counts.pairs} pairs, ${counts.close} within 1e-4, ${counts.brute} compared with brute force, ` +
      `${counts.contradicted} contradicted`,
  );
}

process.on('exit', () => {
  for (const [kind, list] of [...gaps].sort()) {
    const [middle, worst] = [median(list), Math.max(...list)].map((gap) => `${gap.toFixed(3)} %`);
    console.log(`${kind}: ${list.length} routes, gap median ${middle}, worst ${worst}`);
  }
  printCounts();
});
// a signal ends the program after the current mesh
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit());

const isTimeUp = () => process.cpuUsage().user / 6e7 >= minutes;
while (next < seed + trials && !isTimeUp()) {
  const trial = trialOf(next++, cells ? { cells } : {});
  if (!trial) continue;
  attackMesh(trial);
  counts.meshes++;
  if (counts.meshes % PROGRESS === 0) printCounts();
  // signals arrive here
  await new Promise(setImmediate);
}
