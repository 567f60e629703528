import { describe, expect, it } from 'vitest';
import { writeRouteFile } from '../../lib/route-files/formats.ts';
import { MAX_POINTS } from '../../lib/route-files/read-route.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { routeEntry, southward } from './route-entry.ts';

const options = { points: 'sailing', departure: null, rtzVersion: '1.0' } as const;
describe('reading back what was written', () => {
  it('keeps names with markup, and other scripts', () => {
    const route = routeEntry(southward, { startName: '<b>"Ny" & Ålesund</b>', endName: 'Баренцбург' });
    const { waypoints } = readRouteFile(writeRouteFile(route, 'rtz', options).text).routes[0]!;
    expect(waypoints[0]!.name).toBe('<b>"Ny" & Ålesund</b>');
    expect(waypoints[2]!.name).toBe('Баренцбург');
  });

  it('keeps characters that other programs write by their numbers', () => {
    const text = `<gpx><rte><name>Ny-&#xC5;lesund &#8594; &#1041;</name><rtept lat="1" lon="2"><name>&amp;#65;</name></rtept>
      <rtept lat="3" lon="4"/></rte></gpx>`;
    const [route] = readRouteFile(text).routes;
    expect(route).toMatchObject({ name: 'Ny-Ålesund → Б', waypoints: [{ name: '&#65;' }, { name: null }] });
    const rtz = `<route version="1.0"><routeInfo routeName="&#197;"/><waypoints>
      <waypoint id="1" name="B&#248;ye"><position lat="1" lon="2"/></waypoint>
      <waypoint id="2"><position lat="3" lon="4"/></waypoint></waypoints></route>`;
    expect(readRouteFile(rtz).routes[0]).toMatchObject({ name: 'Å', waypoints: [{ name: 'Bøye' }, {}] });
  });

  it('joins a GeoJSON line that was cut at the antimeridian', () => {
    const route = routeEntry([
      [178, -60],
      [-178, -60],
    ]);
    const { waypoints } = readRouteFile(writeRouteFile(route, 'geojson', options).text).routes[0]!;
    expect(waypoints.map(({ lon }) => lon)).toEqual([178, -178]);
  });
});

describe('other files', () => {
  it('reads a GPX track where there is no route, its segments joined', () => {
    const text = `<gpx><trk><name>Log</name><trkseg><trkpt lat="1" lon="2"/></trkseg>
      <trkseg><trkpt lat="3" lon="4"/></trkseg></trk></gpx>`;
    expect(readRouteFile(text).routes).toMatchObject([
      {
        name: 'Log',
        kind: 'track',
        waypoints: [
          { lat: 1, lon: 2, name: null },
          { lat: 3, lon: 4, name: null },
        ],
      },
    ]);
  });

  it('cuts a great-circle leg of an RTZ file into short pieces', () => {
    const waypoint = (id: number, lat: number, lon: number) =>
      `<waypoint id="${id}"><position lat="${lat}" lon="${lon}"/>${id > 1 ? '<leg geometryType="Orthodrome"/>' : ''}</waypoint>`;
    const text = `<route version="1.1"><routeInfo routeName="GC"/><waypoints>${waypoint(1, 60, 0)}${waypoint(2, 60, 20)}</waypoints></route>`;
    const { waypoints } = readRouteFile(text).routes[0]!;
    // a great circle of 9.96 degrees in pieces of at most 0.25, which rises to atan(tan 60° / cos 10°)
    expect(waypoints).toHaveLength(41);
    expect(waypoints[20]!.lat).toBeCloseTo(
      (Math.atan(Math.tan(Math.PI / 3) / Math.cos(Math.PI / 18)) * 180) / Math.PI,
      9,
    );
    expect(waypoints[20]!.lon).toBeCloseTo(10, 9);
  });

  it('reads a byte order mark, a Feature and a bare LineString', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4, 5],
      ],
    };
    const feature = { type: 'Feature', properties: { name: 'mine' }, geometry: line };
    expect(readRouteFile(`\ufeff${JSON.stringify(line)}`).routes[0]!.waypoints).toHaveLength(2);
    expect(readRouteFile(JSON.stringify(feature)).routes[0]!.name).toBe('mine');
  });
});

describe('the time under way of an RTZ file', () => {
  const rtz = (elements: string, leg = '') => {
    const waypoint = (id: number) =>
      `<waypoint id="${id}"><position lat="${id}" lon="0"/><leg geometryType="Loxodrome" ${leg}/></waypoint>`;
    const list = [0, 1, 2].map(waypoint).join('');
    const schedule = `<schedules><schedule id="1"><manual>${elements}</manual></schedule></schedules>`;
    const { routes, notes } = readRouteFile(
      `<route version="1.1"><waypoints>${list}</waypoints>${schedule}</route>`,
    );
    const { days, stayHours, waypoints } = routes[0]!;
    return { days, stayHours, first: waypoints[0], stays: waypoints.map((each) => each.stayHours), notes };
  };
  const element = (id: number, fields: string) => `<scheduleElement waypointId="${id}" ${fields}/>`;
  const hours = (nm: number, knots: number) => (nm * 6371.1) / 6366.707 / knots;

  it.each([
    ['PT5H30M', 5.5],
    ['P1DT2H', 26],
    ['PT90M', 1.5],
    ['PT1.5H', 1.5],
    ['P1W', 168],
    ['P', undefined],
    ['05:30:00', 5.5],
    ['-PT5H', undefined],
    ['soon', undefined],
  ])('has a stay of %s', (stay, expected) => {
    const { stays } = rtz(element(1, `eta="2026-11-20T10:00:00Z" stay="${stay}"`));
    expect(stays).toEqual([undefined, expected, undefined]);
  });

  it('says which stays were passed over', () => {
    expect(rtz(element(1, 'stay="soon"')).notes).toEqual([
      'Stays such as "soon" were passed over: they are no durations.',
    ]);
    expect(rtz(element(1, 'stay="PT0S"')).notes).toEqual([]);
  });

  it('believes arriving and leaving more than a stay', () => {
    const times = 'eta="2026-11-20T10:00:00Z" etd="2026-11-20T12:00:00Z" stay="PT5H"';
    expect(rtz(element(1, times)).stays[1]).toBe(2);
  });

  it('leaves the first waypoint when it says, and came there before its stay', () => {
    const { days, first } = rtz(
      element(0, 'etd="2026-11-20T10:00:00Z" stay="PT4H"') + element(2, 'eta="2026-11-21T10:00:00Z"'),
    );
    expect(first).toMatchObject({ time: '2026-11-20T06:00:00.000Z', stayHours: 4 });
    expect(days).toBe(1);
  });

  it('is that of the first schedule, and the notes tell how many there are', () => {
    const of = (hour: number) =>
      element(0, `etd="2026-11-20T0${hour}:00:00Z"`) + element(2, 'eta="2026-11-21T10:00:00Z"');
    const { days, notes } = rtz(`${of(4)}</manual></schedule><schedule id="2"><manual>${of(1)}`);
    expect(24 * days!).toBeCloseTo(30, 9);
    expect(notes).toEqual(['Of 2 schedules the first was read.']);
    expect(rtz(of(4)).notes).toEqual([]);
  });

  it('follows from the speeds of its legs where it has no times, stays included', () => {
    const [slow, fast] = [hours(60, 10), hours(60, 12)];
    const { days, stayHours } = rtz(element(1, 'speed="10" stay="PT6H"'), 'speedMax="12"');
    expect(stayHours).toBe(6);
    expect(24 * days!).toBeCloseTo(slow + fast + 6, 3);
    expect(rtz('', 'speedMax="0"').days).toBeNull();
    expect(rtz(element(1, 'speed="10"')).days).toBeNull();
    const ends = element(0, 'etd="2026-11-20T10:00:00Z"') + element(2, 'eta="2026-11-21T10:00:00Z"');
    expect(rtz(ends, 'speedMax="12"').days).toBe(1);
  });
});

describe('refused with a sentence', () => {
  const point = (lat: string, lon: string) => `<rtept lat="${lat}" lon="${lon}"/>`;
  const gpx = (...points: string[]) => `<gpx><rte>${points.join('')}</rte></gpx>`;
  it.each([
    ['', 'The file is empty.'],
    ['hello', 'Line 1 is no position: hello.'],
    ['{"type": "Feat', 'The file is not valid JSON: '],
    ['{"a": 1}', 'The file is JSON without a GeoJSON "type"'],
    [
      '{"type": "FeatureCollection", "features": []}',
      'The GeoJSON file has no route, no line and no points.',
    ],
    ['{"type": "FeatureCollection", "features": [null, 3]}', 'The GeoJSON file has no route'],
    ['{"type": "LineString", "coordinates": 3}', 'Feature 1 has coordinates that are no array.'],
    ['{"type": "LineString", "coordinates": [[1, 2], ["3", 4]]}', 'Position 2 of feature 1 is not'],
    ['<gpx><rte>', 'The file is not well-formed XML: line 1, not closed: gpx, rte'],
    ['<html></html>', 'The file is XML; what is read here is GPX, RTZ, S-421, KML, GeoJSON or text.'],
    ['<gpx></gpx>', 'The GPX file has no route, no line and no points.'],
    [gpx(point('1', '2')), 'A route needs two points, the file has 1.'],
    [gpx(point('1', '2'), point('91', '2')), 'The latitude of point 2 is not in −90…90.'],
    [gpx(point('1', '2'), point('1', '361')), 'The longitude of point 2 is not in −180…180, nor in 0…360.'],
    [gpx(point('1', '2'), point('-145', '60')), 'latitude and longitude look swapped'],
    [gpx(point('1', '2'), '<rtept lat="1"/>'), 'The longitude of point 2 is not in'],
    ['lat,lon,stay_hours\n1,2,\n2,3,1e300\n3,4,\n', 'The stay at point 2 is more than 10000 hours.'],
    [
      gpx(...Array(MAX_POINTS + 1).fill(point('1', '2'))),
      'The route has 10001 points; at most 10000 are read.',
    ],
    [
      '<!DOCTYPE x [<!ENTITY a "b">]><gpx/>',
      'The file has a DOCTYPE with declarations, which is not read: delete it.',
    ],
  ])('%.60s', (text, sentence) => {
    expect(() => readRouteFile(text)).toThrow(sentence);
  });

  it('an element nested too deeply', () => {
    expect(() => readRouteFile(`<gpx>${'<a>'.repeat(500)}${'</a>'.repeat(500)}</gpx>`)).toThrow(
      /can't be read as XML/,
    );
  });
});
