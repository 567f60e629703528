import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { problemOf, readStations } from '../../lib/files/read-stations.ts';

const LAT = -60.508333333;
const LON = -45.25;
/** Name, latitude, longitude, hours. */
type Expected = readonly [
  name: string | null,
  lat?: number | undefined,
  lon?: number | undefined,
  stay?: number,
];

function expectStations(text: string, expected: readonly Expected[]) {
  const { stations, notRead } = readStations(text);
  expect(notRead).toEqual([]);
  expect(stations).toHaveLength(expected.length);
  expected.forEach(([name, lat = LAT, lon = LON, stay = 0], i) => {
    expect(stations[i]).toMatchObject({ name, stayHours: stay });
    expect(stations[i]!.lat).toBeCloseTo(lat, 6);
    expect(stations[i]!.lon).toBeCloseTo(lon, 6);
  });
}

describe('tables of stations', () => {
  it.each<[what: string, text: string, ...expected: Expected[]]>([
    ['columns N/S and E/W', 'Station,Lat,N/S,Lon,E/W\nA,60.508333333,S,45.25,W', ['A']],
    [
      'hemispheres in columns of their own, with degrees and minutes',
      'Name;Lat Deg;Lat Min;Hem;Lon Deg;Lon Min;Hem\nA;60;30,5;S;45;15,0;W',
      ['A'],
    ],
    ['degrees and minutes apart', 'name,lat_deg,lat_min,lon_deg,lon_min\nA,-60,30.5,-45,15', ['A']],
    ['the same in German', 'Station;Lat Grad;Lat Min;Lon Grad;Lon Min\nA;-60;30,5;-45;15,0', ['A']],
    [
      'degrees, minutes and seconds apart',
      'name,latdeg,latmin,latsec,lonDeg,lonMin,lonSec\nA,-60,30,30,-45,15,0',
      ['A'],
    ],
    ['a negative zero of degrees', 'name,lat_deg,lat_min,lon_deg,lon_min\nA,-0,30,-0,15', ['A', -0.5, -0.25]],
    ['min after each', 'Lat,Min,N/S,Lon,Min,E/W,Station\n60,30.5,S,45,15,W,A', ['A']],
    ['a sign and a hemisphere that agree', 'name,lat,N/S,lon,E/W\nA,-60.508333333,S,-45.25,W', ['A']],
    ['words for hemispheres', 'name,lat,lat hem,lon,lon hem\nA,60.508333333,South,45.25,West', ['A']],
    ['Breite und Länge', 'Station;Breite;Länge\nA;-60,508333333;-45,25', ['A']],
    [
      'Norwegian, with a stay',
      'Navn;Breddegrad;Lengdegrad;Opphold (timer)\nØy;-60,508333333;-45,25;1,5',
      ['Øy', LAT, LON, 1.5],
    ],
    [
      'French, with a stay',
      'Nom;Latitude;Longitude;Durée (heures)\nA;-60,508333333;-45,25;2',
      ['A', LAT, LON, 2],
    ],
    [
      'Swedish, with a stay',
      'Namn\tLatitud\tLongitud\tUppehåll (minuter)\nA\t-60,508333333\t-45,25\t90',
      ['A', LAT, LON, 1.5],
    ],
    [
      'Spanish, with a stay',
      'Nombre;Latitud;Longitud;Duración (días)\nA;-60,508333333;-45,25;0,5',
      ['A', LAT, LON, 12],
    ],
    ['LAT_DD', 'ID,LAT_DD,LONG_DD\n7,-60.508333333,-45.25', ['7']],
    ['x and y', 'name,x,y\nA,-45.25,-60.508333333', ['A']],
    ['exponents, as %e prints', 'lat,lon,name\n-6.0508333333e+01,-4.525E+01,A', ['A']],
    ['the same without a heading', '-6.050833333300000000e+01 -4.525000000000000000e+01', [null]],
    ['the same of small numbers', 'lat,lon\n-5.0e-01,1.25e+02', [null, -0.5, 125]],
    ['Darwin Core', 'eventID,decimalLatitude,decimalLongitude\nA,-60.508333333,-45.25', ['A']],
    [
      'Ocean Data View',
      'Station\tLongitude [degrees_east]\tLatitude [degrees_north]\nA\t314.75\t-60.508333333',
      ['A'],
    ],
    ['a unit row', 'name,lat,lon,depth\n,degrees_north,degrees_east,m\nA,-60.508333333,-45.25,4000', ['A']],
    [
      'exact headings before prefixes',
      'lat_bin,Lateral,Latitude,Longitude,name\n-70,3,-60.508333333,-45.25,A',
      ['A'],
    ],
    ['a bin that comes first', 'lat_bin,lon_bin,lat,lon\n-60,-45,-60.508333333,-45.25', [null]],
    [
      'the column of names',
      'Station Type,Name,Lat,Lon\nCTD,A,-60.508333333,-45.25\nCTD,B,-60.508333333,-45.25',
      ['A'],
      ['B'],
    ],
    ['station before id', 'id,Station,Lat,Lon\n1,A,-60.508333333,-45.25', ['A']],
    ['one column with both', 'name,Position\nA,"60°30.5\'S, 45°15.0\'W"', ['A']],
    ['one column with longitude first', 'name;lon/lat\nA;-45.25, -60.508333333', ['A']],
    ['well-known text', 'wkt,name\n"POINT (-45.25 -60.508333333)",A', ['A']],
    ['letters in the cells', 'Station\tLat\tLon\nA\tS60 30.5\tW045 15.0', ['A']],
    ['empty cells between tabs', 'Station\tDepth\tLat\tLon\nA\t\t-60.508333333\t-45.25', ['A']],
    [
      'columns parted by spaces',
      'Station   Lat           Lon\nA 1       -60.508333333 -45.25'.replace(/(?<=3) /, '  '),
      ['A 1'],
    ],
    ['a commented heading', '# lat lon name\n-60.508333333 -45.25 A', ['A']],
    ['a number sign as a heading', '#,Lat,Lon\n3,-60.508333333,-45.25', ['3']],
    [
      'titles above the heading',
      'Cruise PS150\nVersion of Monday\nStation;Lat;Lon\nA;-60,508333333;-45,25',
      ['A'],
    ],
    ['a stay in minutes', 'name,lat,lon,Duration (min)\nA,-60.508333333,-45.25,90', ['A', LAT, LON, 1.5]],
    ['a stay in days', 'name,lat,lon,stay_days\nA,-60.508333333,-45.25,2', ['A', LAT, LON, 48]],
    [
      'quotes, and a line end in a name',
      'name,lat,lon\n"CTD ""5"",\ndeep",-60.508333333,-45.25',
      ['CTD "5", deep'],
    ],
    ['salinity is no second of longitude', 'name,lat,lon,S,M\nA,-60.508333333,-45.25,34.5,2', ['A']],
    ['a direction that belongs to the wind', 'name,lat,lon,dir\nA,-60.508333333,-45.25,270', ['A']],
    [
      'decimals and minutes, both',
      "name,latitude,longitude,latitude_dm,longitude_dm\nA,-60.508333333,-45.25,60°30.500'S,45°15.000'W",
      ['A'],
    ],
    ['seconds with bare quotes', 'name;lat;lon\nA;60°30\'30"S;45°15\'00"W', ['A']],
  ])('%s', (_, text, ...expected) => expectStations(text, expected));

  it('a separator alone in quotes, above quotes in another row', () => {
    const { stations } = readStations('name,lat,lon,note\n",",1,2,a\nB,3,4,"b, c"');
    expect(stations.map(({ name }) => name)).toEqual([',', 'B']);
  });

  it.each([
    [
      'a comma for decimals and for cells',
      'lat,lon\n-60,5,-45,25',
      'Line 2 has 4 cells where the heading has 2',
    ],
    [
      'two latitudes that differ',
      'lat_start,lon_start,lat_end,lon_end\n-60,-45,-61,-46',
      'has 2 columns that may be the latitude, and they differ',
    ],
    [
      'a box',
      'lat_min,lat_max,lon_min,lon_max\n-61,-60,-46,-45',
      'has 2 columns that may be the latitude, and they differ',
    ],
    [
      'latitude and longitude swapped',
      'lat,lon\n-145.25,-60.5',
      'has a latitude beyond 90: latitude and longitude look swapped',
    ],
    ['a sign against its hemisphere', 'lat,N/S,lon,E/W\n-60.5,N,45,W', 'is no position'],
    ['a letter of the other axis', 'lat,lon\n60.5W,45.25S', 'is no position'],
    [
      'a stay that is none',
      'name,lat,lon,stay\nM1,-62.5,-40.25,long',
      'Line 2 has a stay that is no number of hours: M1,-62.5,-40.25,long',
    ],
    ['a stay without an end', 'lat,lon,stay\n-60.5,-45.25,Infinity', 'has a stay that is no number of hours'],
    ['an east of two meanings', 'lat,lon\n60.5N,45.25O', 'is no position'],
  ])('is said: %s', (_, text, problem) => {
    const { stations, notRead } = readStations(text);
    expect(stations).toEqual([]);
    expect(problemOf(notRead)).toContain(problem);
  });

  it('says what was passed over, and what was taken where the heading leaves doubt', () => {
    const { notes } = readStations('PS150\n# a remark\nlat_bin,lon_bin,duration\ndeg,deg,h\n-60,-45,3\n');
    expect(notes).toEqual([
      'Positions were taken from the columns "lat_bin" and "lon_bin".',
      'The column "duration" was taken as hours.',
      '1 remark was passed over.',
      'Line 1 was passed over: PS150',
      'Line 4 was passed over as units.',
    ]);
  });

  it.each([
    ['lat,lon\n°S,°W\n60.5,45.25\n', 'Line 2 was read as units: latitudes south, longitudes west.'],
    ['lat,lon\n°S,°E\n60.5,45.25\n', 'Line 2 was read as units: latitudes south.'],
    ['Latitude °S,lon\n°S,deg\n60.5,45.25\n', 'Line 2 was passed over as units.'],
  ])('says which way units turn a column: %j', (text, note) => {
    expect(readStations(text).notes).toContain(note);
  });
});

describe('a duration in the place of a name', () => {
  it.each([
    ['S60 30.5 W045 15 2h', 2],
    ['60°30.5′S 045°15′W, 1.5 hours', 1.5],
    ['-60.508333333,-45.25,90 min', 1.5],
    ['60°30.5′S 045°15′W 90 Mins.', 1.5],
    ['60°30.5′S 045°15′W 2 Stunden', 2],
    ['0.5 d; 60°30.5′S 045°15′W', 12],
  ])('is the stay: %s', (line, hours) => {
    expectStations(line, [[null, LAT, LON, hours]]);
  });

  it('is none in a longer name', () => {
    expectStations('S60 30.5 W045 15 Tow of 2h', [['Tow of 2h']]);
    expectStations('S60 30.5 W045 15 2 m', [['2 m']]);
  });
});

describe('a line each', () => {
  it.each<[text: string, ...expected: Expected]>([
    ["A 60°30,5'S 45°15,0'W", 'A'],
    ["A: 60°30,5'S, 45°15,0'W", 'A'],
    ["1,60°30.5'S,45°15.0'W", '1'],
    ["CTD 5 60°30.5'S 45°15.0'W", 'CTD 5'],
    ['CTD 5 60 30 30 S 45 15 00 W', 'CTD 5'],
    ['CTD 5 30 30 S 45 15 W', 'CTD 5', -30.5],
    ['-62.5, -40.25', null, -62.5, -40.25],
    ['CTD 5, -62.5, -40.25', 'CTD 5', -62.5, -40.25],
    ['-62.5 -40.25 CTD 5', 'CTD 5', -62.5, -40.25],
    ["Station 12 62°30.0'S 040°15.0'W", 'Station 12', -62.5, -40.25],
    ['62°30\'00"S 040°15\'00"W; deep mooring', 'deep mooring', -62.5, -40.25],
    ['M3\tS62 30.0 W040 15.0', 'M3', -62.5, -40.25],
    ['6230.0S 04015.0W (LDEO)', '(LDEO)', -62.5, -40.25],
    ['62,5S 40,25W – ice edge', 'ice edge', -62.5, -40.25],
    ['A;-62,5;-40,25', 'A', -62.5, -40.25],
    ['-62.5 319.75', null, -62.5, -40.25],
    ['1 62.5S 40.25W', '1', -62.5, -40.25],
    ['Lat 60 deg 30 min 30 sec S Lon 45 deg 15 min 00 sec W CTD', 'CTD'],
    [`${'long name '.repeat(30)}60 ° 30 ' 30 " S 45 ° 15 ' 00 " W`, 'long name '.repeat(30).slice(0, 100)],
    ['4000 -62.5 -40.25', '4000', -62.5, -40.25],
  ])('%j', (text, name, lat, lon) => expectStations(text, [[name, lat, lon]]));

  it.each([
    ['60°30,5', 'is no position'],
    ["1,60°30,5'S;45°15,0'W", 'is no position'],
    ['12,60,45', 'is no position'],
    ['10 -6 4', 'has three numbers of which any two may be the position'],
    ["5'S 45°15.0'W", 'is no position'],
    ["60.5°30'S 45°15'W", 'is no position'],
  ])('%j is told', (text, problem) => {
    const { stations, notRead } = readStations(text);
    expect(stations).toEqual([]);
    expect(notRead).toEqual([{ line: 1, text, problem: expect.stringContaining(problem) }]);
  });

  test('lines that are no position are told with their numbers, blank ones and remarks are passed over', () => {
    const { stations, notRead } = readStations('# plan\n\n-62.5, -40.25\nsomewhere\r\n-95, 10\n');
    expect(stations).toHaveLength(1);
    expect(notRead).toEqual([
      { line: 4, text: 'somewhere', problem: 'is no position' },
      { line: 5, text: '-95, 10', problem: 'is no position' },
    ]);
    expect(problemOf(notRead)).toBe('Line 4 is no position: somewhere, and 1 more');
  });
});

test('whatever is in a text, each line is a place of this globe, or told, or passed over', () => {
  const piece = fc.constantFrom(
    'lat',
    'lon',
    ',',
    ';',
    '\t',
    ' ',
    '\n',
    '"',
    '60',
    '-45.5',
    "30,5'S",
    '°',
    'W',
    'min',
    '#',
    'A',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { stations } = readStations(pieces.join(''));
      for (const { lat, lon } of stations) {
        expect(Math.abs(lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(lon)).toBeLessThanOrEqual(180);
      }
    }),
  );
});

test.each<[what: string, text: string]>([
  ['one long line', '1 '.repeat(500_000)],
  ['a long heading', `lat,lon,${'x,'.repeat(400_000)}\n1,2`],
  ['quotes that are never closed', `name,lat,lon\n${',"a\n'.repeat(90_000)}`],
  ['digits', '1'.repeat(1_000_000)],
])('a megabyte of %s takes less than a second', (_, text) => {
  const begun = process.cpuUsage();
  expect(readStations(text).stations.length).toBeLessThan(2);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1e6).toBeLessThan(1);
});

it('two thousand lines of 240 numbers take two seconds at most', () => {
  const text = Array.from({ length: 2_000 }, () => '1 '.repeat(240)).join('\n');
  const begun = process.cpuUsage();
  expect(readStations(text).notRead).toHaveLength(2_000);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1e6).toBeLessThan(2);
});
