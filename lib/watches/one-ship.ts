/** Which of the positions that are reported one ship can have been at. */
import { haversineNm } from '../engine/geometry/sphere.ts';
import { byTime, type Position } from './watch.ts';

/** No ship that is routed here is faster. */
export const FASTEST_KN = 60;
/** Places and times may be given to the minute: two of them are then off by a minute of arc each way, and by a minute at that speed. */
const ROUNDING_NM = Math.SQRT2 + FASTEST_KN / 60;
/** A report of which more is impossible is of two ships. */
const MOST_LEFT_OUT = 1 / 4;
const MS_PER_HOUR = 3_600_000;

/** Two positions that follow each other, and that no one ship was at; `stored`: that which was reported before. */
export interface ImpossibleStep {
  readonly from: Position;
  readonly to: Position;
  readonly stored: Position | undefined;
}

/**
 * As many of the positions as are possible together with what was reported before, in the order of their times; where too few are, the
 * step at which they fail.
 *
 * @param stored from earlier reports, all of which are kept; those of the same times are replaced
 */
export function ofOneShip(
  positions: readonly Position[],
  stored: readonly Position[],
): { readonly kept: Position[] } | { readonly fails: ImpossibleStep } {
  const times = new Set(positions.map(({ time }) => time));
  const others = new Set(stored.filter(({ time }) => !times.has(time)));
  const together = [...positions, ...others].sort(byTime);
  const mostLeftOut = Math.floor(MOST_LEFT_OUT * positions.length);
  // a path from before the first to after the last, which are possible with all
  const steps = [null, ...together, null];
  const isPossible = (from: Position | null, to: Position | null) =>
    !from || !to || (others.has(from) && others.has(to)) || isWithinReach(from, to);
  /** How many before each are left out at least, and the one before it that is then kept. */
  const leftOut = new Int32Array(steps.length).fill(mostLeftOut + 1);
  const before = new Int32Array(steps.length);
  leftOut[0] = 0;
  for (let i = 1; i < steps.length; i++) {
    for (let j = i - 1; j >= 0; j--) {
      const between = i - j - 1;
      if (between >= leftOut[i]!) break;
      if (leftOut[j]! + between < leftOut[i]! && isPossible(steps[j]!, steps[i]!)) {
        leftOut[i] = leftOut[j]! + between;
        before[i] = j;
      }
      const passed = steps[j];
      if (passed && others.has(passed)) break;
    }
  }
  const end = steps.length - 1;
  if (leftOut[end]! > mostLeftOut) {
    const reached = leftOut.findLastIndex((count) => count <= mostLeftOut);
    const [from, to] = [steps[reached]!, steps[reached + 1]!];
    return { fails: { from, to, stored: [from, to].find((each) => others.has(each)) } };
  }
  const kept: Position[] = [];
  for (let i = before[end]!; i > 0; i = before[i]!) if (!others.has(steps[i]!)) kept.push(steps[i]!);
  return { kept: kept.reverse() };
}

export function isWithinReach(from: Position, to: Position): boolean {
  const hours = (Date.parse(to.time) - Date.parse(from.time)) / MS_PER_HOUR;
  return haversineNm(from, to) <= ROUNDING_NM + FASTEST_KN * hours;
}
