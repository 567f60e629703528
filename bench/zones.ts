/** The goals for zones: what requests with zones cost, as multiples of the same requests without. */
import { readFileSync } from 'node:fs';
import { compileMesh } from '../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../lib/engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../lib/engine/mesh/mesh.ts';
import { buildRouteDocument } from '../lib/routes/route-document.ts';
import { routeRequest } from '../lib/routes/route-request.ts';
import { planVoyage } from '../lib/voyage/plan-voyage.ts';
import type { Zone } from '../lib/zones/zone.ts';
import { randomNumbers } from '../test/engine/random-mesh.ts';
import { type ReferenceRoute, referenceRoutes, referenceSource } from '../test/engine/reference.ts';
import { clearOfEnds, starZone, zonesOn } from '../test/zones/areas.ts';
import type { Figure } from './goals.ts';
import { median, processorMilliseconds } from './statistics.ts';

const MESH = 'weddell-sea-8k';
const RUNS = 3;
const description = {
  name: MESH,
  validDateStart: '2024-01-01',
  validDateEnd: '2024-01-03',
  bounds: { latMin: -90, latMax: 90, lonMin: -180, lonMax: 180 },
  consumption: 'fuel',
  missingDataSources: [],
} as const;

/** With certificates and the document, as the service answers. */
export function measureZones(): Figure[] {
  const compiled = compileMesh(referenceSource(MESH));
  const mesh = openMesh(compiled);
  const pairs = referenceRoutes(MESH).filter(({ objective }) => objective === 'traveltime');
  const plan = (on: Mesh, { start, end }: ReferenceRoute, zones: Zone[]) => {
    const ends = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
    const { voyage } = routeRequest.parse({ ...ends, zones });
    const planned = planVoyage(on, { start, end, vehicle: null, voyage }, { certificate: true });
    buildRouteDocument({
      plan: planned,
      mesh: description,
      planned: { vehicle: null, mesh: planned.mesh ?? on },
      now: new Date(description.validDateEnd),
    });
    return planned;
  };
  const timed = (act: () => unknown) =>
    median(Array.from({ length: RUNS }, () => processorMilliseconds(act)));
  const ends = pairs.flatMap(({ start, end }) => [start, end]);
  const twenty = zonesClearOf(20, 100, 60, ends);
  const shipped = antarctic();
  const inTheWay = zonesOn(
    pairs.map((pair) => plan(mesh, pair, []).routes[0]!.track),
    ends,
  );
  /** On a mesh that has seen no zones, or has seen them on the way of another pair. */
  const timedAnew = (pair: ReferenceRoute, zones: Zone[], other?: ReferenceRoute) =>
    median(
      Array.from({ length: RUNS }, () => {
        const fresh = openMesh(compiled);
        if (other) plan(fresh, other, zones);
        return processorMilliseconds(() => plan(fresh, pair, zones));
      }),
    );
  const ratios = pairs.map((pair, k) => {
    const other = pairs[(k + 1) % pairs.length]!;
    plan(mesh, pair, []);
    const plain = timed(() => plan(mesh, pair, []));
    plan(mesh, pair, inTheWay);
    return {
      first: timedAnew(pair, twenty) / plain,
      other: timedAnew(pair, twenty, other) / plain,
      wayFirst: timedAnew(pair, inTheWay) / plain,
      wayOther: timedAnew(pair, inTheWay, other) / plain,
      waySame: timed(() => plan(mesh, pair, inTheWay)) / plain,
      shipped: timedAnew(pair, shipped, other) / plain,
    };
  });
  const large = zonesClearOf(3, 16_665, 100, ends);
  const of = (name: keyof (typeof ratios)[0]) => median(ratios.map((each) => each[name]));
  return [
    { what: 'twenty zones of 100 points, first time', unit: '', measured: of('first'), goal: 3 },
    { what: 'twenty zones of 100 points, another route', unit: '', measured: of('other'), goal: 1.2 },
    { what: 'twenty strewn on the routes, first time', unit: '', measured: of('wayFirst'), goal: 3 },
    { what: 'twenty strewn on the routes, another route', unit: '', measured: of('wayOther'), goal: 1.2 },
    { what: 'twenty strewn on the routes, the same again', unit: '', measured: of('waySame'), goal: 1.2 },
    { what: 'the 23 shipped areas', unit: '', measured: of('shipped'), goal: 1.3 },
    {
      what: '50,000 points, first time',
      unit: 's',
      measured: processorMilliseconds(() => plan(openMesh(compiled), pairs[0]!, large)) / 1000,
      goal: 5,
    },
  ];
}

/** So many closed zones that no end lies in. */
function zonesClearOf(count: number, points: number, largestKm: number, ends: readonly LatLon[]): Zone[] {
  return clearOfEnds(starZones(2 * count, points, largestKm), ends).slice(0, count);
}

/** Closed zones with ragged borders, over the mesh. */
function starZones(count: number, points: number, largestKm: number): Zone[] {
  const random = randomNumbers(7);
  return Array.from({ length: count }, (_, k) => {
    const [lat, lon] = [-50 - 25 * random(), -65 + 55 * random()] as const;
    return starZone(`${k}`, { lat, lon, radius: (0.2 + 0.8 * random()) * largestKm, points }, random);
  });
}

function antarctic(): Zone[] {
  const file = new URL('../lib/zones/antarctic.geojson', import.meta.url);
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { properties: Pick<Zone, 'name' | 'kind'>; geometry: Zone['geometry'] }[];
  };
  return features.map(({ properties: { name, kind }, geometry }) => ({ name, kind, geometry }));
}
