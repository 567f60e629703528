/**
 * What voyages cost: stops at random places of open water on weddell-sea-8k, the same in every run, in their best order;
 * both objectives, with proof.
 */
import * as z from 'zod';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../lib/engine/mesh/mesh.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { voyageFields } from '../lib/voyage/voyage-fields.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { referenceMesh } from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { printTable, processorMilliseconds } from './statistics.ts';

const MESH = 'weddell-sea-8k';

/** Middles of cells of the largest part of the sea. */
export function placesOn({ openCount, component, bounds }: Mesh, count: number, seed: number): LatLon[] {
  const random = randomNumbers(seed);
  const sizes = new Map<number, number>();
  for (let cell = 0; cell < openCount; cell++) {
    sizes.set(component[2 * cell + 1]!, (sizes.get(component[2 * cell + 1]!) ?? 0) + 1);
  }
  const [sea] = [...sizes].sort(([, a], [, b]) => b - a)[0]!;
  const places: LatLon[] = [];
  while (places.length < count) {
    const cell = Math.floor(random() * openCount);
    if (component[2 * cell + 1] !== sea) continue;
    const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
    places.push({ lat: 0.5 * (south! + north!), lon: 0.5 * (west! + east!) });
  }
  return places;
}

/** Seconds of processor time, and the wider gap of the two objectives. */
function measureStops(mesh: Mesh, count: number, seed: number): { seconds: number; gap: number } {
  const [start, end, ...stops] = placesOn(mesh, count + 2, seed);
  const voyage = z.object(voyageFields).parse({ stops, stop_order: 'best' });
  const request = { start: start!, end: end!, vehicle: null, voyage };
  let gap = 0;
  const ms = processorMilliseconds(() => {
    const { routes } = planVoyage(mesh, request, { certificate: true });
    gap = Math.max(...routes.map(({ optimality }) => optimality?.gapPercent ?? Infinity));
  });
  return { seconds: ms / 1000, gap };
}

export function measureVoyages(): Figure[] {
  const mesh = referenceMesh(MESH);
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const { count, seeds, goal } of [
    { count: 12, seeds: [1, 2, 3], goal: 6 },
    { count: 50, seeds: [1], goal: 60 },
  ]) {
    const runs = seeds.map((seed) => measureStops(mesh, count, seed));
    const seconds = Math.max(...runs.map((run) => run.seconds));
    const gap = Math.max(...runs.map((run) => run.gap));
    rows.push(
      ...runs.map((run, k) => [
        `${count} stops, seed ${seeds[k]}`,
        run.seconds.toFixed(2),
        run.gap.toFixed(3),
      ]),
    );
    figures.push({ what: `voyage of ${count} stops, worst`, unit: 's', measured: seconds, goal });
    if (count === 50)
      figures.push({ what: `voyage of ${count} stops, proved gap`, unit: '%', measured: gap, goal: 2 });
  }
  printTable(['voyage', 's', 'proved gap %'], rows);
  return figures;
}
