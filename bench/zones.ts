/** The goals for zones: what requests with zones cost, as multiples of the same requests without. */
import { readFileSync } from 'node:fs';
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import type { Track } from '../lib/engine/path/track.ts';
import { routeRequest } from '../lib/routes/route-request.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import { closedZoneFault } from '../lib/zones/point-in-zone.ts';
import type { Zone } from '../lib/zones/zone.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { type ReferenceRoute, referenceRoutes, referenceSource } from '../test/engine/reference.ts';
import type { Figure } from './goals.ts';
import { median, processorMilliseconds } from './statistics.ts';

const MESH = 'weddell-sea-8k';
const RUNS = 3;
const KM_PER_DEGREE = 111.2;

/** With certificates, as the service plans. */
export function measureZones(): Figure[] {
  const compiled = compileMesh(referenceSource(MESH));
  const mesh = openMesh(compiled);
  const pairs = referenceRoutes(MESH).filter(({ objective }) => objective === 'traveltime');
  const plan = (on: Mesh, { start, end }: ReferenceRoute, zones: Zone[]) => {
    const ends = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
    const { voyage } = routeRequest.parse({ ...ends, zones });
    return planVoyage(on, { start, end, vehicle: null, voyage }, { certificate: true });
  };
  const timed = (act: () => unknown) =>
    median(Array.from({ length: RUNS }, () => processorMilliseconds(act)));
  const twenty = zonesClearOf(20, 100, 60, pairs);
  const shipped = antarctic();
  const inTheWay = zonesOn(
    pairs.map((pair) => plan(mesh, pair, []).routes[0]!.track),
    pairs,
  );
  const ratios = pairs.map((pair) => {
    plan(mesh, pair, []);
    const plain = timed(() => plan(mesh, pair, []));
    const first = timed(() => plan(openMesh(compiled), pair, twenty));
    plan(mesh, pair, twenty);
    const again = timed(() => plan(mesh, pair, twenty));
    const wayFirst = timed(() => plan(openMesh(compiled), pair, inTheWay));
    plan(mesh, pair, inTheWay);
    const wayAgain = timed(() => plan(mesh, pair, inTheWay));
    plan(mesh, pair, shipped);
    return {
      first: first / plain,
      again: again / plain,
      wayFirst: wayFirst / plain,
      wayAgain: wayAgain / plain,
      shipped: timed(() => plan(mesh, pair, shipped)) / plain,
    };
  });
  const large = zonesClearOf(3, 16_665, 100, pairs);
  const of = (name: keyof (typeof ratios)[0]) => median(ratios.map((each) => each[name]));
  return [
    { what: 'twenty zones of 100 points, first time', unit: '', measured: of('first'), goal: 3 },
    { what: 'twenty zones of 100 points, again', unit: '', measured: of('again'), goal: 1.2 },
    { what: 'twenty strewn on the routes, first time', unit: '', measured: of('wayFirst'), goal: 3 },
    { what: 'twenty strewn on the routes, again', unit: '', measured: of('wayAgain'), goal: 1.2 },
    { what: 'the 23 shipped areas', unit: '', measured: of('shipped'), goal: 1.3 },
    {
      what: '50,000 points, first time',
      unit: 's',
      measured: processorMilliseconds(() => plan(openMesh(compiled), pairs[0]!, large)) / 1000,
      goal: 5,
    },
  ];
}

/** Twenty closed zones of 100 points on the fastest routes. */
function zonesOn(tracks: readonly Track[], pairs: readonly ReferenceRoute[]): Zone[] {
  const random = randomNumbers(3);
  return clearOfEnds(
    Array.from({ length: 40 }, (_, k) => {
      const { coordinates, distanceM } = tracks[k % tracks.length]!;
      const at = (0.1 + 0.8 * random()) * distanceM.at(-1)!;
      const [lon, lat] = coordinates[distanceM.findIndex((metres) => metres >= at)]!;
      return starZone(`${k}`, { lat, lon, radius: (0.2 + 0.8 * random()) * 40, points: 100 }, random);
    }),
    pairs,
  ).slice(0, 20);
}

function clearOfEnds(zones: readonly Zone[], pairs: readonly ReferenceRoute[]): Zone[] {
  const ends = pairs.flatMap(({ start, end }) => [start, end]).map((at) => ({ what: 'end', ...at }));
  return zones.filter((zone) => !closedZoneFault(ends, [zone]));
}

/** So many closed zones that no end lies in. */
function zonesClearOf(
  count: number,
  points: number,
  largestKm: number,
  pairs: readonly ReferenceRoute[],
): Zone[] {
  return clearOfEnds(starZones(2 * count, points, largestKm), pairs).slice(0, count);
}

/** Closed zones with ragged borders, over the mesh. */
function starZones(count: number, points: number, largestKm: number): Zone[] {
  const random = randomNumbers(7);
  return Array.from({ length: count }, (_, k) => {
    const [lat, lon] = [-50 - 25 * random(), -65 + 55 * random()] as const;
    return starZone(`${k}`, { lat, lon, radius: (0.2 + 0.8 * random()) * largestKm, points }, random);
  });
}

/** @param at its middle, its radius in km, and its number of points */
function starZone(
  name: string,
  { lat, lon, radius, points }: { lat: number; lon: number; radius: number; points: number },
  random: () => number,
): Zone {
  const scale = Math.cos((lat * Math.PI) / 180);
  const ring = Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    const km = radius * (1 - (5 * random()) / points);
    return [
      lon + (km * Math.cos(angle)) / KM_PER_DEGREE / scale,
      lat + (km * Math.sin(angle)) / KM_PER_DEGREE,
    ];
  });
  return { name, kind: 'closed', geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } };
}

function antarctic(): Zone[] {
  const file = new URL('../lib/zones/antarctic.geojson', import.meta.url);
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { properties: Pick<Zone, 'name' | 'kind'>; geometry: Zone['geometry'] }[];
  };
  return features.map(({ properties: { name, kind }, geometry }) => ({ name, kind, geometry }));
}
