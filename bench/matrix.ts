/** What a matrix of 50 × 50 places of weddell-sea-8k costs, and how far its values are above those of single routes. */
import { totalOf } from '../lib/engine/path/track.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import { placeAll } from '../lib/engine/waypoints/waypoints.ts';
import { matrixOn, type PairCosts } from '../lib/voyage/matrix/matrix.ts';
import { referenceMesh } from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { processorMilliseconds } from './statistics.ts';
import { placesOn } from './voyages.ts';

const PLACES = 50;
/** Pairs that are compared with single routes: every so many of a row, the next row beginning one further. */
const EVERY = 17;
const LIMIT_NM = 300;

export function measureMatrix(): Figure[] {
  const mesh = referenceMesh('weddell-sea-8k');
  const places = placesOn(mesh, PLACES, 1).map(
    (at, k) => placeAll(mesh, [{ what: `place ${k}`, at }], LIMIT_NM)[0]!,
  );
  let rows: PairCosts[][] = [];
  const ms = processorMilliseconds(() => {
    rows = matrixOn(mesh, places, places);
  });
  const above = rows.flatMap((row, i) =>
    row.flatMap(({ days, consumption }, j) => {
      if (i === j || (i + j) % EVERY !== 0) return [];
      const { routes } = planRoute(mesh, places[i]!.used, places[j]!.used);
      const [fastest, cheapest] = routes.map(({ track, objective }) => totalOf(track, objective));
      return [days / fastest! - 1, consumption! / cheapest! - 1];
    }),
  );
  return [
    { what: `matrix of ${PLACES} × ${PLACES}`, unit: 's', measured: ms / 1000, goal: 15 },
    {
      what: `its values above ${above.length} single routes, worst`,
      unit: '%',
      measured: 100 * Math.max(...above),
      goal: 0.3,
    },
  ];
}
