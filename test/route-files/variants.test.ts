/** Routes as other systems write them, and what is understood of each. */
import { describe, expect, it } from 'vitest';
import { chooseRoute, routeNames } from '../../lib/route-files/choose-route.ts';
import { describeRead } from '../../lib/route-files/describe-read.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';

type Point = readonly [lat: number, lon: number];
const A: Point = [-51.731, -57.706];
const B: Point = [-60.5, -62.25];
const C: Point = [-67.764, -68.02];
const D: Point = [-68.5, -70];

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);

const rtept = (tag: string, points: readonly Point[], inside = '') =>
  points.map(([lat, lon]) => `<${tag} lat="${lat}" lon="${lon}">${inside}</${tag}>`).join('');
const rte = (points: readonly Point[], name = '') =>
  `<rte>${name && `<name>${name}</name>`}${rtept('rtept', points)}</rte>`;
const trk = (...segments: (readonly Point[])[]) =>
  `<trk>${segments.map((points) => `<trkseg>${rtept('trkpt', points)}</trkseg>`).join('')}</trk>`;
const gpx = (content: string, head = '<?xml version="1.0"?>') =>
  `${head}<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${content}</gpx>`;

const rtzPoint = ([lat, lon]: Point, i: number, leg = '') =>
  `<waypoint id="${i + 1}" name="W${i + 1}"><position lat="${lat}" lon="${lon}"/>${i > 0 ? leg : ''}</waypoint>`;
const rtz = (points: readonly Point[], { leg = '', defaults = '', after = '', name = 'R', head = '' } = {}) =>
  `${head}<route version="1.0" xmlns="http://www.cirm.org/RTZ/1/0"><routeInfo routeName="${name}"/><waypoints>${defaults}${points.map((point, i) => rtzPoint(point, i, leg)).join('')}</waypoints>${after}</route>`;
const leg = (geometry: string) => `<leg geometryType="${geometry}"/>`;

const positions = (points: readonly Point[]) => points.map(([lat, lon]) => [lon, lat]);
const line = (points: readonly Point[]) => ({ type: 'LineString', coordinates: positions(points) });
const feature = (geometry: unknown, properties: object | null = null) => ({
  type: 'Feature',
  geometry,
  properties,
});
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const json = (value: unknown) => JSON.stringify(value);
const kml = (content: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;
const kmlLine = (points: readonly Point[], separator = ' ') =>
  `<LineString><coordinates>\n${points.map(([lat, lon]) => `${lon},${lat},0`).join(separator)}\n</coordinates></LineString>`;
const metres3031 = [
  [-2_000_000, 1_000_000],
  [-1_900_000, 1_100_000],
];

interface Understood {
  /** What is read, as a person is told; without it, what is refused. */
  readonly as?: string;
  readonly points?: readonly Point[];
  readonly name?: string | null;
  readonly note?: string;
  readonly refused?: string;
  /** Names of the routes of which one has to be chosen. */
  readonly routes?: readonly string[];
}

const variants: readonly [what: string, file: string | Uint8Array, Understood][] = [
  [
    'GPX 1.1',
    gpx(rte([A, B, C], 'South')),
    { as: 'a route of 3 waypoints from a GPX, rhumb lines', points: [A, B, C], name: 'South' },
  ],
  [
    'GPX 1.0 with a prefix',
    `<g:gpx xmlns:g="http://www.topografix.com/GPX/1/0"><g:rte><g:rtept lat="1" lon="2"/><g:rtept lat="3" lon="4"/></g:rte></g:gpx>`,
    {
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  ['GPX with a document type', gpx(rte([A, B]), '<!DOCTYPE gpx SYSTEM "gpx.dtd">'), { points: [A, B] }],
  [
    'a GPX track in segments',
    gpx(trk([A, B], [C])),
    {
      as: 'a track of 3 waypoints from a GPX, rhumb lines',
      points: [A, B, C],
      note: '1 gap between segments of a track was closed with a leg.',
    },
  ],
  ['a GPX track in segments without a gap', gpx(trk([A, B], [B, C], [])), { points: [A, B, B, C] }],
  [
    'a GPX track with gaps',
    gpx(trk([A], [B, C], [], [D])),
    { points: [A, B, C, D], note: '2 gaps between segments of a track were closed with legs.' },
  ],
  ['an empty route before a track', gpx(`<rte/>${trk([A, B])}`), { points: [A, B] }],
  ['two GPX routes', gpx(rte([A, B], 'Out') + rte([B, C], 'Home')), { routes: ['Out', 'Home'] }],
  ['a GPX route and a track', gpx(rte([A, B]) + trk([A, C])), { routes: ['route 1', 'track 2'] }],
  [
    'GPX waypoints without a line',
    gpx(rtept('wpt', [A, B, C])),
    {
      as: 'a route through 3 points from a GPX, rhumb lines',
      points: [A, B, C],
      note: 'its points, in their order, were taken as the route',
    },
  ],
  [
    'GPX waypoints beside a route',
    gpx(rtept('wpt', [D]) + rte([A, B])),
    { points: [A, B], note: '1 point beside the line was passed over.' },
  ],
  [
    'GPX with times',
    gpx(
      `<rte>${rtept('rtept', [A], '<time>2024-02-01T00:00:00Z</time>')}${rtept('rtept', [B], '<time>2024-02-03T12:00:00Z</time>')}</rte>`,
    ),
    { as: 'a route of 2 waypoints from a GPX of 2024, rhumb lines' },
  ],
  [
    'GPX in ISO-8859-1, declared',
    latin1(gpx(rte([A, B], 'Åre–Øre'.replace('–', '-')), '<?xml version="1.0" encoding="ISO-8859-1"?>')),
    { name: 'Åre-Øre' },
  ],
  [
    'GPX in UTF-16',
    utf16(gpx(rte([A, B], 'Øre'), '<?xml version="1.0" encoding="UTF-16"?>')),
    { name: 'Øre' },
  ],
  [
    'GPX in ISO-8859-1, declared as UTF-8',
    latin1(gpx(rte([A, B], 'Øre'), '<?xml version="1.0" encoding="UTF-8"?>')),
    { name: 'Øre', note: 'windows-1252' },
  ],
  [
    'GPX with longitudes of 0 to 360',
    gpx(
      rte([
        [-60, 302.294],
        [-61, 300],
      ]),
    ),
    {
      points: [
        [-60, -57.706],
        [-61, -60],
      ],
    },
  ],
  [
    'GPX with longitudes that run on',
    gpx(
      rte([
        [-60, 178],
        [-60, 182],
      ]),
    ),
    {
      points: [
        [-60, 178],
        [-60, -178],
      ],
    },
  ],
  [
    'GPX with latitude and longitude swapped',
    gpx(
      rte([
        [-57, -51],
        [-145, 60],
      ]),
    ),
    { refused: 'look swapped' },
  ],
  [
    'GPX with a blank where a latitude should be',
    gpx('<rte><rtept lat="1" lon="2"/><rtept lat=" " lon="4"/></rte>'),
    { refused: 'The latitude of point 2' },
  ],
  [
    'GPX with a longitude that is no decimal number',
    gpx('<rte><rtept lat="1" lon="0x10"/><rtept lat="3" lon="4"/></rte>'),
    { refused: 'The longitude of point 1' },
  ],
  [
    'RTZ with two lists of waypoints',
    rtz([A, B]).replace('</waypoints>', `</waypoints><waypoints>${rtzPoint(C, 2)}</waypoints>`),
    { points: [A, B, C] },
  ],
  [
    'RTZ',
    rtz([A, B, C]),
    { as: 'a route of 3 waypoints from an RTZ, rhumb lines', points: [A, B, C], name: 'R' },
  ],
  [
    'RTZ of great circles',
    rtz([A, B, C], { leg: leg('Orthodrome') }),
    { as: 'a route of 3 waypoints from an RTZ, great circles' },
  ],
  [
    'RTZ of great circles in other words',
    rtz([A, B, C], { leg: leg('GreatCircle') }),
    { as: 'a route of 3 waypoints from an RTZ, great circles' },
  ],
  [
    'RTZ of great circles in other letters',
    rtz([A, B, C], { leg: leg('ORTHODROME') }),
    { as: 'a route of 3 waypoints from an RTZ, great circles' },
  ],
  [
    'RTZ of great circles by default',
    rtz([A, B, C], { defaults: `<defaultWaypoint>${leg('Great Circle')}</defaultWaypoint>` }),
    { as: 'a route of 3 waypoints from an RTZ, great circles' },
  ],
  ['RTZ of rhumb lines in other words', rtz([A, B, C], { leg: leg('Rhumb line') }), { points: [A, B, C] }],
  [
    'RTZ with legs of a kind that is not known',
    rtz([A, B], { leg: leg('Spline') }),
    { points: [A, B], note: 'geometryType "Spline", which is not known, were taken as rhumb lines' },
  ],
  [
    'RTZ with a schedule',
    rtz([A, B], {
      after:
        '<schedules><schedule><calculated><sheduleElement waypointId="1" etd="2024-02-01T00:00:00Z"/><sheduleElement waypointId="2" eta="2024-02-02T00:00:00Z"/></calculated></schedule></schedules>',
    }),
    { as: 'a route of 2 waypoints from an RTZ of 2024, rhumb lines' },
  ],
  [
    'RTZ without a namespace, in ISO-8859-1',
    latin1(rtz([A, B], { name: 'Ørsted', head: '<?xml version="1.0" encoding="iso-8859-1"?>' })),
    { name: 'Ørsted' },
  ],
  [
    'a GeoJSON line',
    json(line([A, B])),
    { as: 'a route along a line of 2 points from a GeoJSON, rhumb lines', points: [A, B] },
  ],
  [
    'two GeoJSON lines',
    json(collection(feature(line([A, B]), { name: 'Out' }), feature(line([C, D])))),
    { routes: ['Out', 'line 2'] },
  ],
  [
    'two GeoJSON lines that join',
    json(collection(feature(line([A, B]), { name: 'Whole' }), feature(line([B, C])))),
    { points: [A, B, C], name: 'Whole' },
  ],
  [
    'a line that was cut at the antimeridian',
    json({
      type: 'MultiLineString',
      coordinates: [
        [
          [178, -60],
          [180, -60.5],
        ],
        [
          [-180, -60.5],
          [-178, -61],
        ],
      ],
    }),
    {
      points: [
        [-60, 178],
        [-60.5, 180],
        [-61, -178],
      ],
    },
  ],
  [
    'a MultiLineString with a gap',
    json({ type: 'MultiLineString', coordinates: [positions([A, B]), positions([C, D])] }),
    { routes: ['line 1', 'line 2'] },
  ],
  [
    'a GeometryCollection',
    json({ type: 'GeometryCollection', geometries: [line([A, B])] }),
    { points: [A, B] },
  ],
  [
    'a feature with a GeometryCollection',
    json(
      feature(
        {
          type: 'GeometryCollection',
          geometries: [{ type: 'Point', coordinates: positions([A])[0] }, line([A, B])],
        },
        { Name: 'X' },
      ),
    ),
    { points: [A, B], name: 'X' },
  ],
  [
    'points in order',
    json(
      collection(
        ...[A, B, C].map((point, i) =>
          feature({ type: 'Point', coordinates: positions([point])[0] }, { name: `P${i}` }),
        ),
      ),
    ),
    { points: [A, B, C], note: 'its points' },
  ],
  ['GeoJSON with a byte order mark', `\ufeff${json(line([A, B]))}`, { points: [A, B] }],
  [
    'GeoJSON with areas beside the line',
    json(
      collection(feature(line([A, B])), feature({ type: 'Polygon', coordinates: [positions([A, B, C, A])] })),
    ),
    { points: [A, B], note: '1 area was passed over' },
  ],
  [
    'GeoJSON in EPSG:3031',
    json({
      ...collection(feature({ type: 'LineString', coordinates: metres3031 })),
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3031' } },
    }),
    {
      note: 'Positions were read from EPSG:3031',
      points: [
        [-69.62867, -63.43495],
        [-69.99146, -59.93142],
      ],
    },
  ],
  [
    'GeoJSON in EPSG:3031 that does not say so',
    json({ type: 'LineString', coordinates: metres3031 }),
    { refused: 'look like metres of a map projection (such as polar stereographic, EPSG:3031 or 3413)' },
  ],
  [
    'GeoJSON in a system that is not known',
    json({ ...line([A, B]), crs: { type: 'name', properties: { name: 'EPSG:27700' } } }),
    { refused: '"EPSG:27700" is not known: save the file in WGS 84' },
  ],
  [
    'GeoJSON in CRS84, said',
    json({ ...line([A, B]), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } }),
    { points: [A, B] },
  ],
  [
    'TopoJSON',
    json({ type: 'Topology', objects: {}, arcs: [] }),
    { refused: 'TopoJSON: save it as GeoJSON' },
  ],
  [
    'KML with a point of a track that has no place',
    kml('<Placemark><Track><coord>1 2 0</coord><coord></coord><coord>3 4 0</coord></Track></Placemark>'),
    { refused: 'Position 2 of feature 1' },
  ],
  [
    'KML with two lists of coordinates in one line',
    kml(
      `<Placemark>${kmlLine([A, B]).replace('</LineString>', '<coordinates>-68.02,-67.764</coordinates></LineString>')}</Placemark>`,
    ),
    { points: [A, B, C] },
  ],
  [
    'KML',
    kml(`<Placemark><name>South</name>${kmlLine([A, B, C])}</Placemark>`),
    { as: 'a route along a line of 3 points from a KML, rhumb lines', points: [A, B, C], name: 'South' },
  ],
  [
    'KML in folders, with line ends between positions',
    kml(`<Folder><Folder><Placemark><name>In</name>${kmlLine([A, B], '\n  ')}</Placemark></Folder></Folder>`),
    { points: [A, B], name: 'In' },
  ],
  [
    'two KML lines',
    kml(`<Placemark><name>Out</name>${kmlLine([A, B])}</Placemark><Placemark>${kmlLine([C, D])}</Placemark>`),
    { routes: ['Out', 'line 2'] },
  ],
  [
    'KML placemarks',
    kml(
      [A, B]
        .map(
          ([lat, lon], i) =>
            `<Placemark><name>P${i}</name><Point><coordinates>${lon}, ${lat}</coordinates></Point></Placemark>`,
        )
        .join(''),
    ),
    { points: [A, B], note: 'its points' },
  ],
  [
    'a gx:Track',
    kml(
      `<Placemark><gx:Track xmlns:gx="http://www.google.com/kml/ext/2.2"><gx:coord>${A[1]} ${A[0]} 0</gx:coord><gx:coord>${B[1]} ${B[0]} 0</gx:coord></gx:Track></Placemark>`,
    ),
    { points: [A, B] },
  ],
  [
    'CSV',
    `name,lat,lon\nP,${A}\nQ,${B}`,
    { as: 'a route of 2 waypoints from a text, rhumb lines', points: [A, B] },
  ],
  [
    'CSV with semicolons and decimal commas',
    'Name;Breite;Länge\nA;-51,731;-57,706\nB;-60,5;-62,25',
    { points: [A, B] },
  ],
  [
    'CSV in windows-1252',
    latin1('Name;Breite;L\xe4nge\n\xd8;-51,731;-57,706\nB;-60,5;-62,25'),
    { points: [A, B], note: 'windows-1252' },
  ],
  [
    'CSV with a line that is no waypoint',
    'name,lat,lon\nP,-51,-57\nQ,soon,-58\nR,-53,-58',
    { refused: 'Line 3 is no position: Q,soon,-58.' },
  ],
  [
    'ChartTrack, with a leg along a great circle',
    "Route Name:,A_C\nWay Point,Position,,Radius,Reach,ROT,XTD,SPD,RL/GC,Leg,Disance(NM),,ETA\nID,LAT,LON,,,,,,,,To WPT,TOTAL\nWP0,51-43.860'S,57-42.360'W,,,,,,RL,1,,0,\nWP1,60-30.000'S,62-15.000'W,,,,,,GC,,1,1,\n",
    { as: 'a route of 2 waypoints from a text, great circles', name: 'A_C' },
  ],
  [
    'CSV in metres',
    `name,x,y\nP,${metres3031[0]}\nQ,${metres3031[1]}`,
    { refused: 'Line 2 looks like metres of a map projection' },
  ],
  [
    'CSV in metres, one of which is few',
    'x,y\n-2000000.5,50\n-1900000,1100000',
    { refused: 'Line 2 looks like metres of a map projection' },
  ],
  [
    'CSV in metres under other words',
    `easting;northing\n-2000000,5;1000000\n-1900000;1100000`,
    { refused: 'Line 2 looks like metres of a map projection' },
  ],
  ['a list of metres', '-2000000 1000000\n-1900000 1100000', { refused: 'polar stereographic, EPSG:3031' }],
  ['a list of positions', "51°43.860'S 57°42.360'W\n60°30.000'S 62°15.000'W", { points: [A, B] }],
  ['XML of another kind', '<html><body/></html>', { refused: 'The file is XML; what is read here is' }],
  ['a file that was cut in the middle', gpx(rte([A, B])).slice(0, 150), { refused: 'not well-formed XML' }],
  ['JSON that was cut in the middle', json(line([A, B])).slice(0, 40), { refused: 'not valid JSON' }],
  [
    'declared entities',
    `<!DOCTYPE gpx [<!ENTITY a "b">]>${gpx(rte([A, B]), '')}`,
    { refused: 'DOCTYPE with declarations' },
  ],
  [
    'an encoding that is not known',
    gpx(rte([A, B]), '<?xml version="1.0" encoding="ebcdic-7"?>'),
    { points: [A, B] },
  ],
  [
    'bytes in an encoding that is not known',
    latin1(gpx(rte([A, B]), '<?xml version="1.0" encoding="ebcdic-7"?>')),
    { refused: 'save it as UTF-8' },
  ],
  ['one point', gpx(rte([A])), { refused: 'A route needs two points, the file has 1.' }],
];

describe('routes as other systems write them', () => {
  it.each(variants)('%s', (_, file, { as, points, name, note, refused, routes }) => {
    if (refused !== undefined) {
      expect(() => readRouteFile(file)).toThrow(refused);
      return;
    }
    const read = readRouteFile(file);
    if (routes) {
      expect(routeNames(read.routes)).toEqual(routes);
      expect(() => chooseRoute(read.routes, null)).toThrow(/The file has 2 routes: choose with route=/);
      return;
    }
    const route = chooseRoute(read.routes, null);
    if (as !== undefined) expect(describeRead(read.format, route)).toBe(as);
    if (name !== undefined) expect(route.name).toBe(name);
    if (points) {
      expect(route.waypoints).toHaveLength(points.length);
      route.waypoints.forEach(({ lat, lon }, i) => {
        expect(Math.abs(lat - points[i]![0])).toBeLessThan(2e-4);
        expect(Math.abs(lon - points[i]![1])).toBeLessThan(2e-4);
      });
    }
    if (note === undefined) expect(read.notes).toEqual([]);
    else expect(read.notes.join(' ')).toContain(note);
  });

  it('a route of several is chosen by name or number', () => {
    const { routes } = readRouteFile(gpx(rte([A, B], 'Out') + rte([B, C], 'Home') + rte([C, D], 'Home')));
    expect(chooseRoute(routes, 'Out').waypoints[0]).toMatchObject({ lat: A[0] });
    expect(chooseRoute(routes, '3').waypoints[0]).toMatchObject({ lat: C[0] });
    for (const chosen of ['Home', '4', '0', 'x']) {
      expect(() => chooseRoute(routes, chosen)).toThrow(
        expect.objectContaining({ routes: ['Out', 'Home', 'Home'] }),
      );
    }
  });

  it('times and cross-track limits are kept', () => {
    const text = rtz([A, B], {
      leg: '<leg portsideXTD="0.5" starboardXTD="0.75"/>',
      after:
        '<schedules><schedule><manual><scheduleElement waypointId="1" etd="2024-02-01T00:00:00Z"/><scheduleElement waypointId="2" eta="2024-02-02T12:00:00Z" etd="2024-02-03T00:00:00Z"/></manual></schedule></schedules>',
    });
    const [route] = readRouteFile(text).routes;
    expect(route).toMatchObject({ days: 1.5 });
    expect(route!.waypoints[1]).toMatchObject({
      portNm: 0.5,
      starboardNm: 0.75,
      time: '2024-02-02T12:00:00Z',
    });
  });
});

describe('a table of several routes', () => {
  const read = (heading: string, rows: readonly string[]) => readRouteFile([heading, ...rows].join('\n'));
  const rows = (routes: readonly string[]) =>
    [A, B, C, D].map(([lat, lon], i) => `${routes[i]},${lat},${lon}`);

  it.each(['route', 'Route ID', 'route_name', 'track id', 'MMSI', 'VesselName', 'ship'])(
    'is one for each name in the column %s',
    (column) => {
      const { routes } = read(`${column},lat,lon`, rows(['out', '', 'home', 'home']));
      expect(routeNames(routes)).toEqual(['out', 'home']);
      expect(routes.map(({ waypoints }) => waypoints.map(({ lat }) => lat))).toEqual([
        [A[0], B[0]],
        [C[0], D[0]],
      ]);
      expect(routes.map(({ given }) => given)).toEqual([2, 2]);
      expect(() => chooseRoute(routes, null)).toThrow('The file has 2 routes: choose with route=');
      expect(chooseRoute(routes, 'home')).toBe(routes[1]);
    },
  );

  it('has a number for rows above the first name', () => {
    const { routes } = read('route,lat,lon', rows(['', '', 'home', '']));
    expect(routeNames(routes)).toEqual(['route 1', 'home']);
  });

  it.each([
    [['A', 'B', 'C', 'D'], 4],
    [['A', 'A', 'A', 'B'], 2],
  ])('is one route where a name has one row, and says so: %j', (names, count) => {
    const { routes, notes } = read('route,lat,lon', rows(names));
    expect(routes).toHaveLength(1);
    expect(notes).toEqual([
      `The column of routes has ${count} names, some in one row only: all rows were taken as one route.`,
    ]);
  });

  it('is one route where there is one name', () => {
    expect(read('route,lat,lon', rows(['A', 'A', 'A', 'A']))).toMatchObject({
      routes: [{ given: 4 }],
      notes: [],
    });
  });
});
