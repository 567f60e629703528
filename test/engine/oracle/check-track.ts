/** Whether a track may be sailed and says what it costs: every fault in a sentence, none where it is sound. */

import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import type { Track } from '../../../lib/engine/path/track.ts';
import { isOpen } from '../random-mesh.ts';
import { type Crossings, rectangleOf } from './crossings.ts';
import { lonDifference, type Point, sailLeg } from './sailing.ts';

/** Degrees: the rounding of a coordinate, a ten-thousandth of a millimetre. */
const ROUNDING = 1e-12;

/** Relative to the totals, as the definition asks. */
const CONSISTENCY = 1e-9;

export interface CheckedTrack {
  readonly faults: readonly string[];
  readonly pinches: readonly LatLon[];
}

export function checkTrack(
  source: MeshSource,
  crossings: Crossings,
  track: Track,
  start: LatLon,
  end: LatLon,
): CheckedTrack {
  const faults = [...faultsOfEnds(track, start, end), ...faultsOfSums(source, track)];
  const pinches: LatLon[] = [];
  const { coordinates, cells } = track;
  for (let i = 1; i < coordinates.length; i++) {
    const row = cells[i]!;
    if (!(row >= 0) || !isOpen(source, row)) faults.push(`leg ${i} lies in the closed cell ${row}`);
    else if (!holdsLeg(source, row, coordinates[i - 1]!, coordinates[i]!)) {
      const points = `(${coordinates[i - 1]}) to (${coordinates[i]})`;
      faults.push(`leg ${i}, ${points}, leaves its cell ${row} (${rectangleOf(source, row)})`);
    }
    if (i === 1 || row === cells[i - 1]) continue;
    const passage = passageAt(crossings, coordinates[i - 1]!, cells[i - 1]!, row);
    if (passage === 'none')
      faults.push(`no way from cell ${cells[i - 1]} to ${row} at (${coordinates[i - 1]})`);
    if (passage === 'pinch') pinches.push({ lon: coordinates[i - 1]![0], lat: coordinates[i - 1]![1] });
  }
  return { faults, pinches };
}

/** How to get from cell to cell at a point. */
export function passageAt(
  { edges, corners, pinches }: Crossings,
  at: Point,
  from: number,
  to: number,
  slack = ROUNDING,
): 'open' | 'pinch' | 'none' {
  if (
    edges.some(
      ({ cells, ...edge }) =>
        cells.includes(from) && cells.includes(to) && isOn(at, edge.from, edge.to, slack),
    )
  ) {
    return 'open';
  }
  const here = (k: number) => isOn(at, corners[k]!.at, corners[k]!.at, slack);
  const holds = (k: number, cell: number) => corners[k]!.cells.includes(cell);
  if (corners.some((_, k) => here(k) && holds(k, from) && holds(k, to))) return 'open';
  const squeezes = pinches.some(
    ([a, b]) => here(a) && ((holds(a, from) && holds(b, to)) || (holds(b, from) && holds(a, to))),
  );
  return squeezes ? 'pinch' : 'none';
}

function isOn([lon, lat]: Point, from: Point, to: Point, slack: number): boolean {
  return (
    lonDifference(from[0], lon) >= -slack &&
    lonDifference(lon, to[0]) >= -slack &&
    lat >= from[1] - slack &&
    lat <= to[1] + slack
  );
}

/** A rhumb line between two points of a rectangle stays in it, unless it goes the other way round the globe. */
function holdsLeg(source: MeshSource, row: number, from: Point, to: Point): boolean {
  const [west, south, east, north] = rectangleOf(source, row);
  const inside = (lon: number, lat: number) =>
    lon >= west - ROUNDING && lon <= east + ROUNDING && lat >= south - ROUNDING && lat <= north + ROUNDING;
  return [-360, 0, 360].some((turn) => {
    const lon = from[0] + turn;
    return inside(lon, from[1]) && inside(lon + lonDifference(from[0], to[0]), to[1]);
  });
}

export function faultsOfEnds({ coordinates }: Track, start: LatLon, end: LatLon): string[] {
  const faults: string[] = [];
  const first = coordinates[0]!;
  const last = coordinates.at(-1)!;
  if (first[0] !== start.lon || first[1] !== start.lat) faults.push(`it starts at (${first})`);
  if (last[0] !== end.lon || last[1] !== end.lat) faults.push(`it ends at (${last})`);
  return faults;
}

function faultsOfSums(source: MeshSource, track: Track): string[] {
  const { coordinates, cells, timeDays, distanceM, consumption, speedKmh } = track;
  const faults: string[] = [];
  const lists = { timeDays, distanceM, speedKmh, cells, ...(consumption && { consumption }) };
  for (const [name, list] of Object.entries(lists)) {
    if (list.length !== coordinates.length)
      faults.push(`${name} has ${list.length} of ${coordinates.length}`);
  }
  const sums = { timeDays: 0, distanceM: 0, consumption: 0 };
  const compare = (name: string, i: number, found: number, expected: number, total: number) => {
    if (!(Math.abs(found - expected) <= CONSISTENCY * total)) {
      faults.push(`${name}[${i}] is ${found}, expected ${expected}`);
    }
  };
  for (let i = 0; i < coordinates.length; i++) {
    if (i > 0) {
      const leg = sailLeg(source, cells[i]!, coordinates[i - 1]!, coordinates[i]!);
      sums.timeDays += leg.days;
      sums.distanceM += leg.lengthM;
      sums.consumption += leg.consumption;
      // a leg of a metre or less has a bearing of few digits
      if (leg.lengthM > 1) compare('speedKmh', i, speedKmh[i]!, 3.6 * leg.speed, 1e3 * leg.speed);
    }
    compare('timeDays', i, timeDays[i]!, sums.timeDays, timeDays.at(-1)!);
    compare('distanceM', i, distanceM[i]!, sums.distanceM, distanceM.at(-1)!);
    if (consumption) compare('consumption', i, consumption[i]!, sums.consumption, consumption.at(-1)!);
  }
  return faults;
}
