/**
 * A voyage through stops where there is no mesh, at one speed: great circles between them, and their lines as they are given.
 * The order is the only question, and from which end or corner work is begun.
 */
import { haversineNm, type LatLon, type Point } from '../../engine/geometry/sphere.ts';
import { legPairs } from '../order/choose-order.ts';
import { exactOrder } from '../order/exact.ts';
import { searchOrder } from '../order/local-search.ts';
import { evaluate, type OrderProblem } from '../order/problem.ts';
import { randomFrom } from '../order/random.ts';
import { stopsOf } from '../order/stop-sets.ts';
import { rulesOf } from '../stops/itinerary.ts';
import type { Stop } from '../stops/stop-fields.ts';
import type { Voyage } from '../voyage-fields.ts';
import { isWork, lengthNm, workWays } from '../work/work-ways.ts';

const HOURS_PER_DAY = 24;

export interface GreatCircleVoyage {
  /** Names of the stops. */
  readonly order: readonly string[];
  /** Lines included. */
  readonly nm: number;
  /** Stays included. */
  readonly hours: number;
}

/** One way to do a stop. */
interface Visit {
  readonly stop: Stop;
  readonly comes: LatLon;
  readonly goes: LatLon;
  readonly nm: number;
  readonly hours: number;
}

/** @param voyage its windows are not looked at */
export function sailGreatCircles(
  { start, end, voyage }: { readonly start: LatLon; readonly end: LatLon; readonly voyage: Voyage | null },
  knots: number,
): GreatCircleVoyage {
  const stops = voyage?.stops ?? [];
  const visits = stops.flatMap((stop) => visitsOf(stop, knots));
  const comes = [start, ...visits.map((visit) => visit.comes), end];
  const goes = [start, ...visits.map((visit) => visit.goes), end];
  const nm = goes.flatMap((from) => comes.map((to) => haversineNm(from, to)));
  const days = Float64Array.from(nm, (length) => length / knots / HOURS_PER_DAY);
  const size = comes.length;
  const problem: OrderProblem = {
    count: visits.length,
    ways: [{ days, cost: days }],
    stay: Float64Array.from([0, ...visits.map(({ hours }) => hours / HOURS_PER_DAY), 0]),
    earliest: new Float64Array(size).fill(-Infinity),
    latest: new Float64Array(size).fill(Infinity),
    openings: comes.map(() => null),
    stops: stopsOf(
      stops.map((stop) => visits.flatMap((visit, k) => (visit.stop === stop ? [k + 1] : []))),
      rulesOf(stops, voyage?.stop_order !== 'best'),
    ),
    work: new Float64Array(size),
    leastValue: 0,
    idle: 1,
  };
  const order = bestOf(problem);
  const done = order.map((point) => visits[point - 1]!);
  const between = legPairs(problem, order).reduce((sum, [from, to]) => sum + nm[from * size + to]!, 0);
  return {
    order: done.map(({ stop }) => stop.name),
    nm: done.reduce((sum, visit) => sum + visit.nm, between),
    hours: evaluate(problem, order).days * HOURS_PER_DAY,
  };
}

function visitsOf(stop: Stop, knots: number): Visit[] {
  const stay = stop.stay_hours;
  if (!isWork(stop)) return [{ stop, comes: stop, goes: stop, nm: 0, hours: stay }];
  const at = ([lon, lat]: Point): LatLon => ({ lat, lon });
  return workWays(stop).map((line) => {
    const nm = lengthNm(line);
    const hours = stay + nm / (stop.speed_kn ?? knots) + (stop.stay_after_hours ?? 0);
    return { stop, comes: at(line[0]!), goes: at(line.at(-1)!), nm, hours };
  });
}

function bestOf(problem: OrderProblem): readonly number[] {
  const { sets } = problem.stops;
  if (sets) return exactOrder(problem, sets)!.order;
  return searchOrder(problem, { random: randomFrom(1), isOver: () => false });
}
