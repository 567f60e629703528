/** What is wrong with the answers to random voyages, by brute force and by the formulas of the models. */
import type { Track } from '../../lib/engine/path/track.ts';
import { displacement, leastFuel, type Place, sail } from './brute-force.ts';
import { answerTo, type RandomVoyage, randomVoyage } from './random-voyage.ts';

/** How much more than brute force an answer may consume: what the engine's own paths may cost more than the best. */
const TOLERANCE = 2e-3;
const SAME = 1e-6;

/** The faults of the answer for a seed; null where no way leads there. */
export function faultsOf(seed: number): string[] | null {
  const voyage = randomVoyage(seed);
  const answer = answerTo(voyage);
  if (!answer) return null;
  const { hours, route } = answer;
  const { track, optimality, remarks = [] } = route;
  const fuel = track.consumption!.at(-1)!;
  const open = voyage.cells.filter(({ isOpen }) => isOpen);
  const brute = leastFuel(voyage.ship, open, voyage.ends, hours) ?? Infinity;
  // where the best path changes near that time, the better one may be that of no price: this is told
  const tolerance = remarks.length > 0 ? optimality!.gapPercent / 100 : TOLERANCE;
  const isLate = 24 * track.timeDays.at(-1)! > hours * (1 + SAME);
  return [
    ...(isLate ? [`takes ${24 * track.timeDays.at(-1)!} of ${hours} hours`] : []),
    ...(fuel > brute * (1 + tolerance) ? [`consumes ${fuel}, brute force ${brute}`] : []),
    ...(optimality!.least > brute * (1 + SAME)
      ? [`at least ${optimality!.least}, brute force ${brute}`]
      : []),
    ...unsailable(voyage, track),
  ].map((fault) => `Seed ${seed}: ${fault}`);
}

/** The legs that do not take what the formulas say. Where wind changes the speed, v is not known from the track. */
function unsailable({ cells, ship }: RandomVoyage, { coordinates, speedKmh, timeDays, consumption }: Track) {
  if (ship.adjusts) return [];
  return coordinates.flatMap((to, i) => {
    if (i === 0) return [];
    const from = coordinates[i - 1]!;
    const [x, y] = displacement(from as Place, to as Place);
    const hours = 24 * (timeDays[i]! - timeDays[i - 1]!);
    const tonnes = consumption![i]! - consumption![i - 1]!;
    const [lon, lat] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const around = cells.filter(
      ({ west, south, east, north }) =>
        lon > west - SAME && lon < east + SAME && lat > south - SAME && lat < north + SAME,
    );
    const isSailed = around.some((cell) => {
      const [h, t] = sail(ship, cell, x, y, speedKmh[i]!);
      return Math.abs(h - hours) < SAME * hours + SAME && Math.abs(t - tonnes) < SAME * tonnes + SAME;
    });
    return isSailed ? [] : [`leg ${i} takes ${hours} hours and ${tonnes} tonnes`];
  });
}
