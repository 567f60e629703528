/**
 * Measures the engine, and prints its goals with the measured figures.
 *
 *     npm run bench [-- PART…]
 *
 * The parts, all by default: reference, certificates, field, peninsula, scaling, winding, stressed, random, speeds,
 * vehicle, zones, charts (of ice), voyages, values, work, matrix, reach, together, combinations, forecast (stops), benchmarks
 * (exact cases of seas that change), batches (of the service on this machine: minutes, on all cores).
 *
 * Runs on one core, after warming up. Times are processor time: medians of five requests (three for scaling,
 * one in labyrinths) for both objectives, without parsing, compiling or loading, and without certificates
 * unless the column says so.
 */
import { parseArgs } from 'node:util';
import { planRoute } from '../lib/engine/plan-route.ts';
import type { RoutePlan } from '../lib/engine/route-plan.ts';
import {
  hasReference,
  publishedCost,
  type ReferenceRoute,
  referenceMesh,
  referenceRoutes,
  SKIP_REASON,
} from '../test/engine/reference.ts';
import { measureBatches } from './batches.ts';
import { measureCertificates } from './certificates.ts';
import { measureChangingSea } from './changing-sea.ts';
import { measureCombinations } from './combinations.ts';
import { measureForecastVoyages } from './forecast-voyage.ts';
import {
  type Figure,
  measureField,
  measurePeninsula,
  measureRandom,
  measureStressed,
  measureWinding,
  printFigures,
} from './goals.ts';
import { measureIceCharts } from './ice-charts.ts';
import { measureMatrix } from './matrix.ts';
import { measureReach } from './reach.ts';
import { measureLoading, measureScaling } from './scaling.ts';
import { measureSpeeds } from './speeds.ts';
import { Checksum, median, printTable, processorMilliseconds } from './statistics.ts';
import { measureTogether } from './together.ts';
import { measureValues } from './values.ts';
import { printVehicleOnMesh } from './vehicle-on-mesh.ts';
import { measureVoyages } from './voyages.ts';
import { measureWork } from './work.ts';
import { measureZones } from './zones.ts';

const RUNS = 5;
const WARM_UP_RUNS = 3;
const TIMED_MESH = 'weddell-sea-8k';

interface Row {
  readonly reference: ReferenceRoute;
  readonly cost: number;
  readonly gap: number;
  readonly gapToPublished: number;
  readonly ms: number;
}

function measure(reference: ReferenceRoute, checksum: Checksum): Row {
  const mesh = referenceMesh(reference.mesh);
  const request = () => planRoute(mesh, reference.start, reference.end);
  let plan: RoutePlan = request();
  for (let k = 1; k < WARM_UP_RUNS; k++) plan = request();
  const ms = median(Array.from({ length: RUNS }, () => processorMilliseconds(request)));
  const route = plan.routes.find(({ objective }) => objective === reference.objective)!;
  for (const point of route.track.coordinates) checksum.add(point);
  const { timeDays, consumption } = route.track;
  const cost = (reference.objective === 'traveltime' ? timeDays : consumption!).at(-1)!;
  return {
    reference,
    cost,
    gap: cost / reference.best.cost - 1,
    gapToPublished: cost / publishedCost(reference) - 1,
    ms,
  };
}

const percent = (part: number) => `${(100 * part).toFixed(4)} %`;

function show({ reference, cost, gap, gapToPublished, ms }: Row): string[] {
  const seconds = publishedSeconds(reference);
  return [
    reference.mesh,
    reference.pair,
    reference.objective,
    cost.toFixed(6),
    percent(gap),
    percent(gapToPublished),
    ms.toFixed(1),
    seconds ? seconds.toFixed(1) : '–',
    seconds ? Math.round((1000 * seconds) / ms).toString() : '–',
  ];
}

/** Time that the published method takes for both objectives of a request. */
function publishedSeconds({ mesh, pair }: ReferenceRoute): number {
  return references
    .filter((reference) => reference.mesh === mesh && reference.pair === pair)
    .reduce((sum, { published }) => sum + (published.seconds ?? 0), 0);
}

function measureReference(): Figure[] {
  const checksum = new Checksum();
  const rows = references.map((reference) => measure(reference, checksum));
  console.log('\nReference');
  printTable(
    ['mesh', 'pair', 'objective', 'cost', 'to best', 'to published', 'ms', 'published s', 'ratio'],
    rows.map(show),
  );
  console.log(`checksum of all routes ${checksum.value}`);
  console.log('\nLoading');
  printTable(['mesh', 'cells', 'load ms', 'bytes a cell'], measureLoading());
  const timed = rows.filter(({ reference }) => reference.mesh === TIMED_MESH);
  const ratios = timed.map((row) => (1000 * publishedSeconds(row.reference)) / row.ms);
  const worst = (gaps: number[]) => 100 * Math.max(...gaps);
  return [
    {
      what: 'gap to the best known, worst',
      unit: '%',
      measured: worst(rows.map(({ gap }) => gap)),
      goal: 0.001,
    },
    {
      what: 'gap to the published, worst',
      unit: '%',
      measured: worst(rows.map(({ gapToPublished }) => gapToPublished)),
      goal: 0.0000001,
    },
    {
      what: `${TIMED_MESH}, median request`,
      unit: 'ms',
      measured: median(timed.map(({ ms }) => ms)),
      goal: 20,
    },
    {
      what: `${TIMED_MESH}, ratio to the published`,
      unit: '',
      measured: median(ratios),
      goal: 1800,
      isFloor: true,
    },
  ];
}

function measureSplits(): Figure[] {
  const { rows, figures } = measureScaling();
  console.log('\nScaling');
  printTable(['cells', 'edges', 'compile s', 'ms a request', 'worst ms', 'to not split', 'MB'], rows);
  return figures;
}

const PARTS: Record<string, () => Figure[] | Promise<Figure[]>> = {
  reference: measureReference,
  certificates: measureCertificates,
  field: measureField,
  peninsula: measurePeninsula,
  scaling: measureSplits,
  winding: measureWinding,
  stressed: measureStressed,
  random: measureRandom,
  speeds: measureSpeeds,
  vehicle: () => {
    printVehicleOnMesh();
    return [];
  },
  zones: measureZones,
  charts: measureIceCharts,
  voyages: measureVoyages,
  values: measureValues,
  work: measureWork,
  matrix: measureMatrix,
  reach: measureReach,
  together: measureTogether,
  combinations: measureCombinations,
  forecast: measureForecastVoyages,
  benchmarks: measureChangingSea,
  batches: measureBatches,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((part) => !(part in PARTS));
if (values.help || unknown.length > 0) {
  console.error(`usage: npm run bench [-- PART…], of ${Object.keys(PARTS).join(', ')}; all without one`);
  process.exit(values.help ? 0 : 1);
}
if (!hasReference) {
  console.error(`Nothing to measure: ${SKIP_REASON}.`);
  process.exit(1);
}
const files = ['weddell-sea-8k', 'antarctic-peninsula-4k', 'small'] as const;
const references = files.flatMap((file) => referenceRoutes(file));
const figures: Figure[] = [];
for (const [part, run] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(part)) continue;
  console.error(`measuring ${part}`);
  figures.push(...(await run()));
}
console.log('\nGoals');
printFigures(figures);
