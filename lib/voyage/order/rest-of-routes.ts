/**
 * What a route through stops may still gain, by where it is and what it has cost, from the end back: at most, because routes remember
 * only the stop that they come from (2-cycles left out; Houck, Picard, Queyranne & Vemuganti 1980).
 */
import type { Arrivals, OrderProblem } from './problem.ts';

const ROUNDING = 1e-12;

export interface RouteLimits {
  /** Routes cost no more. */
  readonly most: number;
  /** In which their costs are counted. */
  readonly steps: number;
  /** Stops that are remembered at a stop besides itself. */
  readonly nearest: number;
}

export class RestOfRoutes {
  private readonly problem: OrderProblem;
  private readonly arrive: Arrivals;
  private readonly limits: RouteLimits;
  /** step × count + point − 1: the greatest reward, its next stop (−1 the end), and the greatest with another next one. */
  readonly most: Float64Array;
  readonly next: Int32Array;
  readonly other: Float64Array;
  /** Whether one point of a step goes on to another one of it. */
  private isSame = false;

  constructor(problem: OrderProblem, arrive: Arrivals, limits: RouteLimits) {
    const entries = limits.steps * problem.count;
    this.problem = problem;
    this.arrive = arrive;
    this.limits = limits;
    this.most = new Float64Array(entries);
    this.next = new Int32Array(entries);
    this.other = new Float64Array(entries);
  }

  /** @param reward by stop */
  find(reward: Float64Array): void {
    const { count, stops } = this.problem;
    this.most.fill(-Infinity);
    this.other.fill(-Infinity);
    this.next.fill(-1);
    for (let step = this.limits.steps - 1; step >= 0; step--) {
      // stops that cost no step may follow on each other
      for (let round = 0, isMore = true; isMore && round <= stops.visits.length; round++) {
        let isNew = false;
        this.isSame = false;
        for (let point = 1; point <= count; point++) if (this.goOn(point, step, reward)) isNew = true;
        isMore = isNew && this.isSame;
      }
    }
  }

  /** Returns whether something was found that was not known yet. */
  private goOn(point: number, step: number, reward: Float64Array): boolean {
    const { problem, limits, arrive, most, other, next } = this;
    const { count, stops } = problem;
    const perStep = limits.steps / limits.most;
    // no later than in which it was counted
    const from = (step / perStep) * (1 - ROUNDING);
    const at = step * count + point - 1;
    const [known, knownOther] = [most[at], other[at]];
    if (arrive(from, point, count + 1) <= limits.most) this.take(at, 0, -1);
    for (let to = 1; to <= count; to++) {
      const stop = stops.of[to]!;
      const sum = stop === stops.of[point] ? Infinity : arrive(from, point, to);
      if (!(sum <= limits.most)) continue;
      const then = Math.min(limits.steps - 1, Math.floor(sum * perStep));
      const rest = then * count + to - 1;
      const gained = reward[stop]! + (next[rest] === stops.of[point] ? other[rest]! : most[rest]!);
      this.take(at, gained, stop);
      if (then === step) this.isSame = true;
    }
    return most[at] !== known || other[at] !== knownOther;
  }

  private take(at: number, gained: number, stop: number): void {
    const { most, other, next } = this;
    if (gained > most[at]!) {
      if (next[at] !== stop) other[at] = most[at]!;
      most[at] = gained;
      next[at] = stop;
    } else if (next[at] !== stop && gained > other[at]!) other[at] = gained;
  }
}
