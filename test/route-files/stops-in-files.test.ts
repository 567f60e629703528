import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { readXml } from '../../lib/files/xml.ts';
import { type RouteFileFormat, rtzVersions } from '../../lib/route-files/format-types.ts';
import { type RouteFileOptions, writeRouteFile } from '../../lib/route-files/formats.ts';
import { passagePlan } from '../../lib/route-files/passage-plan.ts';
import type { ReadRoute } from '../../lib/route-files/read-route.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import type { RouteEntry } from '../../lib/route-files/route-entry.ts';
import { buildRouteDocument } from '../../lib/routes/route-document.ts';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import { hasReference, skipped } from '../engine/reference.ts';
import { gridMesh } from '../local/grid-mesh.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';
import { schemaErrors } from './schema-errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: parsed XML and JSON, whose parts the tests name
type Parsed = any;

const departure = new Date('2026-11-21T10:00:00Z');
/** Ten knots; with a closed cell in the middle, so that legs turn at places that are no stops. */
const sea = gridMesh({
  latMin: -64,
  columns: 5,
  rows: 4,
  speedKmh: 18.52,
  isOpen: (lat, lon) => lat !== -61.5 || lon !== -57.5,
});
const mesh = openMesh(compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(sea))).source));

function planned(stops: readonly object[], end = { lat: -61.5, lon: -55.5 }): RouteEntry {
  const start = { lat: -61.5, lon: -59.5 };
  const request = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon, stops };
  const { voyage } = routeRequest.parse({ ...request, departure: departure.toISOString() });
  const asked = { start, end, startName: 'Pier', endName: 'Quay', vehicle: null, voyage };
  const plan = planVoyage(mesh, asked, {});
  const bounds = { latMin: -64, latMax: -60, lonMin: -60, lonMax: -55 };
  const about = { name: 'sea', bounds, validDateStart: null, validDateEnd: null, missingDataSources: [] };
  const { routes } = buildRouteDocument({
    plan,
    mesh: { ...about, consumption: mesh.consumption },
    startName: asked.startName,
    endName: asked.endName,
    departure: departure.toISOString(),
    planned: { mesh, ...asked },
    now: new Date(0),
  });
  return routes[0] as RouteEntry;
}

const stations = [
  { name: 'Mooring', lat: -60.5, lon: -57.5, stay_hours: 30 },
  { name: 'Buoy', lat: -63.5, lon: -57.5 },
  { name: 'CTD 1', lat: -61.5, lon: -56.5, stay_hours: 1.5, not_before: '2026-11-25T10:00Z' },
];
const entry = planned(stations);

const write = (format: RouteFileFormat, options: Partial<RouteFileOptions> = {}, route = entry) =>
  writeRouteFile(route, format, { points: 'sailing', departure: null, rtzVersion: '1.0', ...options }).text;

describe.each(['sailing', 'all'] as const)('the passage of a voyage, %s points', (points) => {
  const { waypoints } = passagePlan(entry, { points, departure: null });
  const stops = waypoints.filter(({ isStop }) => isStop);

  it('has one waypoint at each stop, named as it, with its times', () => {
    expect(waypoints.length).toBeGreaterThan(stops.length + 2);
    expect(stops.map(({ name, lat, lon }) => ({ name, lat, lon }))).toEqual(
      stations.map(({ name, lat, lon }) => ({ name, lat, lon })),
    );
    for (const [k, { eta, etd, days, stayHours }] of stops.entries()) {
      const { arrives_days, leaves_days } = entry.stops![k + 1]!;
      // sailing waypoints take a little longer than the path
      expect(days).toBeCloseTo(arrives_days, 2);
      expect(stayHours).toBeCloseTo(24 * (leaves_days - arrives_days), 1);
      expect(etd!.getTime() - eta!.getTime()).toBeCloseTo(3_600_000 * stayHours, -1);
    }
  });

  it('adds up: each leg starts when the vessel leaves', () => {
    const days = waypoints.slice(1).reduce((sum, { speedKnots }, k) => {
      const { stayHours, distanceNm } = waypoints[k]!;
      expect(speedKnots).toBeCloseTo(10, 1);
      return sum + stayHours / 24 + distanceNm! / speedKnots! / 24;
    }, 0);
    expect(waypoints.at(-1)!.days).toBeCloseTo(days, 6);
  });
});

const surveyed = planned([
  {
    name: 'Section',
    line: [
      [-60.5, -58.5],
      [-60.5, -56.5],
    ],
    stay_hours: 1,
    stay_after_hours: 2,
  },
]);

it.each(['rtz', 's421', 'csv', 'gpx', 'geojson', 'kml'] as const)(
  '%s has a stay at the end of work as one of that place, where it was a leg of no length',
  (format) => {
    const { waypoints, stayHours } = readRouteFile(write(format, {}, surveyed)).routes[0]!;
    expect(stayHours).toBeCloseTo(3, 3);
    const ends = waypoints.filter(({ lat, lon }) => lat === -60.5 && lon === -56.5);
    expect(ends).toEqual([expect.objectContaining({ stayHours: expect.closeTo(2, 3) })]);
  },
);

it('the path of a route document is read with its stays and waits, which are vertices of one place', () => {
  const { path } = entry;
  const [{ days, stayHours, waypoints }] = readRouteFile(JSON.stringify(path)).routes as [ReadRoute];
  const { traveltime, coordinates } = { ...path.features[0]!.properties, ...path.features[0]!.geometry };
  const stays = coordinates.flatMap(([lon, lat], k) =>
    k > 0 && lon === coordinates[k - 1]![0] && lat === coordinates[k - 1]![1]
      ? [24 * (traveltime[k]! - traveltime[k - 1]!)]
      : [],
  );
  expect(stays.length).toBeGreaterThan(0);
  expect(waypoints).toHaveLength(coordinates.length - stays.length);
  expect(stayHours).toBeCloseTo(
    stays.reduce((sum, hours) => sum + hours, 0),
    9,
  );
  expect(days).toBeCloseTo(traveltime.at(-1)!, 9);
});

describe('files of a voyage', () => {
  it.each(['rtz', 's421', 'csv', 'gpx', 'geojson', 'kml'] as const)('%s is read with its stays', (format) => {
    const { waypoints: plan } = passagePlan(entry, { points: 'sailing', departure: null });
    const [{ days, stayHours, waypoints }] = readRouteFile(write(format)).routes as [ReadRoute];
    expect(stayHours).toBeCloseTo(
      plan.reduce((sum, waypoint) => sum + waypoint.stayHours, 0),
      2,
    );
    expect(waypoints.find(({ name }) => name === 'Mooring')!.stayHours).toBeCloseTo(30, 2);
    expect(days! - stayHours / 24).toBeGreaterThan(0);
  });

  it.each(rtzVersions)(
    'RTZ %s has the stays without a departure, as far as it has room for them',
    async (rtzVersion) => {
      const { departure: _, ...timeless } = planned([
        { name: 'CTD 2', lat: -63.5, lon: -57.5, stay_hours: 1.5 },
        stations[0]!,
      ]);
      const text = write('rtz', { rtzVersion }, timeless);
      if (hasReference) {
        expect(await schemaErrors([text], `rtz_${rtzVersion.replace('.', '_')}.xsd`)).toEqual([]);
      }
      const [{ waypoints, days }] = readRouteFile(text).routes as [ReadRoute];
      const of = (name: string) => waypoints.find((each) => each.name === name)!;
      expect(of('CTD 2').stayHours).toBe(1.5);
      expect(of('Mooring').stayHours).toBe(rtzVersion === '1.0' ? undefined : 30);
      expect(of('Mooring').time).toBeUndefined();
      expect(days).toBeGreaterThan(0);
    },
  );

  it('S-421 has the stays without a departure, in an extension', () => {
    const { departure: _, ...timeless } = planned(stations.slice(0, 2));
    const [{ waypoints, stayHours }] = readRouteFile(write('s421', {}, timeless)).routes as [ReadRoute];
    const { stayHours: own, time } = waypoints.find(({ name }) => name === 'Mooring')!;
    expect([own, stayHours, time]).toEqual([30, 30, undefined]);
    expect(write('s421')).not.toContain('Extensions');
  });

  it.each(rtzVersions)('RTZ %s has arrival, departure and stay at the stops', (rtzVersion) => {
    const { route } = readXml(write('rtz', { rtzVersion })) as { route: Parsed };
    const { calculated } = route.schedules.schedule;
    const elements = calculated[rtzVersion === '1.0' ? 'sheduleElement' : 'scheduleElement'];
    const ids = route.waypoints.waypoint.map((one: Parsed) => one['@id']);
    expect(elements.map((one: Parsed) => one['@waypointId'])).toEqual(ids);
    const of = (name: string) =>
      elements[route.waypoints.waypoint.findIndex((one: Parsed) => one['@name'] === name)];
    const [mooring, buoy, ctd] = ['Mooring', 'Buoy', 'CTD 1'].map(of);
    expect(of('Pier')).toEqual({ '@waypointId': '1', '@etd': '2026-11-21T10:00:00Z' });
    expect(Date.parse(mooring['@etd']) - Date.parse(mooring['@eta'])).toBe(30 * 3_600_000);
    expect(mooring['@stay']).toBe(rtzVersion === '1.0' ? undefined : 'PT30H0M0S');
    expect(buoy['@stay']).toBe(rtzVersion === '1.0' ? '00:00:00' : 'PT0H0M0S');
    expect(buoy['@etd']).toBe(buoy['@eta']);
    // it waits until ten o'clock, and then stays
    expect(Math.abs(Date.parse(ctd['@etd']) - Date.parse('2026-11-25T11:30Z'))).toBeLessThan(600_000);
  });

  it('CSV has a line for each, with stay and departure', () => {
    const [header, ...lines] = write('csv').trimEnd().split('\r\n');
    expect(header).toMatch(/,eta_utc,stay_hours,etd_utc$/);
    expect(lines.filter((line) => line.includes(',Mooring,'))).toHaveLength(1);
    expect(lines.find((line) => line.includes(',Mooring,'))).toMatch(/,30\.000,2026-11-\d\dT[\d:]+Z$/);
    expect(lines.find((line) => line.includes(',Buoy,'))).toMatch(/,0\.000,2026-11-\d\dT[\d:]+Z$/);
    expect(lines.at(-1)).toMatch(/Z,,$/);
  });

  it('GeoJSON, GPX and KML name them, and how long the vessel stays', () => {
    const { features } = JSON.parse(write('geojson'));
    const mooring = features.find((one: Parsed) => one.properties.name === 'Mooring');
    expect(mooring.geometry.coordinates).toEqual([-57.5, -60.5]);
    expect(mooring.properties.stay_hours).toBe(30);
    expect(Date.parse(mooring.properties.etd) - Date.parse(mooring.properties.eta)).toBe(30 * 3_600_000);
    const { gpx } = readXml(write('gpx')) as { gpx: Parsed };
    const point = gpx.rte.rtept.find(({ name }: Parsed) => name === 'Mooring');
    expect(point).toMatchObject({
      type: 'Stop',
      desc: expect.stringMatching(/^Stay: 30 hours until 2026-11-2\dT[\d:]+Z\. Next: course/),
    });
    const { kml } = readXml(write('kml')) as { kml: Parsed };
    const placemark = kml.Document.Placemark.find(({ name }: Parsed) => name === 'Mooring');
    const [, eta, etd] = /min \((.*Z)\), stays 30 hours until (.*Z)$/.exec(placemark.description)!;
    expect(Date.parse(etd!) - Date.parse(eta!)).toBe(30 * 3_600_000);
    expect(eta).toBe(point.time);
  });

  it.skipIf(!hasReference)(`are valid by the schemas of their formats${skipped}`, async () => {
    const atEnds = planned([
      { name: 'At the pier', lat: -61.5, lon: -59.5, stay_hours: 2 },
      { name: 'At the quay', lat: -61.5, lon: -55.5, stay_hours: 25 },
    ]);
    for (const route of [entry, atEnds]) {
      const [gpx, ...rtz] = [
        write('gpx', {}, route),
        ...rtzVersions.map((rtzVersion) => write('rtz', { rtzVersion }, route)),
      ];
      expect(await schemaErrors([gpx], 'gpx_1_1.xsd')).toEqual([]);
      for (const [k, version] of rtzVersions.entries()) {
        expect(await schemaErrors([rtz[k]!], `rtz_${version.replace('.', '_')}.xsd`)).toEqual([]);
      }
    }
  });
});

describe('stops at one place', () => {
  const pier = { lat: -61.5, lon: -59.5 };
  const namesAndStays = (route: RouteEntry) =>
    passagePlan(route, { points: 'sailing', departure: null }).waypoints.map(({ name, stayHours }) => [
      name,
      Math.round(100 * stayHours) / 100,
    ]);

  it('are one waypoint; at an end they are one beside it', () => {
    const here = { lat: -60.5, lon: -57.5 };
    const route = planned(
      [
        { name: 'Fuel', ...pier, stay_hours: 2 },
        { name: 'A', ...here, stay_hours: 1 },
        { name: 'B', ...here },
        { name: 'C', ...here, stay_hours: 3 },
        { name: 'Stores', ...pier, stay_hours: 4 },
      ],
      pier,
    );
    expect(namesAndStays(route)).toEqual([
      ['Pier', 0],
      ['Fuel', 2],
      ['A, B, C', 4],
      ['Stores', 4],
      ['Quay', 0],
    ]);
  });

  it('without a stay share the name of an end', () => {
    const route = planned(
      [
        { name: 'Wave', ...pier },
        { name: 'Call', ...pier },
      ],
      pier,
    );
    expect(namesAndStays(route)).toEqual([
      ['Pier, Wave, Call', 0],
      ['Quay', 0],
    ]);
  });
});
