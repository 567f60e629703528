/**
 * The greatest reward of routes through stops, by what they cost, where there are too many sets of stops to look at all. It is a bound
 * for voyages: a route may do a stop again once it has forgotten it, at one that does not have it among its nearest (ng-routes;
 * Baldacci, Mingozzi & Roberti 2011).
 *
 * Costs are counted in steps. Of the routes to one point in one step with one memory, the greatest reward and the least cost are kept,
 * each of whichever route has it: no cost is rounded.
 */
import { type Arrivals, arrivals, type OrderProblem, sizeOf } from './problem.ts';
import { RestOfRoutes, type RouteLimits } from './rest-of-routes.ts';

export interface BestRoute {
  /** −Infinity where there is none. */
  readonly reward: number;
  /** Of a route that goes round and round the last ones, four times as many as the problem has. */
  readonly points: readonly number[];
}

export class NgRoutes {
  private readonly problem: OrderProblem;
  private readonly arrive: Arrivals;
  private readonly limits: RouteLimits;
  private readonly rest: RestOfRoutes;
  /** Of each stop: sets of its nearest, as bits. */
  private readonly memories: number;
  /** ((stop + 1) × stops + next stop) × memories + memory, stop −1 the start: what is remembered there; −1 where it may not come next. */
  private readonly remembered: Int16Array;
  /** Of each step: (point − 1) × memories + memory. */
  private readonly states: number;
  /** step × states + state. */
  private readonly reward: Float64Array;
  private readonly cost: Float64Array;
  /** The entry before; −1 the start. */
  private readonly previous: Int32Array;
  /** By state: the greatest reward in an earlier step, of those that remember no more. */
  private readonly known: Float64Array;
  /** By state of the step: whether it has to go on. */
  private readonly isNew: Uint8Array;
  /** By step: the best that ends in it, what one costs at least, and the last entry of the best. */
  private readonly endReward: Float64Array;
  private readonly endCost: Float64Array;
  private readonly endFrom: Int32Array;
  /** By stop, of the run; and what routes have to gain to be looked at. */
  private rewards: Float64Array = new Float64Array();
  private moreThan = 0;

  /** @param leg what is summed, by leg */
  constructor(problem: OrderProblem, leg: Float64Array, limits: RouteLimits) {
    const { steps, nearest } = limits;
    this.problem = problem;
    this.arrive = arrivals(problem, leg);
    this.limits = limits;
    this.rest = new RestOfRoutes(problem, this.arrive, limits);
    this.memories = 2 ** nearest;
    this.remembered = memoriesBetween(problem, nearestOf(problem, leg, nearest), this.memories);
    this.states = problem.count * this.memories;
    this.reward = new Float64Array(steps * this.states);
    this.cost = new Float64Array(steps * this.states);
    this.previous = new Int32Array(steps * this.states);
    this.known = new Float64Array(this.states);
    this.isNew = new Uint8Array(this.states);
    this.endReward = new Float64Array(steps);
    this.endCost = new Float64Array(steps);
    this.endFrom = new Int32Array(steps);
  }

  /**
   * Finds the best routes, of those with more than some reward.
   *
   * @param rewards by stop, each time that it is done
   */
  run(rewards: Float64Array, moreThan: number): void {
    const { limits, endReward, endCost, reward, cost, known } = this;
    this.rewards = rewards;
    this.rest.find(rewards);
    for (const sums of [reward, known, endReward]) sums.fill(-Infinity);
    for (const costs of [cost, endCost]) costs.fill(Infinity);
    this.moreThan = moreThan;
    this.goOn(-1, 0, 0);
    for (let step = 0; step < limits.steps; step++) this.goOnFrom(step);
  }

  private goOnFrom(step: number): void {
    const { problem, states, known, reward, cost, isNew } = this;
    const first = step * states;
    let isAny = false;
    for (let state = 0; state < states; state++) {
      if (!(reward[first + state]! > known[state]!)) continue;
      isNew[state] = 1;
      isAny = true;
    }
    if (!isAny) return;
    // stops that cost no step may follow on each other
    for (let round = 0, isMore = true; isMore && round <= problem.stops.visits.length; round++) {
      isMore = false;
      for (let state = 0; state < states; state++) {
        if (isNew[state] === 0) continue;
        isNew[state] = 0;
        if (this.goOn(first + state, reward[first + state]!, cost[first + state]!)) isMore = true;
      }
    }
    isNew.fill(0);
    for (let state = 0; state < states; state++) this.know(state, reward[first + state]!);
  }

  /** A route that remembers more is no better with less reward. */
  private know(state: number, reward: number): void {
    const { memories, known } = this;
    if (!(reward > known[state]!)) return;
    const memory = state % memories;
    for (let more = memory; more < memories; more = (more + 1) | memory) {
      const other = state - memory + more;
      if (reward > known[other]!) known[other] = reward;
    }
  }

  /** To every stop that may come next, and to the end. Returns whether one is in the same step. */
  private goOn(entry: number, gained: number, spent: number): boolean {
    const { problem, memories, remembered, states, arrive, rewards, reward, cost, previous, moreThan } = this;
    const { most, steps } = this.limits;
    const { most: rest, next: first, other } = this.rest;
    const { count } = problem;
    const { of, visits } = problem.stops;
    const perStep = steps / most;
    const from = entry < 0 ? 0 : 1 + Math.floor((entry % states) / memories);
    const memory = Math.max(0, entry) % memories;
    const line = (of[from]! + 1) * visits.length;
    let isSame = false;
    for (let to = 1; to <= count; to++) {
      const stop = of[to]!;
      const then = remembered[(line + stop) * memories + memory]!;
      const sum = then < 0 ? Infinity : arrive(spent, from, to);
      if (!(sum <= most)) continue;
      const step = Math.min(steps - 1, Math.floor(sum * perStep));
      const whole = gained + rewards[stop]!;
      const at = step * count + to - 1;
      if (whole + rest[at]! <= moreThan) continue;
      const next = first[at]!;
      const isDone = next >= 0 && remembered[((stop + 1) * visits.length + next) * memories + then]! < 0;
      if (isDone && whole + other[at]! <= moreThan) continue;
      const state = (to - 1) * memories + then;
      const reached = step * states + state;
      const [isBetter, isCheaper] = [whole > reward[reached]!, sum < cost[reached]!];
      if (isBetter) {
        reward[reached] = whole;
        previous[reached] = entry;
      }
      if (isCheaper) cost[reached] = sum;
      if ((isBetter || isCheaper) && step === Math.floor(entry / states)) {
        this.isNew[state] = 1;
        isSame = true;
      }
    }
    this.end(entry, gained, arrive(spent, from, count + 1));
    return isSame;
  }

  private end(entry: number, gained: number, whole: number): void {
    const { most, steps } = this.limits;
    if (!(whole <= most)) return;
    const step = Math.min(steps - 1, Math.floor((whole * steps) / most));
    if (gained > this.endReward[step]!) {
      this.endReward[step] = gained;
      this.endFrom[step] = entry;
    }
    this.endCost[step] = Math.min(this.endCost[step]!, whole);
  }

  /** The best of the last run that costs so much at most. */
  best(most: number): BestRoute {
    const { endReward, endCost, problem, previous, states, memories } = this;
    let best = -1;
    for (let step = 0; step < endReward.length; step++) {
      if (endCost[step]! <= most && endReward[step]! > (endReward[best] ?? -Infinity)) best = step;
    }
    if (best < 0) return { reward: -Infinity, points: [] };
    const points: number[] = [];
    // in one step, routes may come to be each other's beginning
    const longest = 4 * problem.count;
    for (let entry = this.endFrom[best]!; entry >= 0 && points.length < longest; entry = previous[entry]!) {
      points.push(1 + Math.floor((entry % states) / memories));
    }
    return { reward: endReward[best]!, points: points.reverse() };
  }

  /** What a route of the last run costs at least that has so much reward; Infinity where none has. */
  leastFor(reward: number): number {
    return this.endCost.reduce(
      (least, cost, step) => (this.endReward[step]! >= reward ? Math.min(least, cost) : least),
      Infinity,
    );
  }
}

/** By stop: others, nearest first. */
function nearestOf(problem: OrderProblem, leg: Float64Array, most: number): number[][] {
  const size = sizeOf(problem);
  const { visits } = problem.stops;
  const between = (some: readonly number[], others: readonly number[]) =>
    Math.min(...some.flatMap((a) => others.flatMap((b) => [leg[a * size + b]!, leg[b * size + a]!])));
  return visits.map((points, stop) => {
    const away = visits.map((others) => between(points, others));
    const others = [...visits.keys()].filter((other) => other !== stop);
    return others.sort((a, b) => away[a]! - away[b]!).slice(0, most);
  });
}

/** What is remembered, as NgRoutes has it. */
function memoriesBetween(
  { stops: { visits, before, beforeIfDone } }: OrderProblem,
  nearest: readonly (readonly number[])[],
  memories: number,
): Int16Array {
  const count = visits.length;
  const needs = (one: number, other: number) => before[one]!.has(other) || beforeIfDone[one]!.has(other);
  const remembered = new Int16Array((count + 1) * count * memories).fill(-1);
  for (let from = -1; from < count; from++) {
    for (let memory = 0; memory < (from < 0 ? 1 : memories); memory++) {
      const near = from < 0 ? [] : nearest[from]!.filter((_, bit) => (memory >> bit) & 1);
      const done = from < 0 ? [] : [from, ...near];
      for (let to = 0; to < count; to++) {
        const isFirst = from < 0 && before[to]!.size > 0;
        if (isFirst || done.some((stop) => stop === to || needs(stop, to))) continue;
        const bits = nearest[to]!.reduce((sum, stop, bit) => sum + (done.includes(stop) ? 2 ** bit : 0), 0);
        remembered[((from + 1) * count + to) * memories + memory] = bits;
      }
    }
  }
  return remembered;
}
