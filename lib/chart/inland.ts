/** How far from the sea a place lies. Coastlines: Natural Earth 1:50m, public domain, from the package world-atlas. */
import { feature } from 'topojson-client';
import land50m from 'world-atlas/land-50m.json' with { type: 'json' };
import { type LatLon, RADIANS, shortWayDegrees } from '../engine/geometry/sphere.ts';

const NM_PER_DEGREE = 60;

type Ring = readonly (readonly number[])[];

let rings: readonly Ring[] | null = null;

/** Without the hole round the pole where the map was cut open. */
const AT_POLE = -89.9;

function coast(): readonly Ring[] {
  rings ??= feature(land50m, land50m.objects.land)
    .features.flatMap(({ geometry }): Ring[] => {
      if (geometry.type === 'Polygon') return geometry.coordinates;
      return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
    })
    .filter((ring) => ring.some(([, lat]) => lat! > AT_POLE));
  return rings;
}

/** Nautical miles to the nearest coast, 0 at sea. */
export function inlandNm(place: LatLon): number {
  if (!isOnLand(place)) return 0;
  return coast().reduce((least, ring) => Math.min(least, distanceNm(ring, place)), Infinity);
}

/** Due north of a place on land there are an odd number of coasts: the north pole is at sea. */
function isOnLand({ lat, lon }: LatLon): boolean {
  let crossed = 0;
  for (const ring of coast()) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[lon1, lat1], [lon2, lat2]] = [ring[i]!, ring[i + 1]!] as [[number, number], [number, number]];
      const [a, b] = [shortWayDegrees(lon1 - lon), shortWayDegrees(lon2 - lon)];
      // a side that leads over the meridian on the other side of the globe does not count
      if (a < 0 === b < 0 || Math.abs(a - b) > 180) continue;
      if (lat1 + (a / (a - b)) * (lat2 - lat1) > lat) crossed++;
    }
  }
  return crossed % 2 === 1;
}

/** On a plane that is true to scale at the place. */
function distanceNm(ring: Ring, { lat, lon }: LatLon): number {
  const scale = Math.cos(lat * RADIANS);
  const plane = ring.map(([x, y]) => [scale * shortWayDegrees(x! - lon), y! - lat] as const);
  let least = Infinity;
  for (let i = 0; i + 1 < plane.length; i++) {
    const [[x1, y1], [x2, y2]] = [plane[i]!, plane[i + 1]!];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const part = Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x1 + part * dx, y1 + part * dy));
  }
  return NM_PER_DEGREE * least;
}
