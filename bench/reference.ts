/**
 * `npm run bench`: every pair of the reference, then how the engine scales. Ends in four numbers and a checksum of all routes.
 *
 * One core, warmed up; times are medians of five requests, both objectives each, without parsing, compiling or loading.
 */
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
import { measureLoading, measureScaling } from './scaling.ts';
import { Checksum, median, printTable, processorMilliseconds } from './statistics.ts';
import { printVehicleOnMesh } from './vehicle-on-mesh.ts';

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

/** What the published method takes for both objectives of a request. */
function publishedSeconds({ mesh, pair }: ReferenceRoute): number {
  return rows
    .filter(({ reference }) => reference.mesh === mesh && reference.pair === pair)
    .reduce((sum, { reference }) => sum + (reference.published.seconds ?? 0), 0);
}

if (!hasReference) {
  console.error(`Nothing to measure: ${SKIP_REASON}.`);
  process.exit(1);
}
const checksum = new Checksum();
const files = ['weddell-sea-8k', 'antarctic-peninsula-4k', 'small'] as const;
const rows = files.flatMap((file) => referenceRoutes(file).map((reference) => measure(reference, checksum)));
printTable(
  ['mesh', 'pair', 'objective', 'cost', 'to best', 'to published', 'ms', 'published s', 'ratio'],
  rows.map(show),
);

console.log('\nLoading');
printTable(['mesh', 'cells', 'load ms', 'bytes a cell'], measureLoading());
console.log('\nScaling');
const scaling = measureScaling();
printTable(['cells', 'edges', 'compile s', 'ms a request', 'MB'], scaling.rows);
printVehicleOnMesh();

const timed = rows.filter(({ reference }) => reference.mesh === TIMED_MESH);
const ratios = timed.map((row) => (1000 * publishedSeconds(row.reference)) / row.ms);
console.log(`
worst gap to the best known   ${percent(Math.max(...rows.map(({ gap }) => gap)))}
median time of a request      ${median(timed.map(({ ms }) => ms)).toFixed(1)} ms on ${TIMED_MESH}
ratio to the published        ${Math.round(median(ratios))}
scaling exponent              ${scaling.exponent.toFixed(2)}
checksum of all routes        ${checksum.value}`);
