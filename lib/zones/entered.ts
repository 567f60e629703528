/** Where a route is inside an area: its legs are cut at the border, which is straight in longitude and latitude. */
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import { METRES_PER_NM, type Point, shortWayDegrees, wrapLongitude } from '../engine/geometry/sphere.ts';
import type { Track } from '../engine/path/track.ts';
import type { Coverage } from './geometry/coverage.ts';
import { boundsOf } from './geometry/polygon.ts';

export interface Entry {
  readonly lat: number;
  readonly lon: number;
  /** Since departure. */
  readonly days: number;
  readonly nm: number;
}

export interface TimeInside {
  readonly entered: readonly Entry[];
  readonly nmInside: number;
  readonly hoursInside: number;
}

/** Degrees: so short a piece of a rhumb line is straight in longitude and latitude, within metres. */
const STRAIGHT = 0.1;
/** Degrees: a shorter way inside is that of a route along the border. */
const TOUCH = 1e-6;

/** @param counts whether being inside counts at a time, days since departure */
export function timeInside(
  coverage: Coverage,
  { coordinates, timeDays, distanceM }: Pick<Track, 'coordinates' | 'timeDays' | 'distanceM'>,
  counts: (days: number) => boolean = () => true,
): TimeInside {
  const entered: Entry[] = [];
  let [nmInside, hoursInside] = [0, 0];
  let wasInside = false;
  for (let leg = 1; leg < coordinates.length; leg++) {
    if (!isNear(coverage, coordinates[leg - 1]!, coordinates[leg]!)) {
      wasInside = false;
      continue;
    }
    const [days, metres] = [timeDays[leg - 1]!, distanceM[leg - 1]!];
    const [legDays, legMetres] = [timeDays[leg]! - days, distanceM[leg]! - metres];
    const line = new MercatorLine(coordinates[leg - 1]!, coordinates[leg]!);
    const degrees = Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat));
    const isStay = degrees === 0;
    const parts = isStay ? stayParts(coverage, line, 24 * legDays) : partsOf(coverage, line);
    for (let k = 1; k < parts.length; k++) {
      const [from, to] = [parts[k - 1]!, parts[k]!];
      const [lon, lat] = line.at(0.5 * (from + to));
      const isInside = isWithin(coverage, lon, lat) && counts(days + 0.5 * (from + to) * legDays);
      if (!isStay && (to - from) * degrees < TOUCH) continue;
      if (isInside && !wasInside) {
        const [x, y] = line.at(from);
        entered.push({
          lat: y,
          lon: x,
          days: days + from * legDays,
          nm: (metres + from * legMetres) / METRES_PER_NM,
        });
      }
      wasInside = isInside;
      if (!isInside) continue;
      nmInside += ((to - from) * legMetres) / METRES_PER_NM;
      hoursInside += (to - from) * legDays * 24;
    }
  }
  return { entered, nmInside, hoursInside };
}

/** The fractions of a stay inside at which an hour ends: a season may begin or end meanwhile. None where it is outside. */
function stayParts(coverage: Coverage, { from: [lon, lat] }: MercatorLine, hours: number): number[] {
  if (!coverage.contains(lon, lat)) return [];
  const parts = Array.from({ length: Math.ceil(hours) }, (_, hour) => hour / hours);
  return [...parts, 1];
}

/** Whether a point is inside; one on the border, as of a leg along a zone that ends where cells do, is not. */
const isWithin = (coverage: Coverage, lon: number, lat: number): boolean =>
  coverage.contains(lon - TOUCH, lat - TOUCH) && coverage.contains(lon + TOUCH, lat + TOUCH);

/** Whether a leg may be inside: most are far from a zone, and this is all that is asked of them. */
function isNear(coverage: Coverage, [lon, lat]: Point, to: Point): boolean {
  const box = boundsOf([lon, lat, lon + shortWayDegrees(to[0] - lon), to[1]]);
  // beyond the antimeridian the area is that of the other side
  return [0, 360, -360].some((turn) =>
    coverage.isNear({ ...box, west: box.west + turn, east: box.east + turn }),
  );
}

/** The fractions of a line between which it does not cross the border. */
function partsOf(coverage: Coverage, line: MercatorLine): number[] {
  const parts = [0, 1];
  // at the antimeridian the area is that of the other side
  for (const meridian of [-180, 180]) {
    const part = line.partAtMeridian(meridian - line.from[0]);
    if (part > 0 && part < 1) parts.push(part);
  }
  const count = Math.ceil(Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat)) / STRAIGHT);
  for (let k = 1; k < count; k++) parts.push(k / count);
  parts.sort((a, b) => a - b);
  const crossings: number[] = [];
  for (let k = 1; k < parts.length; k++)
    crossings.push(...crossingsOf(coverage, line, parts[k - 1]!, parts[k]!));
  return [...parts, ...crossings].sort((a, b) => a - b);
}

/** Where a piece crosses edges that are near, or what continues them: to be cut once more is no harm. */
function crossingsOf(coverage: Coverage, line: MercatorLine, from: number, to: number): number[] {
  const middle = line.from[0] + 0.5 * (from + to) * line.Δlon;
  const turn = wrapLongitude(middle) - middle;
  const [x1, x2] = [from, to].map((part) => line.from[0] + part * line.Δlon + turn) as [number, number];
  const [y1, y2] = [line.latAt(from), line.latAt(to)];
  return coverage.edgesNear(boundsOf([x1, y1, x2, y2])).flatMap((e) => {
    const [x3, y3, x4, y4] = coverage.edge(e) as unknown as [number, number, number, number];
    const side = (x: number, y: number) => (x4 - x3) * (y - y3) - (y4 - y3) * (x - x3);
    const [a, b] = [side(x1, y1), side(x2, y2)];
    return Math.sign(a) === Math.sign(b) ? [] : [from + ((to - from) * a) / (a - b)];
  });
}
