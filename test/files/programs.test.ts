/** Files as the programs of bridges, maps and offices write them, of which something was once read wrongly, or might be. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readStations } from '../../lib/files/read-stations.ts';
import { CodeCount, iceOf } from '../../lib/ice-charts/egg.ts';
import { readIceChart } from '../../lib/ice-charts/read/read-chart.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { readZonesFile } from '../../lib/zones/read/read-zones.ts';
import { zone } from '../../lib/zones/zone.ts';
import { type Shape, shapefile, zipped } from './write-shapefile.ts';

type Point = readonly [lat: number, lon: number];
const A: Point = [-51.731, -57.706];
const B: Point = [-60.5, -62.25];
const jrc = (first: string, second: string) => `// ROUTE SHEET exported by JRC ECDIS.
// <<NOTE>>This strings // indicate comment column/cells. You can edit freely.
// <Name>,SOUTH
// WPT No.,LAT,,,LON,,,PORT[NM],STBD[NM],Arr. Rad[NM],Speed[kn],Sail(RL/GC),ROT[deg/min],Turn Rad[NM],Time Zone,,Name
000,51,43.860,S,057,42.360,W,***,***,***,***,${first},***,***,***,***,PORT
001,60,30.000,S,062,15.000,W,0.10,0.10,0.50,14.0,${second},10,1.0,00:00,E,WP1
`;
const furuno = (first: string, second: string) =>
  `WPT No,Name,Latitude,Longitude,Leg,Turn\n1,A,51°43.860'S,057°42.360'W,${first},0.5\n2,B,60°30.000'S,062°15.000'W,${second},0.5`;

interface Route {
  /** What is read; without it, what is refused. */
  readonly points?: readonly Point[];
  readonly greatCircles?: number;
  readonly note?: string;
  readonly days?: number | null;
  readonly refused?: string;
}

const placemark = ([lat, lon]: Point) =>
  `<Placemark><Point><coordinates>${lon},${lat},0</coordinates></Point></Placemark>`;
const AB = { points: [A, B] };
const routes: readonly [what: string, file: string | Uint8Array, Route][] = [
  ['JRC: degrees, minutes and letters under one heading', jrc('***', 'RL'), AB],
  ['JRC: a great circle', jrc('***', 'GC'), { greatCircles: 1 }],
  ['Furuno: the leg that ends at a waypoint', furuno('RL', 'GC'), { greatCircles: 1 }],
  ['Furuno: the leg that begins at a waypoint', furuno('GC', ''), { greatCircles: 1 }],
  ['Furuno: rhumb lines', furuno('GC', 'RL'), AB],
  ...['Track Type', 'Nav. mode', 'GC/RL'].map((heading): [string, string, Route] => [
    `${heading}: a great circle`,
    `WP,Lat,Lon,${heading}\n1,-51.731,-57.706,\n2,-60.5,-62.25,GC`,
    { greatCircles: 1 },
  ]),
  ['a great circle below a word', 'WP,Lat,Lon,Sailing\n1,-51.731,-57.706,DEP\n2,-60.5,-62.25,GC', { greatCircles: 1 }],
  ['a name that is a word for a leg', 'Name,Lat,Lon\nGC,-51.731,-57.706\nB,-60.5,-62.25', AB],
  ['Excel: south and west in the heading', 'Name,Lat S,Lon W\nA,51.731,57.706\nB,60.5,62.25', { ...AB, note: '"Lat S" were taken as south' }],
  ['Excel: in brackets', 'Name;Latitude (°S);Longitude (°W)\nA;51,731;57,706\nB;60,5;62,25', AB],
  ['Excel: in words', 'Name\tLat. South\tLong. West\nA\t51 43.86\t57 42.36\nB\t60 30\t62 15', AB],
  ['Excel: a sign that says the same', 'Name,Lat S,Lon W\nA,-51.731,-57.706\nB,60.5,62.25', AB],
  ['Excel: a letter that says another', 'Name,Lat S,Lon W\nA,51.731 N,57.706\nB,60.5,62.25', { points: [[51.731, -57.706], B] }],
  ['Excel: north and west', 'Name,Lat_N,Lon_W\nA,51.731,57.706\nB,60.5,62.25', { points: [[51.731, -57.706], [60.5, -62.25]] }],
  ['Excel: in a row of units', 'Name,Lat,Lon\n,°S,°W\nA,51.731,57.706\nB,60.5,62.25', AB],
  ['Excel: units in words', 'Name,Lat,Lon\n,[deg S],[deg W]\nA,51.731,57.706\nB,60.5,62.25', AB],
  ['Excel: seconds are not south', 'Name,Lat D,Lat M,Lat S,Lon D,Lon M,Lon S\nA,-51,43,51.6,-57,42,21.6\nB,-60,30,0,-62,15,0', AB],
  ['Excel: a heading over two columns', 'Name;Latitude;;Longitude;\nA;-51;43,86;-57;42,36\nB;-60;30;-62;15', AB],
  ['Excel: a heading over three columns', 'Name,Lat,,,Lon,,\nA,51,43.86,S,57,42.36,W\nB,60,30,S,62,15,W', AB],
  ['Excel: a heading over four columns', 'Name,Lat,,,,Lon,,,\nA,51,43,51.6,S,57,42,21.6,W\nB,60,30,0,S,62,15,0,W', AB],
  ['Excel: parts named in the second row', ';Latitude;;Longitude;\nName;deg;min;deg;min\nA;-51;43,86;-57;42,36\nB;-60;30;-62;15', AB],
  ['Excel: an empty column after decimals', 'Name,Lat,,Lon,,Depth\nA,-51.731,,-57.706,,300\nB,-60.5,,-62.25,,400', AB],
  ['Excel: remarks in a column without a heading', 'Name,Lat,Lon,\nA,-51.731,-57.706,pilot\nB,-60.5,-62.25,3', AB],
  ['Excel: the line with its separator', 'sep=;\nName;Lat;Lon\nA;-51,731;-57,706\nB;-60,5;-62,25', { ...AB, note: 'sep=;' }],
  ['Excel: radians', 'Name,Lat (rad),Lon (rad)\nA,-0.9,-1\nB,-1.05,-1.08', { refused: 'Line 1 names no columns of latitudes and longitudes' }],
  ['Excel: rows of separators below the table', 'Name;Lat;Lon\nA;-51,731;-57,706\nB;-60,5;-62,25\n;;\n ; ;\n', AB],
  ['Excel: degrees and minutes by their marks', "Name,Lat °,Lat ',Lon °,Lon '\nA,-51,43.86,-57,42.36\nB,-60,30,-62,15", AB],
  ['Excel: minutes by their mark alone', "Name,Lat,',N/S,Lon,',E/W\nA,51,43.86,S,57,42.36,W\nB,60,30,S,62,15,W", AB],
  ['Excel: columns H for hemispheres', 'Name,LatD,LatM,LatH,LonD,LonM,LonH\nA,51,43.86,S,57,42.36,W\nB,60,30,S,62,15,W', AB],
  ['Excel: hemispheres before their numbers', 'Name,Hem,Lat,Hem,Lon\nA,S,51.731,W,57.706\nB,S,60.5,W,62.25', { refused: 'in columns that the heading does not name' }],
  ['Excel: hemispheres in French', 'Nom;Lat;N/S;Lon;E/O\nA;51,731;S;57,706;O\nB;60,5;S;62,25;O', { refused: 'is no position' }],
  ['Excel: degrees and minutes with a point between them', 'Name,Lat (DD.MM),Lon (DDD.MM)\nA,-51.43,-57.42\nB,-60.30,-62.15', { refused: 'Line 1 names no columns of latitudes and longitudes' }],
  ['Excel: days of the month first', 'Name;Lat;Lon;ETA\nA;-51,731;-57,706;01.12.2026 06:00\nB;-60,5;-62,25;05.12.2026 06:00', { ...AB, days: null, note: '"01.12.2026 06:00" were passed over' }],
  ['Excel: days of the year first', 'Name;Lat;Lon;ETA\nA;-51,731;-57,706;2026-12-01 06:00\nB;-60,5;-62,25;2026-12-05 06:00', { ...AB, days: 4 }],
  ['a program in Dutch, longitudes first', 'Naam,Lengtegraad,Breedtegraad\nA,-57.706,-51.731\nB,-62.25,-60.5', AB],
  ['a list with words for degrees and minutes', 'A 51 deg 43.86 min S, 57 deg 42.36 min W\nB 60 degrees 30 minutes 0 seconds S 62 deg. 15 min. 0 sec. W', AB],
  ['a side beside a word without a blank', 'Name;Lat;Lon\nA;51 degS;57 degW\nB;60 deg 30 minS;62 deg 15 minW', { refused: 'Line 2 is no position' }],
  ['a table with words for degrees and minutes', 'Name;Lat;Lon\nA;51 deg 43.86 min S;57 deg 42.36 min W\nB;60 DEG 30 MIN S;62deg 15min W', AB],
  ['a list with Lat and Lon in each line', "A Lat: 51 43.86 S Lon: 57 42.36 W\nB Lat: 60 30.0 S Lon: 62 15.0 W", AB],
  ['qtVlm: a table with times', "Date and hour;Lat;Lon;TWS\n2026-11-27 06:00;51°43.86' S;057°42.36' W;10\n2026-11-28 06:00;60°30.00' S;062°15.00' W;12", AB],
  ['OpenCPN: a route with extensions', '<gpx xmlns:opencpn="http://www.opencpn.org"><rte><extensions><opencpn:planned_speed>12</opencpn:planned_speed></extensions><rtept lat="-51.731" lon="-57.706"><name>001</name></rtept><rtept lat="-60.5" lon="-62.25"/></rte></gpx>', AB],
  ['OpenCPN: when points were made', '<gpx creator="OpenCPN"><rte><rtept lat="-51.731" lon="-57.706"><time>2026-11-01T10:00:00Z</time></rtept><rtept lat="-60.5" lon="-62.25"><time>2026-11-01T10:00:20Z</time></rtept></rte></gpx>', { ...AB, days: null, note: 'OpenCPN writes when they were made' }],
  ['OpenCPN: a track', '<gpx creator="OpenCPN"><trk><trkseg><trkpt lat="-51.731" lon="-57.706"><time>2026-11-01T10:00:00Z</time></trkpt><trkpt lat="-60.5" lon="-62.25"><time>2026-11-03T10:00:00Z</time></trkpt></trkseg></trk></gpx>', { ...AB, days: 2 }],
  ['JRC: a first row that ends early', 'WP,Lat,Lon,Sailing\n1,-51.731,-57.706\n2,-60.5,-62.25,GC', { greatCircles: 1 }],
  ['Garmin: the way between points that the plotter has planned', '<gpx xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><rte><rtept lat="-51.731" lon="-57.706"><extensions><gpxx:RoutePointExtension><gpxx:rpt lat="-55" lon="-58"/><gpxx:rpt lat="-57" lon="-61"/></gpxx:RoutePointExtension></extensions></rtept><rtept lat="-60.5" lon="-62.25"/></rte></gpx>', { points: [A, [-55, -58], [-57, -61], B] }],
  ['QGIS: a text sequence of points', [A, B].map(([lat, lon]) => `\u001e${JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } })}`).join('\n'), AB],
  ['QGIS: points as WKT', 'WKT,name\n"POINT (-57.706 -51.731)",A\n"POINT (-62.25 -60.5)",B', AB],
  ['QGIS: X and Y', 'X,Y,name\n-57.706,-51.731,A\n-62.25,-60.5,B', AB],
  ['QGIS: a feature without a geometry', JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: null }, { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [A, B].map(([lat, lon]) => [lon, lat]) } }] }), { ...AB, note: '1 feature has no geometry that is read' }],
  ['Google Earth: a placemark after a folder', `<kml><Document><Folder>${placemark(A)}</Folder>${placemark(B)}</Document></kml>`, AB],
  ['Google Earth: a folder between placemarks', `<kml><Document>${placemark(A)}<Folder>${placemark([-55, -58])}</Folder>${placemark(B)}</Document></kml>`, { points: [A, [-55, -58], B] }],
  ['Google Earth: a picture on the ground', `<kml><Document><Folder><GroundOverlay><name>Ice</name><LatLonBox><north>-60</north><south>-65</south><east>-50</east><west>-60</west></LatLonBox></GroundOverlay></Folder>${placemark(A)}${placemark(B)}</Document></kml>`, { ...AB, note: '1 picture on the ground was passed over.' }],
  ['Google Earth: a placemark of a model', `<kml><Document><Placemark><Model><Location><longitude>1</longitude></Location></Model></Placemark>${placemark(A)}${placemark(B)}</Document></kml>`, { ...AB, note: '1 feature has no geometry that is read here.' }],
  ['Google Earth: a track with times', `<kml xmlns:gx="g"><Placemark><gx:Track>${[A, B].map(([lat, lon], day) => `<when>2026-12-0${day + 1}T00:00Z</when><gx:coord>${lon} ${lat} 0</gx:coord>`).join('')}</gx:Track></Placemark></kml>`, { ...AB, note: 'Times of placemarks were passed over.' }],
  ['Google Earth: a placemark of a time', `<kml><Document>${placemark(A).replace('<Point>', '<TimeSpan><begin>2026-12-01</begin></TimeSpan><Point>')}${placemark(B)}</Document></kml>`, { ...AB, note: 'Times of placemarks were passed over.' }],
  ['KML: decimal commas', '<kml><Placemark><LineString><coordinates>-57,5,-51,7,0 -62,25,-60,5,0</coordinates></LineString></Placemark></kml>', { refused: 'The coordinates "-57,5,-51,7,0" are not longitude,latitude,height' }],
  ['KML: no spaces between positions', '<kml><Placemark><LineString><coordinates>-57.706,-51.731,-62.25,-60.5</coordinates></LineString></Placemark></kml>', { refused: 'spaces between positions' }],
  ['KML: a latitude that is missing', '<kml><Placemark><LineString><coordinates>-57.706,,0 -62.25,-60.5,0</coordinates></LineString></Placemark></kml>', { refused: 'The coordinates "-57.706,,0"' }],
  ['NMEA 0183: waypoints', '$GPWPL,5143.860,S,05742.360,W,A*5C\n$GPWPL,6030.000,S,06215.000,W,B*5C', { refused: 'is no position' }],
  ['a workbook of before 2007', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), { refused: 'Save the table of a workbook as CSV' }],
  ['two places in a row', 'Start Lat,Start Lon,End Lat,End Lon\n-51.7,-57.7,-60.5,-62.25\n-60.5,-62.25,-67.7,-68', { refused: '2 columns that may be the latitude, and they differ' }],
]; // biome-ignore format: a table

describe('routes', () => {
  it.each(routes)('%s', (_, file, { points, greatCircles = 0, note, days, refused }) => {
    if (refused !== undefined) {
      expect(() => readRouteFile(file)).toThrow(refused);
      return;
    }
    const { routes: found, notes } = readRouteFile(file);
    expect(found).toHaveLength(1);
    expect(found[0]!.greatCircles).toBe(greatCircles);
    const [first, ...rest] = found[0]!.waypoints.map(({ lat, lon }) => [lat, lon]);
    const ends = [first!, rest.at(-1)!];
    const read = greatCircles > 0 ? ends : [first!, ...rest];
    expect(read.map((place) => place.map((degrees) => Number(degrees!.toFixed(6))))).toEqual(
      points ?? [A, B],
    );
    if (note !== undefined) expect(notes.join(' ')).toContain(note);
    if (days !== undefined) expect(found[0]!.days).toBe(days);
  });

  it('a workbook is asked for as CSV', () => {
    const workbook = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
    });
    expect(() => readRouteFile(workbook)).toThrow('save its table as CSV');
  });
});

const UNNAMED = 'names no columns of latitudes and longitudes: call them lat and lon';
const ANY_TWO =
  'has three numbers of which any two may be the position: give the columns a heading, such as name,lat,lon';
const stations: readonly [what: string, text: string, expected: readonly (readonly [string | null, number, number, number])[] | string][] = [
  ['a cruise report', 'Station;Lat (S);Long (W);Time on station (h)\nCTD1;60°30,0;45°15,0;2,5', [['CTD1', -60.5, -45.25, 2.5]]],
  ['degrees south alone', 'Station,Latitude °S,Longitude\nCTD1,60.5,-45.25', [['CTD1', -60.5, -45.25, 0]]],
  ['Süd and West', 'Station;Breite Süd;Länge West\nCTD1;60,5;45,25', [['CTD1', -60.5, -45.25, 0]]],
  ['Nord and Ost', 'Station;Breite Nord;Länge Ost\nCTD1;60,5;45,25', [['CTD1', 60.5, 45.25, 0]]],
  ['a column Süd/Nord', 'Station;Breite;Süd/Nord;Länge;W/E\nCTD1;60,5;S;45,25;W', [['CTD1', -60.5, -45.25, 0]]],
  ['south and east', 'Station,Lat S,Lon E\nCTD1,60.5,45.25', [['CTD1', -60.5, 45.25, 0]]],
  ['minutes in a column without a heading', 'Station,Lat,,Lon,\nCTD1,S60,30.5,W045,15.0', [['CTD1', -60 - 30.5 / 60, -45.25, 0]]],
  ['whole degrees and minutes', 'Station,Lat,,N/S,Lon,,E/W\nCTD1,60,30,S,45,15,W', [['CTD1', -60.5, -45.25, 0]]],
  ['longitudes of 0 to 360', 'Station,Lat S,Lon\nCTD1,60.5,314.75', [['CTD1', -60.5, -45.25, 0]]],
  ['Excel in scientific notation', 'Station,Lat,Lon\nCTD1,-6.05E+01,-4.525E+01', [['CTD1', -60.5, -45.25, 0]]],
  ['abbreviated sides', 'Station;südl. Breite;westl. Länge\nCTD1;60,5;45,25', [['CTD1', -60.5, -45.25, 0]]],
  ['sides in Norwegian', 'Station;Bredde (S);Lengde (V)\nCTD1;60,5;45,25', [['CTD1', -60.5, -45.25, 0]]],
  ['an O, which is west or east', 'Station;Latitude (S);Longitude (O)\nCTD1;60,5;45,25', UNNAMED],
  ['degrees and minutes in French', 'Station;Lat degrés;Lat minutes;Lon degrés;Lon minutes\nCTD1;-60;30;-45;15', [['CTD1', -60.5, -45.25, 0]]],
  ['what the signs mean, longitudes first', 'Station,Lon (+E/-W),Lat (+N/-S)\nCTD1,-45.25,-60.5', [['CTD1', -60.5, -45.25, 0]]],
  ['what a minus means', 'Station,Lat (-S),"Lon (W negative)"\nCTD1,60.5,45.25', [['CTD1', 60.5, 45.25, 0]]],
  ['NMEA columns', 'Station,Lat,NS,Lon,EW\nCTD1,6030.5,S,00315.0,W', [['CTD1', -60 - 30.5 / 60, -3.25, 0]]],
  ['NMEA columns that lost their zeros', 'Station,Lat,NS,Lon,EW\nCTD1,6030.5,S,315.0,W', 'has degrees and minutes in one number, and a number of another kind: write both alike, such as 6030.5 and 00315.5'],
  ['0 to 360 in the west', 'Station,Lat,NS,Lon,EW\nCTD1,60.5,S,315.5,W', 'is no position'],
  ['longitudes first, with words', 'Lon: -45.25, Lat: -60.5\nCTD1 Long -45°15\' Lat -60°30\'', [[null, -60.5, -45.25, 0], ['CTD1', -60.5, -45.25, 0]]],
  ['a genitive', "Station,Ship's Latitude,Ship's Longitude\nCTD1,60.5,45.25", [['CTD1', 60.5, 45.25, 0]]],
  ['minutes with the sign that degrees of 0 lack', 'Station,Lat deg,Lat min,Lon deg,Lon min\nCTD1,-70,-30,0,-15', [['CTD1', -70.5, -0.25, 0]]],
  ['minutes with a sign that their degrees contradict', 'Station,Lat deg,Lat min,Lon deg,Lon min\nCTD1,-70,-30,5,-15', 'is no position'],
  ['a heading in two rows', 'Station;Position;;Tiefe\n;Breite;Länge;m\nCTD1;-60,5;-45,25;3000', [['CTD1', -60.5, -45.25, 0]]],
  ['Korean, longitudes first', 'Station,경도,위도\nCTD1,-45.25,-60.5', [['CTD1', -60.5, -45.25, 0]]],
  ['Chinese, longitudes first', 'Station,经度,纬度\nCTD1,-45.25,-60.5', [['CTD1', -60.5, -45.25, 0]]],
  ['Danish, longitudes first', 'Station;Længde;Bredde\nCTD1;-45,25;-60,5', [['CTD1', -60.5, -45.25, 0]]],
  ['a heading in words that are not known', 'Station,Est,Nord\nCTD1,-45.25,-60.5', UNNAMED],
  ['GIS: another reference system', 'geom,Station\nSRID=3031;POINT(-20 10),CTD1', 'is no position'],
  ['a line of degrees and minutes with signs', '-60 30.5, -45 15.0', ANY_TWO],
  ['a line of degrees and minutes', '60 30.5 45 15.0', ANY_TWO],
  ['a depth after the position', 'CTD1 -60.5 -45.25 250', ANY_TWO],
  ['a number before the position and a name after it', '1,-60.5,-45.25,CTD1', ANY_TWO],
  ['a depth and hours after the position', '-60.5,-45.25,35,12', 'has numbers of two positions: give each a line of its own, or the columns a heading'],
  ['two positions in a line', '60-30.0S 045-15.0W AND 61-00.0S 046-00.0W', 'has numbers of two positions: give each a line of its own, or the columns a heading'],
  ['a time after the position', '-60.5 -45.25 2026-11-27 06:00', [['2026-11-27 06:00', -60.5, -45.25, 0]]],
  ['a sentence', 'Pos 60-30S/045-15W at 1200Z', 'is no position'],
  ['depths beside whole degrees', 'Station,Lat,Lon,Depth\nCTD1,-60,-45,3000', [['CTD1', -60, -45, 0]]],
]; // biome-ignore format: a table

describe('station lists', () => {
  it.each(stations)('%s', (_, text, expected) => {
    const read = readStations(text);
    if (typeof expected === 'string') {
      expect(read.notRead.map(({ problem }) => problem)).toContain(expected);
      expect(read.stations).toEqual([]);
      return;
    }
    expect(read.notRead).toEqual([]);
    expect(read.stations.map(({ name, lat, lon, stayHours }) => [name, lat, lon, stayHours])).toEqual(
      expected,
    );
  });
});

const RING = [[10, -62], [10, -61], [11, -61], [11, -62], [10, -62]] as const; // biome-ignore format: positions
const json = (value: unknown) => strToU8(JSON.stringify(value));
const area = (properties: object, geometry: object = { type: 'Polygon', coordinates: [RING] }) => ({
  type: 'Feature',
  properties,
  geometry,
});
const shapes = (attributes: Record<string, string>, more: Partial<Shape> = {}) =>
  zipped('zones', [{ rings: [RING], attributes, ...more }]);
const kmlRing = RING.map(([lon, lat]) => `${lon},${lat},0`).join(' ');
const kml = (inside: string) =>
  strToU8(
    `<kml><Document><Folder><name>F</name><Placemark><name>A</name>${inside}</Placemark></Folder></Document></kml>`,
  );
const kmlArea = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${kmlRing}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const SEASON = { from: '01-01', to: '05-30' };

const areas: readonly [what: string, file: Uint8Array, expected: object | string][] = [
  ['QGIS: a season in two columns', json(area({ name: 'A', kind: 'closed', season_from: '01-01', season_to: '05-30' })), { kind: 'closed', season: SEASON }],
  ['QGIS: a season in one column', json(area({ name: 'A', kind: 'closed', season: '01-01/05-30' })), { season: SEASON }],
  ['QGIS: half a season', json(area({ name: 'A', kind: 'closed', season_from: '01-01', season_to: null })), 'must be a day of the year'],
  ['QGIS: no season', json(area({ name: 'A', kind: 'closed', season: null })), { kind: 'closed' }],
  ['QGIS: a season in words', json(area({ name: 'A', kind: 'closed', season: '1 Jan - 30 May' })), 'must be {"from"'],
  ['QGIS: a shapefile, which cuts names of columns', shapes({ NAME: 'A', KIND: 'speed_limit', MAX_SPEED_: '8' }), { kind: 'speed_limit', max_speed_kn: 8 }],
  ['QGIS: a season in a shapefile', shapes({ NAME: 'A', KIND: 'closed', SEASON_FRO: '01-01', SEASON_TO: '05-30' }), { season: SEASON }],
  ['QGIS: a limit whose speed has another name', json(area({ name: 'A', kind: 'speed_limit', speed: 8 })), 'is required of a speed limit'],
  ['QGIS: a limit with its unit', json(area({ name: 'A', kind: 'speed_limit', max_speed_kn: '8 kn' })), 'must be a number'],
  ['QGIS: half a season in a shapefile', shapes({ NAME: 'A', KIND: 'closed', SEASON_FRO: '01-01' }), 'must be a day of the year'],
  ['QGIS: a text sequence', strToU8([area({ name: 'A', kind: 'closed' }), area({ name: 'B', kind: 'closed' })].map((each) => JSON.stringify(each)).join('\n')), { kind: 'closed' }],
  ['QGIS: positions with a measure', json(area({ name: 'A' }, { type: 'Polygon', coordinates: [RING.map((place) => [...place, 0, 1])] })), 'is not [longitude, latitude]'],
  ['QGIS: latitudes first', json(area({ name: 'A' }, { type: 'Polygon', coordinates: [RING.map(([lon, lat]) => [lat, lon + 90])] })), 'beyond a pole'],
  ['QGIS: numbers as texts', json(area({ name: 'A' }, { type: 'Polygon', coordinates: [RING.map(([lon, lat]) => [`${lon}`, `${lat}`])] })), 'is not [longitude, latitude]'],
  ['Google Earth: an area in a folder', kml(kmlArea), {}],
  ['Google Earth: decimal commas', kml('<Polygon><outerBoundaryIs><LinearRing><coordinates>10,0,-62,0,0 11,0,-62,0,0 11,0,-61,5,0 10,0,-62,0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>'), 'write decimal points'],
  ['Google Earth: a path that is closed', kml(`<LineString><coordinates>${kmlRing}</coordinates></LineString>`), 'has no areas'],
  ['OpenCPN: a point with a radius', json(area({ name: 'A', Radius_NM: 5 }, { type: 'Point', coordinates: [10, -60] })), {}],
  ['OpenCPN: a radius in metres', json(area({ name: 'A', radius_m: 5000 }, { type: 'Point', coordinates: [10, -60] })), 'has no areas'],
  ['OpenCPN: a boundary in GPX', strToU8('<gpx><path><type>Boundary</type></path></gpx>'), 'The file is GPX'],
]; // biome-ignore format: a table

describe('areas', () => {
  it.each(areas)('%s', (_, file, expected) => {
    const read = () =>
      readZonesFile(file, { property: 'name', nameless: () => null }).zones.map((each) => {
        const { data, error } = zone.safeParse({ kind: 'closed', ...each });
        if (error) throw new Error(error.issues[0]!.message);
        return data;
      });
    if (typeof expected === 'string') expect(read).toThrow(expected);
    else expect(read()[0]).toMatchObject({ name: 'A', ...expected });
  });
});

it('a shape without a geometry is told', () => {
  const shape = { rings: [RING], attributes: { NAME: 'A', KIND: 'closed' } };
  const { shp, ...others } = shapefile([shape, shape]);
  const contentBytes = (shp!.length - 100) / 2 - 8;
  shp![100 + 8 + contentBytes + 8] = 0; // the second is a null shape
  const file = zipSync({
    'z.shp': shp!,
    ...Object.fromEntries(Object.entries(others).map(([part, bytes]) => [`z.${part}`, bytes])),
  });
  const { zones, notes } = readZonesFile(file, { property: 'name', nameless: () => null });
  expect(zones).toHaveLength(1);
  expect(notes).toEqual(['1 feature has no geometry that is read here.']);
});

const chart = (attributes: Record<string, string>, name = 'ice_20261127') =>
  zipped(name, [{ rings: [RING], attributes }]);
const charts: readonly [what: string, file: Uint8Array, expected: readonly [concentration: number, thicknessM: number | null] | string][] = [
  ['an egg', chart({ POLY_TYPE: 'I', CT: '91', CA: '60', SA: '91', CB: '30', SB: '87' }), [95, (6.5 * 0.95 + 3 * 0.5) / 9.5]],
  ['a code without its zero, as tables of numbers have it', chart({ POLY_TYPE: 'I', CT: '1' }), [5, null]],
  ['names in small letters', chart({ poly_type: 'i', ct: '92', ca: '92', sa: '91' }), [100, 0.95]],
  ['one text of all codes', chart({ ICECODE: 'CT91CA60SA91CB30SB87CN-9' }), [95, (6.5 * 0.95 + 3 * 0.5) / 9.5]],
  ['water without a code', chart({ POLY_TYPE: 'W', CT: '' }), [0, null]],
  ['water whose code is missing', chart({ POLY_TYPE: 'W', CT: '-9' }), [0, null]],
  ['water whose code is undetermined', chart({ POLY_TYPE: 'W', CT: '99' }), [0, null]],
  ['water with ice in it', chart({ POLY_TYPE: 'W', CT: '02' }), [5, null]],
  ['land', chart({ POLY_TYPE: 'L', CT: '92' }), 'No area of the chart has a concentration'],
  ['tenths instead of codes', chart({ POLY_TYPE: 'I', CT: '9' }), 'total concentration "9"'],
  ['codes that are numbers with decimals', chart({ POLY_TYPE: 'I', CT: '91.000' }), 'total concentration "91.000"'],
  ['other names of columns', chart({ E_CT: '91' }), 'is no ice chart'],
  ['a name with the day of the year', chart({ POLY_TYPE: 'I', CT: '91' }, 'arctic2026331'), 'does not say when it was drawn'],
]; // biome-ignore format: a table

describe('ice charts', () => {
  it.each(charts)('%s', (_, file, expected) => {
    if (typeof expected === 'string') {
      expect(() => readIceChart(file)).toThrow(expected);
      return;
    }
    const ice = readIceChart(file).areas.map(({ egg }) => iceOf(egg, new CodeCount()));
    expect(ice).toHaveLength(1);
    expect(ice[0]!.concentration).toBe(expected[0]);
    if (expected[1] === null || ice[0]!.thicknessM === null) expect(ice[0]!.thicknessM).toBe(expected[1]);
    else expect(ice[0]!.thicknessM).toBeCloseTo(expected[1], 9);
  });
});
