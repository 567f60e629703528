/**
 * Plans routes on random meshes for a given time, and checks everything that must be true of each answer: no
 * crash, no hang, a valid route, none worse than brute force finds, no certificate that can be contradicted or
 * that is not proved.
 * Half of the meshes are smooth seas, on which routes must be as good as brute force. The others are wild: two in three have
 * 1,000 to 10,000 edges, currents up to the vessel's speed, and speeds that differ by heading or headings that are blocked.
 * All times are processor time.
 *
 *     npm run fuzz -- --minutes 60 --seed 1          from one seed on
 *     npm run fuzz -- --only 123456                  repeats one trial, in full
 *
 * Exits 1 on a finding. Every finding names the seed of its trial.
 */
import { attackRoute } from '../test/engine/certificate/attack-trial.ts';
import { type Trial, trialOf } from '../test/engine/for-random-meshes.ts';
import { examine, gapsToBruteForce } from '../test/engine/oracle/examine.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { benchCommand, positive, seedOfNow } from './bench-command.ts';
import { quantile } from './statistics.ts';

/** Milliseconds that a route may take, by number of cells; more counts as a hang. */
const limitMs = (cells: number) => 3000 + 2 * cells;

/**
 * Up to this many cells brute force is fast; on larger meshes, one plan in BRUTE_FORCE_EVERY is compared with
 * it.
 */
const BRUTE_FORCE_CELLS = 60;
const BRUTE_FORCE_EVERY = 4;
/** Random pairs of points for an attack on a certificate; one plan in ATTACK_EVERY is attacked. */
const PAIRS = 300;
const ATTACK_EVERY = 10;

/** Larger gaps to brute force are findings; fractions of the cost. On wild meshes that is a mesh to look at, no bug. */
const TOLERANCE = { smooth: 5e-4, wild: 0.01 };

/** Maximum number of findings printed of one kind. */
const SHOWN = 5;

const { minutes, seed, only } = benchCommand('fuzz', 'Plans routes on random meshes, and looks for bad ones.')
  .option('--minutes <number>', 'processor time to spend', positive, 1)
  .option('--seed <number>', 'seed of the first mesh', positive, seedOfNow())
  .option('--only <seed>', 'tries the mesh of one seed', positive)
  .parse()
  .opts<{ minutes: number; seed: number; only?: number }>();

if (only !== undefined) {
  const findings = findingsOf(only, newTally());
  console.log(findings.length > 0 ? findings.join('\n') : 'nothing found');
  process.exitCode = findings.length > 0 ? 1 : 0;
} else {
  run(seed, minutes);
}

interface Tally {
  trials: number;
  routes: number;
  /** By kind of sea: how much more routes cost than brute force finds, fractions. */
  readonly gaps: { readonly smooth: number[]; readonly wild: number[] };
  /** Routes with a certificate that was attacked, and routes for which none was found. */
  attacked: number;
  uncertified: number;
}

function newTally(): Tally {
  return { trials: 0, routes: 0, gaps: { smooth: [], wild: [] }, attacked: 0, uncertified: 0 };
}

function run(firstSeed: number, minutes: number): void {
  console.log(`fuzz: ${minutes} min from seed ${firstSeed}`);
  const tally = newTally();
  const byKind = new Map<string, number>();
  for (let seed = firstSeed; processorMinutes() < minutes; seed++) {
    for (const finding of findingsOf(seed, tally)) {
      // the text of a finding before its first colon is its kind
      const kind = finding.split(/: | {2}\{/)[0]!;
      const count = (byKind.get(kind) ?? 0) + 1;
      byKind.set(kind, count);
      if (count <= SHOWN) console.log(`seed ${seed}: ${finding}`);
    }
  }
  console.log(`${tally.trials} meshes, ${tally.routes} plans`);
  for (const [sea, gaps] of Object.entries(tally.gaps)) {
    const [usual, worst] = [0.99, 1].map((part) => (100 * (quantile(gaps, part) ?? 0)).toFixed(4));
    console.log(`${gaps.length} routes on ${sea} seas above brute force: 99 % ${usual} %, worst ${worst} %`);
  }
  console.log(`${tally.attacked} certificates attacked, ${tally.uncertified} routes without certificate`);
  for (const [kind, count] of byKind) console.log(`${count} × ${kind}`);
  console.log(byKind.size > 0 ? 'FOUND SOMETHING' : 'nothing found');
  process.exitCode = byKind.size > 0 ? 1 : 0;
}

function processorMinutes(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 60e6;
}

function findingsOf(seed: number, tally: Tally): string[] {
  const random = randomNumbers(seed);
  const isLarge = random() < 2 / 3;
  const size = isLarge ? { cells: Math.round(500 + 4000 * random()) } : {};
  try {
    const trial = trialOf(seed, seed % 4 < 2 ? { ...size, sea: 'smooth' } : size);
    if (!trial) return [];
    tally.trials++;
    return findingsOfTrial(trial, tally).map((finding) => `${finding}  ${JSON.stringify(trial.traits)}`);
  } catch (error) {
    return [`crash: ${error instanceof Error ? error.stack?.split('\n').slice(0, 3).join(' ') : error}`];
  }
}

function findingsOfTrial(trial: Trial, tally: Tally): string[] {
  const cells = trial.source.ids.length;
  const { plan, faults, milliseconds } = examine(trial, trial.start, trial.end);
  // one fault causes others: the first ones are enough
  const findings = faults.slice(0, 2);
  if (milliseconds > limitMs(cells)) findings.push(`slow: ${Math.round(milliseconds)} ms for ${cells} cells`);
  if (!plan) return findings;
  tally.routes++;
  const isSmall = cells <= BRUTE_FORCE_CELLS;
  if (trial.seed % ATTACK_EVERY === 0) findings.push(...contradictionsOf(trial, tally));
  if (!isSmall && trial.random() > 1 / BRUTE_FORCE_EVERY) return findings;
  const { sea } = trial.traits;
  for (const { objective, gap } of gapsToBruteForce(trial, plan, { perEdge: isSmall ? 12 : 4 })) {
    tally.gaps[sea].push(gap);
    if (gap > TOLERANCE[sea]) {
      findings.push(`above brute force (${sea} sea): ${objective} ${(100 * gap).toFixed(4)} %`);
    }
  }
  return findings;
}

/** For each route: what is cheaper than its certificate allows, or else a pair whose proof does not hold. */
function contradictionsOf({ mesh, start, end, random }: Trial, tally: Tally): string[] {
  return attackRoute(mesh, start, end, PAIRS, random).flatMap(
    ({ objective, gapPercent, breaches, unproved }) => {
      if (gapPercent === null) tally.uncertified++;
      else tally.attacked++;
      const findings = [
        ...breaches.map(
          ({ cell, drop, cost }) => `contradicted: ${objective}, cell ${cell}, ${cost} < ${drop}`,
        ),
        ...unproved.map((what) => `unproved: ${objective}, ${what}`),
      ];
      return findings.slice(0, 1).map((finding) => `certificate ${finding}`);
    },
  );
}
