/** The legs of a voyage through a sea that changes: each planned for the time at which it is left, once for all voyages that share them. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { DatedOptions, Provable } from '../../engine/plan-dated.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { OutOfTime } from '../out-of-time.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { StopInaccessible } from '../stops/stop-inaccessible.ts';
import type { Beginning } from './beginning.ts';
import { type KnownPlans, planOnce, planWaiting } from './plan-waiting.ts';

export interface DatedLegOptions {
  readonly idleRate: number;
  readonly certificate: boolean;
  readonly timeBudgetMs: number;
  readonly now: () => number;
  /** Those of other voyages through the same sea. */
  readonly known?: KnownPlans;
}

export class DatedLegs {
  private readonly at: Beginning;
  private readonly itinerary: Itinerary;
  private readonly options: DatedLegOptions;
  private readonly deadline: number;
  private readonly planned: KnownPlans;
  /** Once a voyage is, nothing is looked for any more when time is up. */
  isFound = false;

  constructor(at: Beginning, itinerary: Itinerary, options: DatedLegOptions) {
    this.at = at;
    this.itinerary = itinerary;
    this.options = options;
    this.planned = options.known ?? new Map();
    this.deadline = options.now() + options.timeBudgetMs;
  }

  isOver = (): boolean => this.deadline < Infinity && this.options.now() >= this.deadline;

  /** For what comes after the legs that were planned. */
  get left(): Pick<DatedOptions, 'timeBudgetMs' | 'now'> {
    const { deadline, options } = this;
    const { now } = options;
    return { now, ...(deadline < Infinity && { timeBudgetMs: Math.max(0, deadline - now()) }) };
  }

  /**
   * @param leaves days since the voyage began
   * @param mostWait how long it may wait to consume less, days
   * @throws StopInaccessible, OutOfTime
   */
  plan(from: number, to: number, objective: Objective, leaves: number, mostWait = 0): Provable {
    const { comes, goes, names } = this.itinerary;
    const { sea, begins } = this.at;
    const [start, end] = [goes[from]!.used, comes[to]!.used];
    const { idleRate, certificate } = this.options;
    const how = {
      adjustmentLimitNm: 0,
      objectives: [objective],
      leaves: begins + leaves,
      mostWait,
      idleRate,
      certificate,
      ...this.left,
    };
    try {
      const { routes } = planOnce(this.planned, sea, start, end, how, (...asked) => {
        if (this.isFound && this.isOver()) throw new OutOfTime();
        return planWaiting(...asked);
      });
      const [{ route, prove }] = routes as [Provable];
      return { route, prove: (...proved) => (this.isOver() ? null : prove(...proved)) };
    } catch (error) {
      // a search that was ended early may not have come to a way
      if (!(error instanceof RouteInaccessible) || this.isOver()) throw error;
      throw new StopInaccessible(
        `No way leads from ${names[from]} to ${names[to]} that can be sailed, whenever cells open.`,
      );
    }
  }
}
