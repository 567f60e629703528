/**
 * What may be asked of a voyage, joined at random: what it costs beside the dearest of its parts alone, and how far from the best it is
 * proved to be. Up to six stops near each other on the sample sea, for a vehicle with speeds to choose.
 */
import { haversineNm, type LatLon } from '../lib/engine/geometry/sphere.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import { Impossible, ImpossibleOnMesh } from '../lib/request/impossible.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import type { Figure } from './goals.ts';
import { printTable } from './statistics.ts';
import { measureVoyage, sampleSea, strewn, widestGap } from './together.ts';
import { placesOn } from './voyages.ts';

const SEEDS = Array.from({ length: 16 }, (_, k) => k + 1);
const PARTS = 3;
const NEAR_NM = 500;
const PLACES = 600;
const DEPARTURE = '2026-11-27T00:00Z';
const GOAL = 6;
const PROVED_PERCENT = 1;

type Stop = LatLon & Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>> & { readonly stops: readonly Stop[] };
type Part = (fields: Fields) => Fields;

/** Of each other stop, from the first or the second on. */
const ofOthers =
  (first: 0 | 1, change: (stop: Stop) => object): Part =>
  (fields) => ({
    ...fields,
    stops: fields.stops.map((stop, k) => (k % 2 === first ? (change(stop) as Stop) : stop)),
  });

/** @param hours of the fastest voyage through the stops alone  @param tonnes of the one that consumes least */
function partsOf(
  places: readonly LatLon[],
  seed: number,
  hours: number,
  tonnes: number,
): Record<string, Part> {
  const bunkers = { fuel_aboard_tonnes: tonnes, capacity_tonnes: tonnes };
  return {
    zones: (fields) => ({ ...fields, zones: strewn(places, seed) }),
    clearance: (fields) => ({ ...fields, clearance_nm: 3 }),
    'a time': (fields) => ({ ...fields, within_hours: 1.3 * hours }),
    'trade-off': (fields) => ({ ...fields, trade_off: 5 }),
    price: (fields) => ({ ...fields, price: { per_day: 30_000, per_tonne: 600 } }),
    daylight: ofOthers(0, (stop) => ({ ...stop, daylight: 'civil' })),
    lines: ofOthers(1, ({ lat, lon, ...stop }) => ({
      ...stop,
      line: [
        [lat, lon],
        [lat + 0.05, lon + 0.1],
      ],
      speed_kn: 5,
    })),
    bunkers: (fields) => ({ ...ofOthers(1, (stop) => ({ ...stop, refuel: 'full' }))(fields), ...bunkers }),
  };
}

export function measureCombinations(): Figure[] {
  const compiled = sampleSea();
  const sea = openMesh(compiled);
  /** Null where there is no such voyage. */
  const measured = ([start, end]: readonly LatLon[], fields: Fields) => {
    try {
      return measureVoyage(openMesh(compiled), [start!, end!], { departure: DEPARTURE, ...fields });
    } catch (error) {
      if (error instanceof Impossible || error instanceof ImpossibleOnMesh) return null;
      throw error;
    }
  };
  const rows = SEEDS.map((seed) => {
    const random = randomNumbers(seed);
    const [first, ...others] = placesOn(sea, PLACES, seed) as [LatLon, ...LatLon[]];
    const near = others.filter((place) => haversineNm(first, place) < NEAR_NM);
    const places = [first, ...near.slice(0, 4 + Math.floor(4 * random()))];
    const stops = places.slice(2).map((place, k) => ({ ...place, name: `S${k}`, stay_hours: 2 }));
    const alone: Fields = { stops, stop_order: 'best' };
    const plain = measured(places, alone)!;
    const [fastest, thriftiest] = plain.plan.routes.map(({ track }) => track);
    const parts = partsOf(places, seed, 24 * fastest!.timeDays.at(-1)!, thriftiest!.consumption!.at(-1)!);
    const left = Object.keys(parts);
    const drawn = Array.from({ length: PARTS }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
    const dearest = Math.max(
      plain.ms,
      ...drawn.map((part) => measured(places, parts[part]!(alone))?.ms ?? 0),
    );
    const all = measured(
      places,
      drawn.reduce((fields, part) => parts[part]!(fields), alone),
    );
    const what = `${stops.length} stops, ${drawn.join(', ')}`;
    return {
      seed,
      what,
      all: all && { s: all.ms / 1000, ratio: all.ms / dearest, gap: widestGap(all.plan) },
    };
  });
  console.log('\nCombinations, multiples of the dearest part alone');
  printTable(
    ['seed', 'request', 's', 'ratio', 'gap %'],
    rows.map(({ seed, what, all }) => [
      ...[String(seed), what],
      ...(all ? [all.s.toFixed(2), all.ratio.toFixed(1), all.gap.toFixed(3)] : ['', '', 'no voyage']),
    ]),
  );
  const planned = rows.flatMap(({ all }) => all ?? []);
  return [
    {
      what: 'combinations, the dearest beside its parts',
      unit: '',
      measured: Math.max(...planned.map(({ ratio }) => ratio)),
      goal: GOAL,
    },
    {
      what: 'combinations, proved gap',
      unit: '%',
      measured: Math.max(...planned.map(({ gap }) => gap)),
      goal: PROVED_PERCENT,
    },
  ];
}
