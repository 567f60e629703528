/** Stops from files of routes and places: what is left out is told. */
import { describe, expect, it } from 'vitest';
import { recognise } from '../../lib/files/recognise.ts';
import { readPlaces } from '../../lib/route-files/read-places.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';

const placemark = (lat: number, lon: number) =>
  `<Placemark><Point><coordinates>${lon},${lat}</coordinates></Point></Placemark>`;
const line = (positions: string) =>
  `<Placemark><LineString><coordinates>${positions}</coordinates></LineString></Placemark>`;
const points = placemark(-60, -40) + placemark(-61, -41);
const area =
  '<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>-40,-66 -39,-66 -39,-65 -40,-66</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>';
const kml = (content: string) => `<kml><Document>${content}</Document></kml>`;
const gpx = (content: string) => `<gpx>${content}</gpx>`;
const route = '<rte><rtept lat="-60" lon="-40"/><rtept lat="-61" lon="-41"/></rte>';

describe('stops', () => {
  it.each([
    ['points alone', kml(points), []],
    ['an area beside them', kml(points + area), ['1 area was passed over.']],
    ['a line through other places', kml(points + line('-40,-60 -30,-62')), ['1 line was passed over.']],
    ['a line from point to point', kml(points + line('-40,-60 -41,-61')), []],
    [
      'a route, and a place beside it',
      gpx(`<wpt lat="-65" lon="-50"/>${route}`),
      ['1 point beside the line was passed over.'],
    ],
  ])('%s', (_, file, notes) => {
    const read = readPlaces(recognise(file));
    expect(read.places).toMatchObject([
      { lat: -60, lon: -40 },
      { lat: -61, lon: -41 },
    ]);
    expect(read.notes).toEqual(notes);
  });
});

describe('a route', () => {
  it.each([
    [
      'places beside it',
      gpx(`<wpt lat="-65" lon="-50"/><wpt lat="-66" lon="-50"/>${route}`),
      ['2 points beside the line were passed over.'],
    ],
    ['a place that it leads to', gpx(`<wpt lat="-61" lon="-41"/>${route}`), []],
    [
      'a route of one point',
      gpx(`<rte><rtept lat="-65" lon="-50"/></rte>${route}`),
      ['1 route of one point was passed over.'],
    ],
    [
      'placemarks beside a line',
      kml(points + line('-40,-60 -30,-62')),
      ['1 point beside the line was passed over.'],
    ],
  ])('%s', (_, file, notes) => {
    expect(readRouteFile(file).notes).toEqual(notes);
  });
});
