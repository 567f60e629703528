/** Areas for tests. */
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import type { Track } from '../../lib/engine/path/track.ts';
import { closedZoneFault } from '../../lib/zones/point-in-zone.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { randomNumbers } from '../engine/random-mesh.ts';

const KM_PER_DEGREE = 111.2;

/** A polygon with sides along meridians and parallels. */
export const boxPolygon = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** With a border of many stairs where cells are divided: its sides lie along no meridian or parallel. */
export const OBLIQUE = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [-45.8, -53.54],
      [-46.7, -53.83],
      [-46.69, -54.09],
      [-45.47, -54.32],
      [-44.77, -54.11],
      [-45.8, -53.54],
    ],
  ],
};

/** A polygon that every ray from its middle leaves once; its ring has longitudes that may run beyond ±180. */
export function starPolygon({ lat, lon, radii }: { lat: number; lon: number; radii: readonly number[] }) {
  const points = radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length;
    return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  const ring = [...points, points[0]!];
  return { ring, geometry: { type: 'Polygon' as const, coordinates: [ring] } };
}

/** A closed zone with a ragged border. @param at its middle, its radius in km, and its number of points */
export function starZone(
  name: string,
  { lat, lon, radius, points }: { lat: number; lon: number; radius: number; points: number },
  random: () => number,
): Zone {
  const scale = Math.cos((lat * Math.PI) / 180);
  const ring = Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    const km = radius * (1 - (5 * random()) / points);
    return [
      lon + (km * Math.cos(angle)) / KM_PER_DEGREE / scale,
      lat + (km * Math.sin(angle)) / KM_PER_DEGREE,
    ];
  });
  return { name, kind: 'closed', geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } };
}

/** Twenty closed zones of 100 points strewn on some routes, none of them on an end. */
export function zonesOn(tracks: readonly Track[], ends: readonly LatLon[]): Zone[] {
  const random = randomNumbers(3);
  return clearOfEnds(
    Array.from({ length: 40 }, (_, k) => {
      const { coordinates, distanceM } = tracks[k % tracks.length]!;
      const at = (0.1 + 0.8 * random()) * distanceM.at(-1)!;
      const [lon, lat] = coordinates[distanceM.findIndex((metres) => metres >= at)]!;
      return starZone(`${k}`, { lat, lon, radius: (0.2 + 0.8 * random()) * 40, points: 100 }, random);
    }),
    ends,
  ).slice(0, 20);
}

/** The zones in which no end lies. */
export const clearOfEnds = (zones: readonly Zone[], ends: readonly LatLon[]): Zone[] =>
  zones.filter(
    (zone) =>
      !closedZoneFault(
        ends.map((at) => ({ what: 'end', ...at })),
        [zone],
      ),
  );
