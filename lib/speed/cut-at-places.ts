import type { Point } from '../engine/geometry/sphere.ts';
import type { Track } from '../engine/path/track.ts';

/**
 * The parts of a track that goes through some lines, one after the other; where a leg is sailed at two speeds, it has a point more than
 * they.
 */
export function cutAtPlaces(track: Track, lines: readonly (readonly Point[])[]): Track[] {
  let from = 0;
  return lines.map((line) => {
    const [lon, lat] = line.at(-1)!;
    let to = from + line.length - 1;
    const at = track.coordinates[to]!;
    if (at[0] !== lon || at[1] !== lat) to++;
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
