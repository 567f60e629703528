import type { Point } from '../engine/geometry/sphere.ts';
import type { Track } from '../engine/path/track.ts';

/** A track with the cumulative values at some of its points only, and mean speeds between them. */
export function atPoints(track: Track, points: readonly Point[]): Track {
  const at: number[] = [];
  for (const [lon, lat] of points) {
    let i = at.length > 0 ? at.at(-1)! + 1 : 0;
    while (
      i < track.coordinates.length - 1 &&
      (track.coordinates[i]![0] !== lon || track.coordinates[i]![1] !== lat)
    )
      i++;
    at.push(i);
  }
  const pick = (values: readonly number[]) => at.map((i) => values[i]!);
  const timeDays = pick(track.timeDays);
  const distanceM = pick(track.distanceM);
  return {
    coordinates: points,
    timeDays,
    distanceM,
    consumption: track.consumption && pick(track.consumption),
    speedKmh: meanSpeeds(track, at),
    cells: pick(track.cells),
  };
}

/** By point: the mean over time of the speed through the water since the point before, km/h. */
function meanSpeeds({ speedKmh, timeDays }: Track, at: readonly number[]): number[] {
  return at.map((end, k) => {
    let [sum, days] = [0, 0];
    for (let i = (at[k - 1] ?? end) + 1; i <= end; i++) {
      const part = timeDays[i]! - timeDays[i - 1]!;
      sum += part * speedKmh[i]!;
      days += part;
    }
    return days > 0 ? sum / days : 0;
  });
}
