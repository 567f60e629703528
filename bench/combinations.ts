/**
 * What may be asked of a voyage, joined at random: what it costs beside the dearest of its parts alone, and how far from the best it is
 * proved to be. Three to six stops near each other on the sample sea, for a vehicle with speeds to choose.
 */
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { haversineNm } from '../lib/engine/geometry/sphere.ts';
import { openMesh } from '../lib/engine/mesh/mesh.ts';
import { Impossible, ImpossibleOnMesh } from '../lib/request/impossible.ts';
import { routeRequest } from '../lib/routes/route-request.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import type { VoyagePlan } from '../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { sda } from '../test/vessel/vehicles.ts';
import type { Figure } from './goals.ts';
import { printTable, processorMilliseconds } from './statistics.ts';
import { sampleSea, strewn, widestGap } from './together.ts';
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

/** @param fastest hours, @param thriftiest tonnes, of the stops alone */
function partsOf(
  places: readonly LatLon[],
  seed: number,
  fastest: number,
  thriftiest: number,
): Record<string, Part> {
  const bunkers = { fuel_aboard_tonnes: thriftiest, capacity_tonnes: thriftiest };
  return {
    zones: (fields) => ({ ...fields, zones: strewn(places, seed) }),
    clearance: (fields) => ({ ...fields, clearance_nm: 3 }),
    'a time': (fields) => ({ ...fields, within_hours: 1.3 * fastest }),
    'trade-off': (fields) => ({ ...fields, trade_off: 5 }),
    price: (fields) => ({ ...fields, price: { per_day: 30_000, per_tonne: 600 } }),
    daylight: ofOthers(0, (stop) => ({ ...stop, daylight: 'civil' })),
    lines: ofOthers(1, ({ lat, lon, ...stop }) => ({
      ...stop,
      ...{
        line: [
          [lat, lon],
          [lat + 0.05, lon + 0.1],
        ],
        speed_kn: 5,
      },
    })),
    bunkers: (fields) => ({ ...ofOthers(1, (stop) => ({ ...stop, refuel: 'full' }))(fields), ...bunkers }),
  };
}

interface Measured {
  readonly ms: number;
  /** Null where there is no such voyage. */
  readonly plan: VoyagePlan | null;
}

export function measureCombinations(): Figure[] {
  const compiled = sampleSea();
  const sea = openMesh(compiled);
  const measured = ([start, end]: readonly LatLon[], fields: Fields): Measured => {
    const ends = { start_lat: start!.lat, start_lon: start!.lon, end_lat: end!.lat, end_lon: end!.lon };
    const { voyage } = routeRequest.parse({ ...ends, departure: DEPARTURE, ...fields });
    const mesh = openMesh(compiled); // that has seen no request
    let plan: VoyagePlan | null = null;
    const ms = processorMilliseconds(() => {
      try {
        plan = planVoyage(mesh, { start: start!, end: end!, vehicle: sda, voyage }, { certificate: true });
      } catch (error) {
        if (!(error instanceof Impossible || error instanceof ImpossibleOnMesh)) throw error;
      }
    });
    return { ms, plan };
  };
  const rows = SEEDS.flatMap((seed) => {
    const random = randomNumbers(seed);
    const [first, ...others] = placesOn(sea, PLACES, seed) as [LatLon, ...LatLon[]];
    const near = others.filter((place) => haversineNm(first, place) < NEAR_NM);
    const places = [first, ...near.slice(0, 4 + Math.floor(4 * random()))];
    const stops = places.slice(2).map((place, k) => ({ ...place, name: `S${k}`, stay_hours: 2 }));
    const alone: Fields = { stops, stop_order: 'best' };
    const { ms, plan } = measured(places, alone);
    if (!plan) return [];
    const { track } = plan.routes[0]!;
    const tonnes = plan.routes[1]!.track.consumption!.at(-1)!;
    const parts = partsOf(places, seed, 24 * track.timeDays.at(-1)!, tonnes);
    const left = Object.keys(parts);
    const drawn = Array.from({ length: PARTS }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
    const dearest = Math.max(ms, ...drawn.map((part) => measured(places, parts[part]!(alone)).ms));
    const all = measured(
      places,
      drawn.reduce((fields, part) => parts[part]!(fields), alone),
    );
    const what = `${stops.length} stops, ${drawn.join(', ')}`;
    return [{ seed, what, ms: all.ms, ratio: all.ms / dearest, gap: all.plan && widestGap(all.plan) }];
  });
  console.log('\nCombinations, multiples of the dearest part alone');
  printTable(
    ['seed', 'request', 's', 'ratio', 'gap %'],
    rows.map(({ seed, what, ms, ratio, gap }) => [
      ...[String(seed), what, (ms / 1000).toFixed(2), ratio.toFixed(1), gap?.toFixed(3) ?? 'no voyage'],
    ]),
  );
  return [
    {
      what: 'combinations, the dearest beside its parts',
      unit: '',
      measured: Math.max(...rows.map(({ ratio }) => ratio)),
      goal: GOAL,
    },
    {
      what: 'combinations, proved gap',
      unit: '%',
      measured: Math.max(...rows.map(({ gap }) => gap ?? 0)),
      goal: PROVED_PERCENT,
    },
  ];
}
