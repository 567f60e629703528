/** Whatever route is written in one of our formats, our own readers read the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RouteFileFormat, routeFileFormats, rtzVersions } from '../../lib/route-files/format-types.ts';
import { writeRouteFile } from '../../lib/route-files/formats.ts';
import type { ReadWaypoint } from '../../lib/route-files/read-route.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { between } from '../between.ts';
import { runs } from '../thorough.ts';
import { routeEntry } from './route-entry.ts';

/** Degrees: nine decimals are half of that; ChartTrack has thousandths of a minute. */
const WITHIN: Readonly<Partial<Record<RouteFileFormat, number>>> = { charttrack: 0.0005 / 60 + 1e-9 };
/** A line is cut where it passes the antimeridian, so that no map draws it round the world. */
const CUT: readonly RouteFileFormat[] = ['geojson', 'kml'];
/** A line has no names of its points. */
const NAMELESS: readonly RouteFileFormat[] = ['geojson', 'kml', 'charttrack'];

const longitude = fc.oneof(between(-180, 180), fc.constantFrom(-180, 180, 179.9999999996, -1e-10, 0));
const latitude = fc.oneof(between(-90, 90), fc.constantFrom(-90, 90, 89.99999999, 59.9999999, 1e-12, 0));
/** A point that repeats the one before it is a stay there, of which stops-in-files.test.ts tells. */
const coordinates = fc
  .array(fc.tuple(longitude, latitude), { minLength: 2, maxLength: 20 })
  .map((all) => all.filter(([lon, lat], k) => lon !== all[k - 1]?.[0] || lat !== all[k - 1]?.[1]));
/** What cells, sentences and markup are parted by, and what looks like a position. */
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      '60.5 S',
      '=1+1',
      'N',
      'lat',
      'lat,lon',
      '"',
      'a "b", c',
      '-',
      '#1',
      "'60;5",
      '12',
      '<b>&</b>',
    ),
  )
  .map((text) => text.trim());

const apart = (a: number, b: number): number => {
  const turned = Math.abs(a - b) % 360;
  return Math.min(turned, 360 - turned);
};
const isAt = (within: number, { lat, lon }: ReadWaypoint, [toLon, toLat]: readonly [number, number]) =>
  Math.abs(lat - toLat) < within && apart(lon, toLon) < within;

const isLine = (positions: readonly (readonly [number, number])[], within: number): boolean =>
  positions.some(([lon, lat]) => !isAt(within, { lat, lon, name: null }, positions[0]!));

/** All positions in their order, those that repeat the one before them once, and besides them only places on the antimeridian. */
function expectBetweenCuts(
  waypoints: readonly ReadWaypoint[],
  positions: readonly (readonly [number, number])[],
  within: number,
): void {
  let next = 0;
  for (const each of waypoints) {
    const first = next;
    while (next < positions.length && isAt(within, each, positions[next]!)) next++;
    const isRepeated = first > 0 && isAt(within, each, positions[first - 1]!);
    if (next === first && !isRepeated) expect(Math.abs(each.lon)).toBeCloseTo(180, 8);
  }
  expect(next).toBe(positions.length);
}

describe.each(routeFileFormats)('what is written as %s is read back', (format) => {
  const within = WITHIN[format] ?? 1e-9;

  it('with its positions, names and times', () => {
    fc.assert(
      fc.property(
        coordinates.filter((positions) => isLine(positions, 1e-4)),
        fc.array(name, { minLength: 2, maxLength: 2 }),
        fc.constantFrom(null, new Date('2026-11-21T10:00:00Z')),
        fc.constantFrom(...rtzVersions),
        (positions, [startName, endName], departure, rtzVersion) => {
          const entry = routeEntry(positions, { startName: startName!, endName: endName! });
          const { text } = writeRouteFile(entry, format, { points: 'sailing', departure, rtzVersion });
          const read = readRouteFile(text);
          expect(read.routes).toHaveLength(1);
          const [{ waypoints, days }] = read.routes as [(typeof read.routes)[number]];
          if (CUT.includes(format)) expectBetweenCuts(waypoints, positions, within);
          else {
            expect(waypoints).toHaveLength(positions.length);
            for (const [i, each] of waypoints.entries())
              expect(isAt(within, each, positions[i]!), `point ${i}`).toBe(true);
          }
          if (departure && !CUT.includes(format)) expect(days).toBeCloseTo(0.1 * (positions.length - 1), 4);
          if (!NAMELESS.includes(format)) {
            expect(waypoints[0]!.name).toBe(startName || 'Start');
            expect(waypoints.at(-1)!.name).toBe(endName || 'End');
          }
        },
      ),
      { numRuns: runs(100, 300) },
    );
  });
});

it.each(routeFileFormats)('%s with control characters in the names of its ends is read back', (format) => {
  const entry = routeEntry(
    [
      [-60, -60],
      [-59, -61],
    ],
    { startName: 'A\u0000B', endName: '\u0007C' },
  );
  const { text } = writeRouteFile(entry, format, { points: 'sailing', departure: null, rtzVersion: '1.0' });
  expect(text).not.toMatch(/(?![\r\n\t])\p{Cc}/u);
  expect(readRouteFile(text).routes).toHaveLength(1);
});

it.each(['kml', 'geojson'] as const)(
  '5,100 waypoints on both sides of the antimeridian are read back from %s without those of the cuts',
  (format) => {
    const zigzag = Array.from(
      { length: 5_100 },
      (_, i) => [i % 2 ? 179.5 - 1e-5 * i : 1e-5 * i - 179.25, -70 + 0.001 * i + (i % 7)] as const,
    );
    const { text } = writeRouteFile(routeEntry(zigzag), format, {
      points: 'sailing',
      departure: null,
      rtzVersion: '1.0',
    });
    const [route, ...others] = readRouteFile(text).routes;
    expect(others).toEqual([]);
    expect(route!.given).toBe(zigzag.length);
    expect(route!.waypoints.findIndex((each, i) => !isAt(1e-9, each, zigzag[i]!))).toBe(-1);
  },
);
