/**
 * What the parts of a voyage cost together, as multiples of twelve stops in their best order without zones: a vehicle with
 * speeds to choose on the sample sea, among closed boxes of half a degree and speed limits, strewn by a seeded generator.
 */
import { gunzipSync } from 'node:zlib';
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import { parseMesh } from '../lib/meshes/read/parse-mesh.ts';
import { routeRequest } from '../lib/routes/route-request.ts';
import { generateSampleMeshes } from '../lib/sample-mesh/sample-mesh.ts';
import { vesselOf } from '../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import type { VoyagePlan } from '../lib/voyage/voyage-route.ts';
import type { Zone } from '../lib/zones/zone.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { sda } from '../test/vessel/vehicles.ts';
import { boxPolygon } from '../test/zones/areas.ts';
import type { Figure } from './goals.ts';
import { median, printTable, processorMilliseconds } from './statistics.ts';
import { placesOn } from './voyages.ts';

const RUNS = 3;
const STOPS = 12;
const CLOSED = 20;
const LIMITS = 19;
/** Degrees of latitude and longitude, of a box. */
const SIZE = 0.5;
const LIMIT_KN = 8;
const PROVED_PERCENT = 0.2;

/** Compiled, for the vehicle. */
export function sampleSea(): Uint8Array {
  const file = generateSampleMeshes().meshes.find(({ name }) => name.includes('.env.'))!;
  return compileMesh(meshForVessel(vesselOf(sda), parseMesh(gunzipSync(file.gzip)).source));
}

/** Boxes near random points between the places, so that they are met; none on a place, or on another: where there is no room, further off. */
export function strewn(places: readonly LatLon[], seed: number): Zone[] {
  const random = randomNumbers(seed);
  const zones: Zone[] = [];
  const middles: LatLon[] = [];
  for (let tries = 0; zones.length < CLOSED + LIMITS; tries++) {
    const wide = 1 + Math.floor(tries / 1000);
    const [a, b] = [0, 1].map(() => places[Math.floor(random() * places.length)]!) as [LatLon, LatLon];
    const part = random();
    const at = {
      lat: a.lat + part * (b.lat - a.lat) + 4 * wide * (random() - 0.5),
      lon: a.lon + part * (b.lon - a.lon) + 6 * wide * (random() - 0.5),
    };
    const isClear = ({ lat, lon }: LatLon) =>
      Math.abs(at.lat - lat) > 1.2 * SIZE || Math.abs(at.lon - lon) > 1.2 * SIZE;
    if (![...places, ...middles].every(isClear)) continue;
    middles.push(at);
    const [west, south] = [at.lon - SIZE / 2, at.lat - SIZE / 2];
    const geometry = boxPolygon(west, south, west + SIZE, south + SIZE);
    const kind = zones.length < CLOSED ? 'closed' : 'speed_limit';
    zones.push({
      name: `${kind} ${zones.length}`,
      kind,
      geometry,
      ...(kind === 'speed_limit' && { max_speed_kn: LIMIT_KN }),
    });
  }
  return zones;
}

/** The widest of all gaps that a plan states. */
export const widestGap = ({ routes, tradeOff = [] }: VoyagePlan): number =>
  Math.max(
    ...routes.map(({ optimality }) => optimality?.gapPercent ?? Infinity),
    ...tradeOff.map(({ gapPercent }) => gapPercent ?? Infinity),
  );

/** What a voyage takes. @param mesh that has seen no request  @throws what planVoyage throws */
export function measureVoyage(mesh: Mesh, [start, end]: readonly [LatLon, LatLon], fields: object) {
  const { voyage } = routeRequest.parse({
    ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
    ...fields,
  });
  let plan: VoyagePlan;
  const ms = processorMilliseconds(() => {
    plan = planVoyage(mesh, { start, end, vehicle: sda, voyage }, { certificate: true });
  });
  return { ms, plan: plan! };
}

export function measureTogether(): Figure[] {
  const compiled = sampleSea();
  const [start, end, ...stops] = placesOn(openMesh(compiled), STOPS + 2, 4) as [LatLon, LatLon, ...LatLon[]];
  const zones = strewn([start, end, ...stops], 11);
  const [closed, limits] = [zones.slice(0, CLOSED), zones.slice(CLOSED)];
  const best = { stops, stop_order: 'best' };
  const measured = (fields: object) => {
    const { ms, plan } = measureVoyage(openMesh(compiled), [start, end], fields);
    return { ms, gap: widestGap(plan) };
  };
  const rows: [what: string, fields: object, goal?: number][] = [
    ['12 stops in their best order', best],
    ['… in the given order', { stops }],
    ['given order, 20 closed zones', { stops, zones: closed }],
    ['given order, 19 speed limits', { stops, zones: limits }],
    ['given order, all 39 zones', { stops, zones }, 6],
    ['best order, 39 zones', { ...best, zones }, 10],
    ['best order, 39 zones, 5 NM', { ...best, zones, clearance_nm: 5 }, 14],
    ['best order, 39 zones, 5 NM, trade-off of 9', { ...best, zones, clearance_nm: 5, trade_off: 9 }, 60],
  ];
  measured(best);
  const results = rows.map(([what, fields, goal], k) => {
    const runs = Array.from({ length: k < 2 ? RUNS : 1 }, () => measured(fields));
    return { what, goal, ms: median(runs.map(({ ms }) => ms)), gap: runs[0]!.gap };
  });
  const base = results[0]!.ms;
  console.log('\nTogether, multiples of twelve stops in their best order');
  printTable(
    ['request', 's', 'ratio', 'gap %'],
    results.map(({ what, ms, gap }) => [
      what,
      (ms / 1000).toFixed(2),
      (ms / base).toFixed(1),
      gap.toFixed(3),
    ]),
  );
  return results.flatMap(({ what, goal, ms, gap }) =>
    goal === undefined
      ? []
      : [
          { what, unit: '', measured: ms / base, goal } as const,
          { what: `${what}, proved gap`, unit: '%', measured: gap, goal: PROVED_PERCENT } as const,
        ],
  );
}
