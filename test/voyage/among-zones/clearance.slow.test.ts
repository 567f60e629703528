/** Proofs among the many small cells, of every shape, that zones and a clearance leave on the way. */
import { expect, it } from 'vitest';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { hasReference, referenceMesh, referenceRoutes, skipped } from '../../engine/reference.ts';
import { OBLIQUE, zonesOn } from '../../zones/areas.ts';

const MESH = 'weddell-sea-8k';

it.skipIf(!hasReference)(`the proof beside zones with a clearance is as narrow as without${skipped}`, () => {
  const pairs = referenceRoutes(MESH).filter(({ objective }) => objective === 'traveltime');
  const plan = ({ start, end }: (typeof pairs)[number], fields: object, certificate = true) => {
    const ends = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
    const { voyage } = routeRequest.parse({ ...ends, ...fields });
    return planVoyage(referenceMesh(MESH), { start, end, vehicle: null, voyage }, { certificate });
  };
  const tracks = pairs.map((pair) => plan(pair, {}, false).routes[0]!.track);
  const ends = pairs.flatMap(({ start, end }) => [start, end]);
  const zones = zonesOn(tracks, ends);
  expect(zones).toHaveLength(20);
  for (const pair of pairs) {
    for (const { objective, optimality } of plan(pair, { zones, clearance_nm: 5 }).routes) {
      expect(optimality!.gapPercent, `${pair.pair} ${objective}`).toBeLessThanOrEqual(1);
    }
  }
});

it.skipIf(!hasReference)(`the proof beside a slow zone with oblique borders is narrow${skipped}`, () => {
  const [start, end] = [
    { lat: -54.5, lon: -36 },
    { lat: -51.9, lon: -57 },
  ];
  const zone = {
    name: 'Slow',
    kind: 'speed_limit',
    max_speed_kn: 3,
    geometry: OBLIQUE,
  };
  const { voyage } = routeRequest.parse({
    start_lat: start.lat,
    start_lon: start.lon,
    end_lat: end.lat,
    end_lon: end.lon,
    zones: [zone],
  });
  const asked = { start, end, vehicle: null, voyage };
  for (const { optimality } of planVoyage(referenceMesh(MESH), asked, { certificate: true }).routes) {
    expect(optimality!.gapPercent).toBeLessThan(0.2);
  }
});
