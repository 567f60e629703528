/** What a request may ask of speeds: a voyage of least consumption within a time, and what other times would cost. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../engine/route-plan.ts';
import { Impossible } from '../request/impossible.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { SpeedCurves } from './speed-curves.ts';
import { type Voyage, Voyages } from './voyages.ts';

export interface SpeedQuery {
  /** The least speed of the vessel, km/h, before wind changes it. */
  readonly leastKmh: number;
  /** The voyage takes at most so many days; null: no such voyage is asked for. */
  readonly withinDays: number | null;
  /** How many voyages between the fastest and the one that consumes least; null: none. */
  readonly tradeOff: number | null;
}

export interface TradeOffPoint {
  readonly days: number;
  readonly consumption: number;
  readonly track: Track;
  /** As of Voyage; null where nothing was proved. */
  readonly gapPercent: number | null;
  /** Why the curve is not convex here. */
  readonly note: string | null;
}

/** The route that consumes least within a time. */
export type WithinRoute = Omit<ObjectiveRoute, 'objective'> & Pick<Voyage, 'dualityPercent'>;

export interface ChosenSpeeds {
  readonly within: WithinRoute | null;
  /** Ascending in time. */
  readonly tradeOff: readonly TradeOffPoint[] | null;
}

/** No voyage is as short as is asked for. */
export class TimeTooShort extends Impossible {
  readonly shortestDays: number;

  constructor(withinDays: number, shortestDays: number) {
    super(
      `The voyage can't be made within ${(24 * withinDays).toFixed(2)} hours: the fastest route takes ${hoursUp(shortestDays)} hours.`,
    );
    this.shortestDays = shortestDays;
  }
}

/** Hours with two decimals, not less than they are. */
const hoursUp = (days: number): string => (Math.ceil(2400 * days) / 100).toFixed(2);

/** Times that differ by this fraction are equal. */
const SAME_TIME = 1e-9;
/** A point this fraction above the line between its neighbours is not convex. */
const HOLLOW = 1e-5;

/**
 * @param mesh of the vessel at its greatest speeds, on which `plan` was made between the same ends
 * @throws TimeTooShort
 */
export function chooseSpeeds(
  mesh: Mesh,
  vessel: Vessel,
  ends: readonly [start: LatLon, end: LatLon],
  plan: RoutePlan,
  { leastKmh, withinDays, tradeOff }: SpeedQuery,
  options: PlanOptions,
): ChosenSpeeds {
  const shortest = plan.routes[0]!.track.timeDays.at(-1)!;
  if (withinDays !== null && withinDays < shortest * (1 - SAME_TIME)) {
    throw new TimeTooShort(withinDays, shortest);
  }
  const voyages = new Voyages(new SpeedCurves(mesh, vessel, leastKmh), plan, ends, options);
  return {
    within: withinDays === null ? null : within(voyages, withinDays),
    tradeOff: tradeOff === null ? null : curveOf(voyages, tradeOff),
  };
}

function within(voyages: Voyages, days: number): WithinRoute {
  voyages.explore(days);
  const best = voyages.bestKnown(days);
  return { ...voyages.routeOf(best), dualityPercent: best.dualityPercent };
}

/** Voyages from the fastest to the one that consumes least, evenly spaced in time. */
function curveOf(voyages: Voyages, count: number): TradeOffPoint[] {
  const shortest = voyages.shortestDays;
  const longest = Math.max(shortest, voyages.leisurelyDays());
  const times = Array.from({ length: count }, (_, i) => shortest + (i / (count - 1)) * (longest - shortest));
  for (const days of times) voyages.explore(days);
  // what was found for a later time may be better for an earlier one
  const points = times.map((days) => voyages.bestKnown(days));
  return points.map(({ track, optimality, dualityPercent }, i) => ({
    days: track.timeDays.at(-1)!,
    consumption: consumed(track),
    track,
    gapPercent: optimality?.gapPercent ?? null,
    note: isHollow(points, i)
      ? `Not convex here, because the best path changes: ${dualityPercent.toFixed(2)} % more than a mixture of both would consume`
      : null,
  }));
}

/** Whether point i lies above the line between its neighbours. */
function isHollow(points: readonly Voyage[], i: number): boolean {
  const [before, own, after] = [points[i - 1], points[i]!, points[i + 1]];
  if (!before || !after) return false;
  const [a, b, c] = [before, own, after].map(({ track }) => track.timeDays.at(-1)!);
  const part = (b! - a!) / (c! - a!);
  const line = consumed(before.track) + part * (consumed(after.track) - consumed(before.track));
  return consumed(own.track) > line * (1 + HOLLOW);
}

const consumed = ({ consumption }: Track): number => consumption!.at(-1)!;
