/** A voyage through stops on great circles at one speed, where there is no mesh: the order is the only question. */
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import { legPairs } from '../order/choose-order.ts';
import { exactOrder } from '../order/exact.ts';
import { searchOrder } from '../order/local-search.ts';
import { evaluate, type OrderProblem } from '../order/problem.ts';
import { pointStops } from '../order/stop-sets.ts';
import { rulesOf } from '../stops/itinerary.ts';
import { randomFrom } from '../stops/plan-stops.ts';
import type { Voyage } from '../voyage-fields.ts';

const HOURS_PER_DAY = 24;

export interface GreatCircleVoyage {
  /** Names of the stops. */
  readonly order: readonly string[];
  readonly nm: number;
  /** Stays included. */
  readonly hours: number;
}

/** @param voyage its windows are not looked at */
export function sailGreatCircles(
  { start, end, voyage }: { readonly start: LatLon; readonly end: LatLon; readonly voyage: Voyage | null },
  knots: number,
): GreatCircleVoyage {
  const stops = voyage?.stops ?? [];
  const points = [start, ...stops, end];
  const nm = points.flatMap((from) => points.map((to) => haversineNm(from, to)));
  const days = Float64Array.from(nm, (length) => length / knots / HOURS_PER_DAY);
  const size = points.length;
  const problem: OrderProblem = {
    count: stops.length,
    ways: [{ days, cost: days }],
    stay: Float64Array.from([0, ...stops.map(({ stay_hours }) => stay_hours / HOURS_PER_DAY), 0]),
    earliest: new Float64Array(size).fill(-Infinity),
    latest: new Float64Array(size).fill(Infinity),
    openings: points.map(() => null),
    stops: pointStops(rulesOf(stops, false).before),
    work: new Float64Array(size),
    leastValue: 0,
    idle: 1,
  };
  const order = voyage?.stop_order === 'best' ? bestOf(problem) : stops.map((_, k) => k + 1);
  return {
    order: order.map((k) => stops[k - 1]!.name),
    nm: legPairs(problem, order).reduce((sum, [from, to]) => sum + nm[from * size + to]!, 0),
    hours: evaluate(problem, order).days * HOURS_PER_DAY,
  };
}

function bestOf(problem: OrderProblem): readonly number[] {
  const { sets } = problem.stops;
  if (sets) return exactOrder(problem, sets)!.order;
  return searchOrder(problem, { random: randomFrom(1), isOver: () => false });
}
