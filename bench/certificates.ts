/** What certificates prove on the reference meshes, and on variants of them, and the time they take. */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../lib/engine/mesh/mesh-source.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import {
  type ReferenceRoute,
  referenceMesh,
  referenceRoutes,
  referenceSource,
} from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { median, printTable, processorMilliseconds } from './statistics.ts';
import { withEddies, withWind } from './vary-mesh.ts';

const RUNS = 5;
/**
 * What the engine took before there were certificates, in times of what requests without one take now: the median and the worst
 * request, measured in turn (docs/certificate.md).
 */
const BEFORE = { median: 1.44, worst: 5.2 };
const MESHES = ['weddell-sea-8k', 'antarctic-peninsula-4k'] as const;
/** Every reference mesh, with the mesh whose pairs are asked for on it. */
const REQUESTS = [
  ...MESHES.map((name) => [name, name] as const),
  ['antarctic-peninsula-16k', MESHES[1]],
] as const;

const VARIANTS: readonly { name: string; vary: (source: MeshSource) => MeshSource }[] = [
  { name: 'eddies of 2 m/s', vary: (source) => withEddies(source, 2) },
  { name: 'wind, 30 % of the speed', vary: (source) => withWind(source, 0.3) },
  { name: 'gale, 60 %, and eddies of 2 m/s', vary: (source) => withEddies(withWind(source, 0.6), 2) },
];

type Pair = Pick<ReferenceRoute, 'pair' | 'start' | 'end'>;

export function measureCertificates(): Figure[] {
  const rows = REQUESTS.flatMap(([name, pairs]) =>
    pairsOf(pairs).map((pair) => ({ name, ...measure(referenceMesh(name), pair) })),
  );
  console.log('\nCertificates');
  printTable(
    ['mesh', 'pair', 'ms', 'certified ms', 'ratio', 'time within', 'fuel within'],
    rows.map(({ name, pair, ms, certifiedMs, gaps }) => [
      name,
      pair,
      ms.toFixed(1),
      certifiedMs.toFixed(1),
      (certifiedMs / ms).toFixed(1),
      ...gaps.map(percent),
    ]),
  );
  const ratios = rows.map(({ ms, certifiedMs }) => certifiedMs / ms);
  console.log(`ratio: median ${median(ratios).toFixed(1)}, worst ${Math.max(...ratios).toFixed(1)}\n`);
  printTable(['variant', 'routes', 'proved', 'gap, median', 'worst'], VARIANTS.map(measureVariant));
  const plain = rows.map(({ ms }) => ms);
  const certified = rows.map(({ certifiedMs }) => certifiedMs);
  const gaps = rows.flatMap((row) => row.gaps);
  return [
    { what: 'certified gap, median', unit: '%', measured: median(gaps), goal: 0.1 },
    { what: 'certified gap, worst', unit: '%', measured: Math.max(...gaps), goal: 0.3 },
    // at most twice as much as before at the median, and no more at worst
    {
      what: 'request with certificates, median',
      unit: 'ms',
      measured: median(certified),
      goal: Math.round(2 * BEFORE.median * median(plain)),
    },
    {
      what: 'request with certificates, worst',
      unit: 'ms',
      measured: Math.max(...certified),
      goal: Math.round(BEFORE.worst * Math.max(...plain)),
    },
  ];
}

function pairsOf(name: (typeof MESHES)[number]): Pair[] {
  return referenceRoutes(name).filter(({ objective }) => objective === 'traveltime');
}

function measure(mesh: Mesh, { pair, start, end }: Pair) {
  const [ms, certifiedMs] = [false, true].map((certificate) => {
    const request = () => planRoute(mesh, start, end, { certificate });
    request();
    return median(Array.from({ length: RUNS }, () => processorMilliseconds(request)));
  }) as [number, number];
  return { pair, ms, certifiedMs, gaps: gapsOf(mesh, { pair, start, end }) };
}

/** Of both objectives, per cent; Infinity where nothing was proved. */
function gapsOf(mesh: Mesh, { start, end }: Pair): number[] {
  const { routes } = planRoute(mesh, start, end, { certificate: true });
  return routes.map(({ optimality }) => optimality?.gapPercent ?? Infinity);
}

function measureVariant({ name, vary }: (typeof VARIANTS)[number]): string[] {
  const gaps = MESHES.flatMap((mesh) => {
    const varied = openMesh(compileMesh(vary(referenceSource(mesh))));
    return pairsOf(mesh).flatMap((pair) => gapsOf(varied, pair));
  });
  const proved = gaps.filter((gap) => gap < Infinity);
  return [name, `${gaps.length}`, `${proved.length}`, percent(median(proved)), percent(Math.max(...proved))];
}

const percent = (value: number) => `${value.toFixed(3)} %`;
