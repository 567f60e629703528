import { describe, expect, it } from 'vitest';
import { readXml } from '../../lib/files/xml.ts';
import { type RouteFileFormat, routeFileFormats } from '../../lib/route-files/format-types.ts';
import { type RouteFileOptions, writeRouteFile } from '../../lib/route-files/formats.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { routeEntry, southward } from './route-entry.ts';

// biome-ignore lint/suspicious/noExplicitAny: parsed XML and JSON, whose parts the tests name
type Parsed = any;

const departure = new Date('2026-11-21T10:00:00Z');
const write = (
  format: RouteFileFormat,
  options: Partial<RouteFileOptions> = {},
  route = routeEntry(southward),
) => writeRouteFile(route, format, { points: 'sailing', departure: null, rtzVersion: '1.0', ...options });

describe('route files', () => {
  it('are named after the route, with characters that every file system takes', () => {
    expect(write('gpx').name).toBe('route-12 Falklands to Rothera (traveltime).gpx');
    const route = routeEntry(southward, { startName: 'a/b:"c"\n', endName: '..' });
    expect(write('rtz', {}, route).name).toBe('route-12 a-b-c- to .. (traveltime).rtz');
  });

  it.each(routeFileFormats)('%s does not depend on a clock', (format) => {
    expect(write(format)).toEqual(write(format));
  });
});

it.each(['gpx', 'csv', 'charttrack'] as const)('a course that rounds to 360° is 0° in %s', (format) => {
  const northward = [
    [10, -60],
    [9.9999999, -50],
    [9.9999998, -40],
  ] as const;
  const { text } = write(format, {}, routeEntry(northward));
  expect(text).not.toMatch(/360/);
  expect(text).toMatch(/(course |,)0\.0/);
});

describe('GPX', () => {
  it('is one route whose points have times only with a departure', () => {
    const { gpx } = readXml(write('gpx', { departure }).text) as { gpx: Parsed };
    expect(gpx.rte).not.toBeInstanceOf(Array);
    expect(
      gpx.rte.rtept.map((point: Parsed) => [point['@lat'], point['@lon'], point.name, point.time]),
    ).toEqual([
      ['-51.731', '-57.706', 'Falklands', '2026-11-21T10:00:00Z'],
      ['-60', '-62.365621865', 'WP 2', '2026-11-21T12:24:00Z'],
      ['-67.764', '-68.02', 'Rothera', '2026-11-21T14:48:00Z'],
    ]);
    expect(write('gpx').text).not.toContain('<time>');
  });

  it('writes longitude 180 as −180 and small numbers without an exponent', () => {
    const { text } = write(
      'gpx',
      {},
      routeEntry([
        [180, 1e-7],
        [179, -1e-12],
      ]),
    );
    expect(text).toContain('<rtept lat="0.0000001" lon="-180">');
    expect(text).toContain('<rtept lat="0" lon="179">');
  });
});

describe('RTZ', () => {
  it.each([
    ['1.0', 'http://www.cirm.org/RTZ/1/0', 'sheduleElement'],
    ['1.1', 'http://www.cirm.org/RTZ/1/1', 'scheduleElement'],
    ['1.2', 'http://www.cirm.org/RTZ/1/2', 'scheduleElement'],
  ] as const)(
    '%s has its namespace, its legs, and its schedule',
    (rtzVersion, namespace, scheduleElement) => {
      const { name, text } = write('rtz', { rtzVersion, departure });
      const { route } = readXml(text) as { route: Parsed };
      expect(route['@version']).toBe(rtzVersion);
      expect(text).toContain(`xmlns="${namespace}"`);
      expect(`${route.routeInfo['@routeName']}.rtz`).toBe(name);
      expect(
        route.waypoints.waypoint.map((point: Parsed) => [point['@id'], point.leg?.['@geometryType']]),
      ).toEqual([
        ['1', undefined],
        ['2', 'Loxodrome'],
        ['3', 'Loxodrome'],
      ]);
      // 40 km in a tenth of a day
      expect(route.waypoints.waypoint[1].leg['@speedMax']).toBe('9');
      expect(route.schedules.schedule.calculated[scheduleElement]).toEqual([
        { '@waypointId': '1', '@etd': '2026-11-21T10:00:00Z' },
        { '@waypointId': '2', '@eta': '2026-11-21T12:24:00Z', '@speed': '9', '@fuel': '2' },
        {
          ...{ '@waypointId': '3', '@eta': '2026-11-21T14:48:00Z', '@speed': '9', '@fuel': '2' },
          '@Note': '4 h 48 min, 43.2 NM, 4.0 t fuel',
        },
      ]);
    },
  );

  it('has no schedule without a departure', () => {
    expect(write('rtz').text).not.toContain('schedule');
  });

  it('refuses a file that bridge systems need not read', () => {
    const many = Array.from({ length: 5000 }, (_, i) => [i / 100, -60] as const);
    expect(() => write('rtz', {}, routeEntry(many))).toThrow(
      'An RTZ file may have 400 KB, this one would have',
    );
  });
});

describe('CSV', () => {
  it('has a line for each waypoint', () => {
    const lines = write('csv', { departure }).text.split('\r\n');
    expect(lines).toEqual([
      'number,name,latitude,longitude,latitude_dm,longitude_dm,course_degrees,distance_nm,cumulative_nm,speed_knots,days,fuel_tonnes,eta_utc',
      "1,Falklands,-51.731,-57.706,51-43.860'S,57-42.360'W,197.5,21.598,0.000,,0.000000,0.0000,2026-11-21T10:00:00Z",
      "2,WP 2,-60,-62.365621865,60-00.000'S,62-21.937'W,197.7,21.598,21.598,9.00,0.100000,2.0000,2026-11-21T12:24:00Z",
      "3,Rothera,-67.764,-68.02,67-45.840'S,68-01.200'W,,,43.197,9.00,0.200000,4.0000,2026-11-21T14:48:00Z",
      '',
    ]);
  });

  it.each(['=cmd|calc', '+1', '-1', '@SUM(1)', '＝1+1', '＋1', '－1', '＠x', ' =1', '\u00a0=1'])(
    'lets no name such as %s become a formula, in either layout',
    (startName) => {
      const route = routeEntry(southward, { startName, endName: 'Bay' });
      expect(write('csv', {}, route).text).toContain(`1,'${startName},`);
      expect(write('charttrack', {}, route).text).toContain(`Route Name:,'${startName.trim()}_Bay`);
    },
  );

  it.each([
    ['Bay;=1+1', "Bay;'=1+1"],
    ['Bay\t@SUM(1)', "Bay\t'@SUM(1)"],
    ['\t=1', "'\t'=1"],
    ['Bay; ＝1;-2', "Bay;' ＝1;'-2"],
  ])(
    'lets no part of %j become a formula where a cell begins at a semicolon or a tab',
    (startName, guarded) => {
      const route = routeEntry(southward, { startName, endName: 'Bay' });
      expect(write('csv', {}, route).text).toContain(`1,${guarded},`);
      const title = startName.trim() === startName ? guarded : "'=1"; // ChartTrack's is trimmed
      expect(write('charttrack', {}, route).text).toContain(`Route Name:,${title}_Bay`);
    },
  );

  it('guards what spreadsheets leave out at the front, and what is a sign without its quotes or commas', () => {
    const route = routeEntry(southward, { startName: '\tBay', endName: 'Bay' });
    expect(write('csv', {}, route).text).toContain("1,'\tBay,");
    for (const startName of ['"=1+1"', ',=1+1', '\r\n=1+1']) {
      const { text } = write('charttrack', {}, routeEntry(southward, { startName, endName: 'Bay' }));
      expect(text).toMatch(/^Route Name:,'=1\+1/);
    }
  });

  it('quotes names, and lets none become a formula', () => {
    const route = routeEntry(southward, { startName: '=1+1', endName: 'Bay, "inner"' });
    const { text } = write('csv', {}, route);
    expect(text).toContain("1,'=1+1,");
    expect(text).toContain('3,"Bay, ""inner""",');
  });

  it('names the unit of a battery', () => {
    expect(write('csv', {}, routeEntry(southward, { battery: true })).text).toContain('battery_ah');
  });
});

it("ChartTrack's layout has the course that leaves and the distance that arrives", () => {
  expect(write('charttrack').text.split('\n')).toEqual([
    'Route Name:,Falklands_Rothera',
    'Way Point,Position,,Radius,Reach,ROT,XTD,SPD,RL/GC,Leg,Disance(NM),,ETA',
    'ID,LAT,LON,,,,,,,,To WPT,TOTAL',
    "WP0,51-43.860'S,57-42.360'W,,,,,,RL,197.470,,0.000,",
    "WP1,60-00.000'S,62-21.937'W,,,,,,RL,197.657,21.598,21.598,",
    "WP2,67-45.840'S,68-01.200'W,,,,,,RL,,21.598,43.197,",
    '',
  ]);
});

describe('GeoJSON', () => {
  it('has the line, then the waypoints', () => {
    const { features } = JSON.parse(write('geojson', { departure }).text);
    expect(features.map(({ geometry }: Parsed) => geometry.type)).toEqual([
      'LineString',
      'Point',
      'Point',
      'Point',
    ]);
    expect(features[0].geometry.coordinates).toEqual(southward);
    expect(features[1].properties).toMatchObject({ name: 'Falklands', eta: '2026-11-21T10:00:00.000Z' });
  });

  it('is cut at the antimeridian, at the latitude of the rhumb line', () => {
    const eastward = routeEntry([
      [178, -60],
      [-178, -60],
      [-176, -62],
    ]);
    const { features } = JSON.parse(write('geojson', {}, eastward).text);
    expect(features[0].geometry.type).toBe('MultiLineString');
    expect(features[0].geometry.coordinates[0]).toEqual([
      [178, -60],
      [180, expect.closeTo(-60, 9)],
    ]);
    expect(features[0].geometry.coordinates[1].slice(1)).toEqual([
      [-178, -60],
      [-176, -62],
    ]);
  });

  it('needs no second point where a waypoint lies on the antimeridian', () => {
    const route = routeEntry([
      [178, -60],
      [-180, -60],
      [178, -61],
    ]);
    const { features } = JSON.parse(write('geojson', {}, route).text);
    expect(features[0].geometry.coordinates).toEqual([
      [
        [178, -60],
        [180, -60],
      ],
      [
        [180, -60],
        [178, -61],
      ],
    ]);
  });
});

describe('alternatives', () => {
  const other = routeEntry([southward[0]!, [178, -60], [-178, -61], southward[2]!]);
  const route = {
    ...routeEntry(southward),
    alternatives: [{ path: other.path, dearer_percent: 2.5, shared_percent: 12 }],
  };

  it('are further lines of GeoJSON, after the route and its waypoints', () => {
    const { text } = write('geojson', {}, route);
    const line = JSON.parse(text).features.at(-1);
    expect(line.geometry.type).toBe('MultiLineString');
    expect(line.properties).toMatchObject({
      name: 'Falklands to Rothera (traveltime), alternative 1',
      dearer_percent: 2.5,
      shared_percent: 12,
      fuel_tonnes: 6,
    });
    expect(readRouteFile(text).routes.map(({ name }) => name)).toEqual([
      'Falklands to Rothera (traveltime)',
      'Falklands to Rothera (traveltime), alternative 1',
    ]);
  });

  it('are further lines of KML', () => {
    const { kml } = readXml(write('kml', {}, route).text) as { kml: Parsed };
    const line = kml.Document.Placemark.at(-1);
    expect(line.name).toBe('Falklands to Rothera (traveltime), alternative 1');
    expect(line.description).toBe('64.8 NM, 7 h 12 min, 2.5 % dearer');
    expect(line.MultiGeometry.LineString.map(({ coordinates }: Parsed) => coordinates.split(' '))).toEqual([
      ['-57.706,-51.731', expect.stringMatching(/^-180,/)],
      [expect.stringMatching(/^180,/), '178,-60', expect.stringMatching(/^180,/)],
      [expect.stringMatching(/^-180,/), '-178,-61', '-68.02,-67.764'],
    ]);
  });
});

it('emissions and the part in ice are told wherever a format has a place for them', () => {
  const plain = routeEntry(southward);
  const { points, ...values } = plain.waypoints.sailing;
  const sailing = { points, ...values, co2: [0, 6.4, 12.8] };
  const inIce = { nm: 12.34, hours: 2.5, fuel_tonnes: 1.5 };
  const route = { ...plain, in_ice: inIce, waypoints: { ...plain.waypoints, sailing } };
  const said = '4 h 48 min, 43.2 NM, 4.0 t fuel, 12.8 t CO₂, 12.3 NM in ice (2 h 30 min, 1.5 t fuel)';
  expect(write('gpx', {}, route).text).toContain(`<desc>${said}</desc>`);
  expect(write('kml', {}, route).text).toContain(`<description>${said}</description>`);
  expect(write('rtz', { departure }, route).text).toContain(`Note="${said}"`);
  const [line, , second] = JSON.parse(write('geojson', {}, route).text).features;
  expect(line.properties).toMatchObject({ co2_tonnes: 12.8, in_ice: inIce });
  expect(second.properties).toMatchObject({ co2_tonnes: 6.4 });
  const [head, , , last] = write('csv', {}, route).text.split('\r\n');
  expect([head, last]).toEqual([
    expect.stringContaining(',fuel_tonnes,co2_tonnes,'),
    expect.stringContaining(',4.0000,12.8000,'),
  ]);
  const battery = { ...routeEntry(southward, { battery: true }), in_ice: { nm: 1, hours: 2, battery_ah: 3 } };
  expect(write('gpx', {}, battery).text).toContain('4.0 Ah, 1.0 NM in ice (2 h 0 min, 3.0 Ah)');
});

it('KML has the line and a placemark for each waypoint, names as text', () => {
  const route = routeEntry(southward, { startName: '<b>A & B</b>\u0000' });
  const { text } = write('kml', {}, route);
  expect(text).toContain('&lt;b&gt;A &amp; B&lt;/b&gt; ');
  const { kml } = readXml(text) as { kml: Parsed };
  expect(kml.Document.Placemark).toHaveLength(4);
  expect(kml.Document.Placemark[0].LineString.coordinates.split(' ')).toHaveLength(3);
});

it('a route of one point, whose start is its end, has two waypoints in every file', () => {
  const route = routeEntry([[-57.706, -51.731]]);
  expect(write('gpx', {}, route).text.match(/<rtept/g)).toHaveLength(2);
  expect(JSON.parse(write('geojson', {}, route).text).features[0].geometry.coordinates).toHaveLength(2);
});
