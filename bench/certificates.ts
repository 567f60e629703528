/** What certificates prove on the reference meshes, on seas like real ones and on variants, and the time they take. */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../lib/engine/mesh/mesh-source.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import {
  plausibleRoutes,
  type ReferenceRoute,
  referenceMesh,
  referenceRoutes,
  referenceSource,
} from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { median, printTable, processorMilliseconds } from './statistics.ts';
import { withEddies, withWind } from './vary-mesh.ts';

const RUNS = 5;
const MESHES = ['weddell-sea-8k', 'antarctic-peninsula-4k'] as const;

const VARIANTS: readonly { name: string; vary: (source: MeshSource) => MeshSource }[] = [
  { name: 'eddies of 2 m/s', vary: (source) => withEddies(source, 2) },
  { name: 'wind, 30 % of the speed', vary: (source) => withWind(source, 0.3) },
  { name: 'gale, 60 %, and eddies of 2 m/s', vary: (source) => withEddies(withWind(source, 0.6), 2) },
];

type Request = Pick<ReferenceRoute, 'mesh' | 'pair' | 'start' | 'end'>;

export function measureCertificates(): Figure[] {
  const reference = [
    ...MESHES.flatMap(requestsOn),
    ...requestsOn(MESHES[1]).map((request) => ({ ...request, mesh: 'antarctic-peninsula-16k' })),
  ].map(measure);
  const plausible = plausibleRoutes().filter(isForTime).map(measure);
  console.log('\nCertificates');
  printTable(
    ['mesh', 'pair', 'ms', 'certified ms', 'ratio', 'time within', 'fuel within'],
    [...reference, ...plausible].map(({ mesh, pair, ms, certifiedMs, gaps }) => [
      mesh,
      pair,
      ms.toFixed(1),
      certifiedMs.toFixed(1),
      (certifiedMs / ms).toFixed(1),
      ...gaps.map(percent),
    ]),
  );
  printTable(['variant', 'routes', 'proved', 'gap, median', 'worst'], VARIANTS.map(measureVariant));
  return [
    ...gapFigures('reference', reference, { median: 0.1, worst: 0.3 }),
    ...gapFigures('plausible seas', plausible, { median: 0.5, worst: 1.5 }),
    timeFigure('reference', reference),
    timeFigure('plausible seas', plausible),
  ];
}

const isForTime = ({ objective }: Pick<ReferenceRoute, 'objective'>) => objective === 'traveltime';

const requestsOn = (mesh: (typeof MESHES)[number]): Request[] => referenceRoutes(mesh).filter(isForTime);

type Row = ReturnType<typeof measure>;

function measure({ mesh: name, pair, start, end }: Request) {
  const mesh = referenceMesh(name);
  const plan = (certificate: boolean) => planRoute(mesh, start, end, { certificate });
  const [ms, certifiedMs] = [false, true].map((certificate) => {
    plan(certificate);
    return median(Array.from({ length: RUNS }, () => processorMilliseconds(() => plan(certificate))));
  }) as [number, number];
  return { mesh: name, pair, ms, certifiedMs, gaps: gapsOf(plan(true)) };
}

/** Of both objectives, per cent; Infinity where nothing was proved. */
const gapsOf = ({ routes }: ReturnType<typeof planRoute>): number[] =>
  routes.map(({ optimality }) => optimality?.gapPercent ?? Infinity);

function gapFigures(where: string, rows: readonly Row[], goal: { median: number; worst: number }): Figure[] {
  const gaps = rows.flatMap((row) => row.gaps);
  return [
    { what: `certified gap, ${where}, median`, unit: '%', measured: median(gaps), goal: goal.median },
    { what: `certified gap, ${where}, worst`, unit: '%', measured: Math.max(...gaps), goal: goal.worst },
  ];
}

/** A proof may take twice as long as the plan. */
const timeFigure = (where: string, rows: readonly Row[]): Figure => ({
  what: `request with certificates to one without, ${where}, median`,
  unit: '',
  measured: median(rows.map(({ ms, certifiedMs }) => certifiedMs / ms)),
  goal: 3,
});

function measureVariant({ name, vary }: (typeof VARIANTS)[number]): string[] {
  const gaps = MESHES.flatMap((mesh) => {
    const varied = openMesh(compileMesh(vary(referenceSource(mesh))));
    return requestsOn(mesh).flatMap(({ start, end }) =>
      gapsOf(planRoute(varied, start, end, { certificate: true })),
    );
  });
  const proved = gaps.filter((gap) => gap < Infinity);
  return [name, `${gaps.length}`, `${proved.length}`, percent(median(proved)), percent(Math.max(...proved))];
}

const percent = (value: number) => `${value.toFixed(3)} %`;
