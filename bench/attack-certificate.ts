/**
 * `npm run attack`: certificates of routes on random meshes, attacked (test/engine/certificate/attack.ts) and held against brute force.
 *
 * --trials N, --seed N (the first), --pairs N a level, --cells N; exits with 1 where a certificate is contradicted.
 */
import type { Objective } from '../lib/engine/cost/cost.ts';
import { attackRoute } from '../test/engine/certificate/attack-trial.ts';
import { trialOf } from '../test/engine/for-random-meshes.ts';
import { bruteForce } from '../test/engine/oracle/brute-force.ts';
import { benchCommand, positive } from './bench-command.ts';
import { median } from './statistics.ts';

const options = benchCommand(
  'attack',
  'Looks for paths that are cheaper than certificates on random meshes allow.',
)
  .option('--trials <number>', 'meshes', positive, 100)
  .option('--seed <number>', 'seed of the first mesh', positive, 1)
  .option('--pairs <number>', 'pairs of points in each level of a certificate', positive, 500)
  .option('--cells <number>', 'cells of each mesh, otherwise random', positive)
  .option('--brute', 'also compares with brute force', false)
  .parse()
  .opts<{ trials: number; seed: number; pairs: number; cells?: number; brute: boolean }>();

const gaps = new Map<string, number[]>();
let [tried, close, absent, contradicted] = [0, 0, 0, 0];
for (let k = 0; k < options.trials; k++) {
  const seed = options.seed + k;
  const trial = trialOf(seed, options.cells ? { cells: options.cells } : {});
  if (!trial) continue;
  for (const report of attackRoute(trial.mesh, trial.start, trial.end, options.pairs, trial.random)) {
    tried += report.tried;
    close += report.close;
    const { currents, headings } = trial.traits;
    const kind = `headings ${headings}, currents ${currents}`;
    if (report.gapPercent === null) absent++;
    else gaps.set(kind, [...(gaps.get(kind) ?? []), report.gapPercent]);
    const faults = report.breaches
      .map(({ cell, drop, cost }) => `cell ${cell}: ${cost} < ${drop}`)
      .slice(0, 3);
    if (options.brute && report.gapPercent !== null) {
      const brute = bruteForce(trial.source, report.objective as Objective, trial.start, trial.end, {
        perEdge: 8,
        rounds: 3,
      });
      const least = report.cost / (1 + report.gapPercent / 100);
      if (brute && brute.cost < least * (1 - 1e-9)) faults.push(`brute force ${brute.cost} < ${least}`);
    }
    if (faults.length === 0) continue;
    contradicted++;
    console.log(`seed ${seed} ${report.objective}: ${faults.join('; ')} (${JSON.stringify(trial.traits)})`);
  }
}
for (const [kind, list] of [...gaps].sort()) {
  console.log(
    `${kind}: ${list.length} routes, gap median ${median(list).toFixed(3)} %, worst ${Math.max(...list).toFixed(3)} %`,
  );
}
console.log(
  `${tried} pairs, ${close} within 1e-4; ${absent} without certificate; ${contradicted} contradicted`,
);
process.exitCode = contradicted > 0 ? 1 : 0;
