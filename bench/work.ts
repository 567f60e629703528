/**
 * What lines, values and windows cost beside points: 12 stations at random places of open water on weddell-sea-8k in their best order,
 * with proof of both objectives, as multiples of the same stations as mere points.
 */
import * as z from 'zod';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { voyageFields } from '../lib/voyage/voyage-fields.ts';
import { referenceMesh } from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { median, printTable, processorMilliseconds } from './statistics.ts';
import { placesOn } from './voyages.ts';

const MESH = 'weddell-sea-8k';
const STATIONS = 12;
const SEEDS = [1, 2, 3];
const GOAL = 3;
const DEPARTURE = '2026-11-27T06:00Z';
const MS_PER_DAY = 86_400_000;

/** Degrees: so short that it lies in the cell of its station. */
const LINE = 0.03;

type Station = LatLon & { readonly name: string };
type Stop = object;

const asLine = ({ name, lat, lon }: Station): Stop => ({
  name,
  line: [
    [lat, lon],
    [lat + LINE, lon + LINE],
  ],
});

function measured(start: LatLon, end: LatLon, stops: readonly Stop[], more: object) {
  const fields = { stops, stop_order: 'best', departure: DEPARTURE, ...more };
  const request = { start, end, vehicle: null, voyage: z.object(voyageFields).parse(fields) };
  // a mesh that has seen no request
  const mesh = { ...referenceMesh(MESH) };
  let routes: ReturnType<typeof planVoyage>['routes'] = [];
  const ms = processorMilliseconds(() => {
    ({ routes } = planVoyage(mesh, request, { certificate: true }));
  });
  return { ms, days: routes[0]!.track.timeDays.at(-1)!, gap: routes[0]!.optimality!.gapPercent };
}

export function measureWork(): Figure[] {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const seed of SEEDS) {
    const [start, end, ...places] = placesOn(referenceMesh(MESH), STATIONS + 2, seed);
    const stations = places.map((place, k): Station => ({ ...place, name: `S${k}` }));
    const points = measured(start!, end!, stations, {});
    const until = new Date(Date.parse(DEPARTURE) + 1.2 * points.days * MS_PER_DAY).toISOString();
    const lines = stations.map((station, k): Stop => (k < 3 ? asLine(station) : station));
    const windows = (stops: readonly Stop[]) =>
      stops.map((stop, k) => (k >= 4 && k < 7 ? { ...stop, not_after: until, stay_hours: 2 } : stop));
    const values = (stops: readonly Stop[]) =>
      stops.map((stop, k) => (k >= 9 ? { ...stop, value: k - 6 } : stop));
    const limit = { within_hours: 24 * points.days };
    for (const [what, stops, more] of [
      ['three lines', lines, {}],
      ['three windows', windows(stations), {}],
      ['three values', values(stations), limit],
      ['all of these', values(windows(lines)), limit],
    ] as const) {
      const { ms, days, gap } = measured(start!, end!, stops, more);
      const ratio = ms / points.ms;
      if (what === 'all of these') ratios.push(ratio);
      rows.push([
        `${what}, seed ${seed}`,
        (ms / 1000).toFixed(2),
        ratio.toFixed(1),
        days.toFixed(1),
        gap.toFixed(2),
      ]);
    }
  }
  console.log(`\n${STATIONS} stations in their best order, multiples of mere points`);
  printTable(['stations with', 's', 'ratio', 'days', 'gap of time %'], rows);
  return [{ what: 'lines, windows and values together', unit: '', measured: median(ratios), goal: GOAL }];
}
