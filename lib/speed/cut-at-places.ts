import type { Point } from '../engine/geometry/sphere.ts';
import type { Track } from '../engine/path/track.ts';

const isAt = ([lon, lat]: Point, [otherLon, otherLat]: Point): boolean =>
  lon === otherLon && lat === otherLat;

/** Legs one after the other. Where one begins elsewhere than the last ends, a line is sailed between: one of `others`. */
export function joinedLegs(tracks: readonly Track[]) {
  const coordinates: Point[] = [tracks[0]!.coordinates[0]!];
  const rows: number[] = [];
  const others = new Set<number>();
  for (const track of tracks) {
    const begin = track.coordinates[0]!;
    if (!isAt(begin, coordinates.at(-1)!)) {
      others.add(rows.length);
      // a leg has a cell, even where that does not count
      rows.push(track.cells[1] ?? rows.at(-1)!);
      coordinates.push(begin);
    }
    coordinates.push(...track.coordinates.slice(1));
    rows.push(...track.cells.slice(1));
  }
  return { coordinates, rows, others };
}

/** A path that comes to the beginning of some lines, in their order, and goes on from their ends: with the lines. */
export function throughLines(path: readonly Point[], lines: readonly (readonly Point[])[]): Point[] {
  const whole: Point[] = [];
  let from = 0;
  for (const line of lines) {
    const at = path.findIndex((point, k) => k >= from && isAt(point, line[0]!));
    // else it begins where the one before has ended, where the path is only once
    if (at >= 0) {
      whole.push(...path.slice(from, at + 1));
      from = at + 1;
    }
    whole.push(...line.slice(1));
    // it goes on from where the line ends
    if (from < path.length && isAt(path[from]!, line.at(-1)!)) from++;
  }
  return [...whole, ...path.slice(from)];
}

/**
 * The parts of a track that goes through some lines, one after the other; where a leg is sailed at two speeds, it has a point more than
 * they.
 */
export function cutAtPlaces(track: Track, lines: readonly (readonly Point[])[]): Track[] {
  let from = 0;
  return lines.map((line) => {
    if (!isAt(track.coordinates[from]!, line[0]!)) from++;
    let to = from + line.length - 1;
    if (!isAt(track.coordinates[to]!, line.at(-1)!)) to++;
    const part = partOf(track, from, to);
    from = to;
    return part;
  });
}

function partOf(track: Track, from: number, to: number): Track {
  const { coordinates, timeDays, distanceM, consumption, speedKmh, cells } = track;
  const since = (values: readonly number[]) =>
    values.slice(from, to + 1).map((value) => value - values[from]!);
  return {
    coordinates: coordinates.slice(from, to + 1),
    timeDays: since(timeDays),
    distanceM: since(distanceM),
    consumption: consumption && since(consumption),
    speedKmh: [0, ...speedKmh.slice(from + 1, to + 1)],
    cells: [-1, ...cells.slice(from + 1, to + 1)],
  };
}
