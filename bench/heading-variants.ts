/**
 * Heading-dependent variants of the reference meshes, against brute force: pieces small enough to try every way, with winds, eddies,
 * and headings that have nothing to do with each other.
 *
 *     npm run variants
 */
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../lib/engine/mesh/mesh-source.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import { componentsOf, findCrossings } from '../test/engine/oracle/crossings.ts';
import { gapsToBruteForce, subjectOf } from '../test/engine/oracle/examine.ts';
import { hasReference, referenceSource, SKIP_REASON } from '../test/engine/reference.ts';
import { cutOut, withEddies, withHeadingsOfTheirOwn, withWind } from './vary-mesh.ts';

/** Windows [west, south, east, north] of the meshes, of about a hundred cells each. */
const PIECES: readonly { mesh: string; name: string; window: readonly number[] }[] = [
  { mesh: 'weddell-sea-8k', name: 'Bransfield Strait', window: [-62, -65, -54, -61.5] },
  { mesh: 'weddell-sea-8k', name: 'South Orkneys', window: [-48, -62.5, -42, -59.5] },
  { mesh: 'weddell-sea-8k', name: 'ice edge', window: [-52, -67, -46, -63.5] },
  { mesh: 'antarctic-peninsula-4k', name: 'Elephant Island', window: [-57, -62.2, -52.5, -60] },
  { mesh: 'antarctic-peninsula-4k', name: 'pack ice', window: [-50, -64, -46, -62] },
  { mesh: 'antarctic-peninsula-16k', name: 'leads', window: [-52, -63.3, -50, -62.2] },
];

const VARIANTS: readonly { name: string; vary: (source: MeshSource) => MeshSource }[] = [
  { name: 'as it is', vary: (source) => source },
  { name: 'wind', vary: (source) => withWind(source, 0.3) },
  { name: 'gale', vary: (source) => withWind(source, 0.6) },
  { name: 'eddies of 2 m/s', vary: (source) => withEddies(source, 2) },
  { name: 'gale and eddies', vary: (source) => withEddies(withWind(source, 0.6), 2) },
  { name: 'each its own', vary: (source) => withHeadingsOfTheirOwn(source, 0.4, 7) },
];

/** Width of a column: the longest name. */
const COLUMN = 2 + Math.max(...VARIANTS.map(({ name }) => name.length));

if (hasReference) run();
else console.log(`nothing to vary: ${SKIP_REASON}`);

function run(): void {
  console.log(`${'piece'.padEnd(20)}cells  ${VARIANTS.map(({ name }) => name.padStart(COLUMN)).join('')}`);
  const worst = VARIANTS.map(() => 0);
  for (const { mesh, name, window } of PIECES) {
    const piece = cutOut(referenceSource(mesh), window);
    const ends = farthestEnds(piece);
    const gaps = VARIANTS.map(({ vary }) => worstGap(vary(piece), ends));
    gaps.forEach((gap, k) => {
      worst[k] = Math.max(worst[k]!, gap);
    });
    console.log(`${name.padEnd(20)}${String(piece.ids.length).padStart(5)}  ${gaps.map(percent).join('')}`);
  }
  console.log(`${'worst'.padEnd(27)}${worst.map(percent).join('')}`);
  console.log(
    'above brute force, the worse objective; below zero: brute force, being made of points, is worse',
  );
}

/** Of both objectives and both ways. */
function worstGap(source: MeshSource, [start, end]: readonly [LatLon, LatLon]): number {
  const mesh = openMesh(compileMesh(source));
  const subject = subjectOf(source, mesh);
  const plans = [planRoute(mesh, start, end), planRoute(mesh, end, start)];
  return Math.max(...plans.flatMap((plan) => gapsToBruteForce(subject, plan, {}).map(({ gap }) => gap)));
}

/** Points in the two cells that are farthest apart in the largest part of the piece that hangs together. */
function farthestEnds(source: MeshSource): [LatLon, LatLon] {
  const component = componentsOf(source, findCrossings(source), false);
  const sizes = new Map<number, number>();
  for (const name of component) if (name >= 0) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const [largest] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a));
  const inside = source.ids.map((_, row) => row).filter((row) => component[row] === largest);
  const at = (row: number): LatLon => ({
    lon: 0.6 * source.bounds[4 * row]! + 0.4 * source.bounds[4 * row + 2]!,
    lat: 0.3 * source.bounds[4 * row + 1]! + 0.7 * source.bounds[4 * row + 3]!,
  });
  let best: [LatLon, LatLon] = [at(inside[0]!), at(inside[0]!)];
  let farthest = -1;
  for (const a of inside) {
    for (const b of inside) {
      const distance = Math.hypot(at(a).lat - at(b).lat, 0.45 * (at(a).lon - at(b).lon));
      if (distance > farthest) [best, farthest] = [[at(a), at(b)], distance];
    }
  }
  return best;
}

function percent(gap: number): string {
  return `${(100 * gap).toFixed(4)} %`.padStart(COLUMN);
}
