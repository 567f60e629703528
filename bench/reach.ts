/** What reach costs, as a multiple of a plain request and on half a million cells; and how exact areas and values are. */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { EARTH_RADIUS_M } from '../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import { LITTLE_CARE } from '../lib/voyage/reach/care.ts';
import { type ReachQuery, reachOn } from '../lib/voyage/reach/reach.ts';
import { referenceMesh, referenceRoutes, referenceSource } from '../test/engine/reference.ts';
import { openSea, SPEED_MPS } from '../test/zones/open-sea.ts';
import type { Figure } from './goals.ts';
import { splitInFour } from './scaling.ts';
import { median, processorMilliseconds } from './statistics.ts';

const MESH = 'weddell-sea-8k';
const RUNS = 3;
/** Splits into four that make half a million cells of it. */
const SPLITS = 3;
const HOURS = 48;
const SEVERAL = 5;
/** Points of a line to which a route is planned. */
const COMPARED = 12;

const queryFrom = (origins: readonly { lat: number; lon: number }[]): ReachQuery => ({
  origins: origins.map(({ lat, lon }) => ({ lat, lon, delayHours: 0 })),
  metric: 'hours',
  contours: [HOURS / 2, HOURS],
  objective: 'traveltime',
  isReverse: false,
  destination: null,
});

export function measureReach(): Figure[] {
  const mesh = referenceMesh(MESH);
  const pairs = referenceRoutes(MESH).filter(({ objective }) => objective === 'traveltime');
  const starts = pairs.map(({ start }) => start);
  const acts = {
    plain: pairs.map(
      ({ start, end }) =>
        () =>
          planRoute(mesh, start, end, { certificate: true }),
    ),
    one: starts.map((start) => () => reachOn(mesh, queryFrom([start]))),
    drag: starts.map((start) => () => reachOn(mesh, { ...queryFrom([start]), care: LITTLE_CARE })),
    several: [() => reachOn(mesh, queryFrom(starts.slice(0, SEVERAL)))],
  };
  const times = inTurn(acts);
  const plain = median(times.plain);
  let source = referenceSource(MESH);
  for (let k = 0; k < SPLITS; k++) source = splitInFour(source);
  const large = openMesh(compileMesh(source));
  const [onLarge] = inTurn({ large: [() => reachOn(large, queryFrom([starts[0]!]))] }).large as [number];
  return [
    {
      what: `reach, two contours, worst, to a plain request of ${plain.toFixed(0)} ms`,
      unit: '',
      measured: Math.max(...times.one) / plain,
      goal: 3,
    },
    {
      what: `reach of ${SEVERAL} origins, to the same`,
      unit: '',
      measured: times.several[0]! / plain,
      goal: 3,
    },
    {
      what: 'redraws a second while a hand drags the origin, least',
      unit: '',
      measured: 1000 / Math.max(...times.drag),
      goal: 4,
      isFloor: true,
    },
    { what: `reach on ${source.ids.length} cells`, unit: 's', measured: onLarge / 1000, goal: 3 },
    { what: 'area of a cap, off by', unit: '%', measured: 100 * areaError(), goal: 0.4 },
    {
      what: 'routes to points of the line, off by, worst',
      unit: '%',
      measured: 100 * Math.max(...starts.map((start) => valueError(mesh, start))),
      goal: 0.3,
    },
  ];
}

/** Milliseconds of each act: the median of rounds in which all take their turn, after one that warms up. */
function inTurn<Name extends string>(
  acts: Readonly<Record<Name, readonly (() => unknown)[]>>,
): Record<Name, number[]> {
  const names = Object.keys(acts) as Name[];
  const rounds = Array.from({ length: RUNS + 1 }, () =>
    names.map((name) => acts[name].map((act) => processorMilliseconds(act))),
  ).slice(1);
  return Object.fromEntries(
    names.map((name, n) => [name, acts[name].map((_, k) => median(rounds.map((round) => round[n]![k]!)))]),
  ) as Record<Name, number[]>;
}

/** Of the circle that a vessel reaches in open water. */
function areaError(): number {
  const sea = openSea({ west: -80, south: -70, columns: 40, rows: 40, height: 0.5 });
  const [reach] = reachOn(sea, queryFrom([{ lat: -60.2, lon: -60.3 }]));
  const radius = (SPEED_MPS * 3600 * HOURS) / EARTH_RADIUS_M;
  const cap = (2 * Math.PI * EARTH_RADIUS_M ** 2 * (1 - Math.cos(radius))) / 1e6;
  return Math.abs(reach!.areaKm2 / cap - 1);
}

function valueError(mesh: Mesh, start: { lat: number; lon: number }): number {
  const [reach] = reachOn(mesh, queryFrom([start]));
  const points = reach!.lines.flat();
  const every = Math.max(1, Math.floor(points.length / COMPARED));
  const errors = points
    .filter((_, k) => k % every === 0)
    .map(([lon, lat]) => {
      const { track } = planRoute(mesh, start, { lat, lon }, { adjustmentLimitNm: 2 }).routes[0]!;
      return Math.abs((24 * track.timeDays.at(-1)!) / HOURS - 1);
    });
  return Math.max(0, ...errors);
}
