/** Lower bounds of the legs between all points of a voyage by one objective, and of all its orders. */
import { costsFor, leastRate, type Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { placeAll, type Terminal } from '../../engine/waypoints/waypoints.ts';
import { firstAtPlaceOf, type Itinerary, isAtPlace } from '../stops/itinerary.ts';
import type { SailedLegs } from '../stops/sailed-legs.ts';
import { exactOrder, thriftiest } from './exact.ts';
import { LowerBounds, WANTED } from './lower-bounds.ts';
import {
  type BestOrder,
  costOfCall,
  estimate,
  evaluate,
  hasWindows,
  leaves,
  type OrderProblem,
  sizeOf,
} from './problem.ts';
import { mayLeaveOut } from './stop-sets.ts';
import { costsThroughLegs } from './through-legs.ts';
import { leastByTrees } from './tree-bound.ts';
import { type Prices, ValueBound } from './value-bound.ts';

/** A bound of consumption that can't be hoped to be better than one by time, by this part, is not looked for. */
const HARDLY_BETTER = 0.998;
/** Intervals an edge: where certificates of legs take the place of bounds one by one, and where none do. */
const COARSE = 2;
const FINE = 3;
/** Rounding errors of sums and differences of costs. */
const ROUNDING = 1e-12;

export interface OrderBoundsOptions {
  readonly itinerary: Itinerary;
  readonly pinches: boolean;
  /** The best that is known. */
  readonly order: readonly number[];
  /** Null where the objective is time, or nothing is known. */
  readonly days: KnownDays | null;
}

/** By leg, as in the problem: days that it takes at least, and on the way that is known. */
export interface KnownDays {
  readonly least: Float64Array;
  readonly known: Float64Array;
}

export class OrderBounds {
  /** By leg, as in the problem: no path costs less. */
  readonly least: Float64Array;
  private readonly problem: OrderProblem;
  private readonly itinerary: Itinerary;
  /** By point: one that leaves from where it is come to, and one that is come to where it leaves; −1 = none. */
  private readonly leavingFrom: readonly number[];
  private readonly comingTo: readonly number[];
  private readonly legs: SailedLegs;
  private readonly objective: Objective;
  private readonly days: KnownDays | null;
  /** Whether known ways may seem cheaper than they are: between the headings of a mesh that is proved by more than those. */
  private readonly isRough: boolean;
  /** What a day under way consumes at least; 0 where time is the cost. */
  private readonly rate: number;

  constructor(
    mesh: Mesh,
    problem: OrderProblem,
    legs: SailedLegs,
    objective: Objective,
    { itinerary, pinches, order, days }: OrderBoundsOptions,
  ) {
    const size = sizeOf(problem);
    this.problem = problem;
    this.itinerary = itinerary;
    this.legs = legs;
    this.objective = objective;
    this.days = days;
    const sea = legs.provedOn(objective);
    this.isRough = Boolean(sea.reachOf) && sea.profiles.length > 0;
    const costs = costsFor(sea, objective);
    this.rate = costs.consumes ? leastRate(costs) * (1 - ROUNDING) : 0;
    this.least = Float64Array.from({ length: size * size }, (_, leg) => this.rate * (days?.least[leg] ?? 0));
    const { comes, goes } = itinerary;
    const points = Array.from({ length: size }, (_, k) => k);
    // that of the point itself, where it is left from where it is come to
    const meeting = (own: Itinerary['comes'], others: Itinerary['comes']) =>
      points.map((k) =>
        isAtPlace(own[k]!, others[k]!) ? k : others.findIndex((one) => isAtPlace(own[k]!, one)),
      );
    this.leavingFrom = meeting(comes, goes);
    this.comingTo = meeting(goes, comes);
    this.applyCertificates();
    const places = goes === comes ? comes : [...comes, ...goes];
    const solver = new LowerBounds(sea, sea === mesh ? places : placedOn(sea, places), {
      pinches,
      intervalsPerEdge: problem.stops.sets ? COARSE : FINE,
      isOver: legs.isOver,
    });
    for (const line of linesThrough(this.wanted(order), problem.ways[0]!.cost, size))
      this.raise(solver, line);
    this.tighten();
  }

  /**
   * By leg: the cost up to which it needs a bound, 0 where it needs none. A leg that only much dearer orders take may be
   * thought to cost less: by a part of what they are dearer, as an order may take several of these. Of stops at one place, the
   * first stands for all.
   */
  private wanted(order: readonly number[]): Float64Array {
    const { problem, least, itinerary } = this;
    const size = sizeOf(problem);
    const { cost } = problem.ways[0]!;
    const { sets, of } = problem.stops;
    const through = sets && costsThroughLegs(problem, sets);
    const best = evaluate(problem, order).cost;
    const isFirst = (point: number) => firstAtPlaceOf(itinerary, point, 1) === point;
    const wanted = new Float64Array(size * size);
    for (let leg = 0; leg < wanted.length; leg++) {
      const [from, to] = [Math.floor(leg / size), leg % size];
      const dearer = through ? through[leg]! - best : 0;
      if (from === size - 1 || to === 0 || (from > 0 && of[from] === of[to])) continue;
      if ((from > 0 && !isFirst(from)) || (to < size - 1 && !isFirst(to))) continue;
      if (cost[leg] === Infinity || this.legs.isProved(from, to, this.objective)) continue;
      const most = WANTED * (cost[leg]! - 0.5 * Math.max(0, dearer));
      if (least[leg]! < Math.min(most, HARDLY_BETTER * this.hoped(leg))) wanted[leg] = most;
    }
    return wanted;
  }

  /** What the bound of a leg can be hoped to be: as far below its cost as that of time. */
  private hoped(leg: number): number {
    const { problem, days } = this;
    const cost = problem.ways[0]!.cost[leg]!;
    return days ? (cost * days.least[leg]!) / days.known[leg]! : cost;
  }

  private raise(solver: LowerBounds, { point, way, legs, wanted }: Line): void {
    const { comes, goes } = this.itinerary;
    // the solver has the places that are come to, then those that are left from where these are others
    const places = goes === comes ? { to: 0, from: 0 } : { to: 0, from: comes.length };
    const others = places[way === 'to' ? 'from' : 'to'];
    const all = new Float64Array(comes.length + Math.max(...Object.values(places)));
    all.set(wanted, others);
    const least = solver[way](places[way] + point, this.objective, all);
    for (const [k, leg] of legs.entries()) {
      if (k !== point) this.least[leg] = Math.max(this.least[leg]!, least[others + k]!);
    }
  }

  /** Raises the bounds to the certificates of all legs that were planned, for whichever order or objective. */
  applyCertificates(): void {
    this.raiseTo(this.least, this.objective);
    // windows are met at the least time
    if (this.days) this.raiseTo(this.days.least, 'traveltime');
    this.tighten();
  }

  private raiseTo(bounds: Float64Array, objective: Objective): void {
    const size = sizeOf(this.problem);
    for (const [from, to] of this.legs.pairs(objective)) {
      const { least } = this.legs.costOf(from, to, objective);
      bounds[from * size + to] = Math.max(bounds[from * size + to]!, least);
    }
  }

  /** No leg costs less than what one from further back, or to a point further on, costs more than the known way there. */
  private tighten(): void {
    const { problem, least, leavingFrom, comingTo } = this;
    const size = sizeOf(problem);
    const { cost } = problem.ways[0]!;
    const raise = (leg: number, whole: number, from: number, to: number) => {
      const part = from * size + to;
      if (from < 0 || to < 0 || from === to || (this.isRough && cost[part]! > 0)) return;
      const bound = least[whole]! * (1 - ROUNDING) - cost[part]! * (1 + ROUNDING);
      if (bound > least[leg]!) least[leg] = bound;
    };
    for (let by = 0; by < size; by++) {
      for (let from = 0; from + 1 < size; from++) {
        for (let to = 1; to < size; to++) {
          const leg = from * size + to;
          // nothing leads from the end
          if (by > 0 && to < size - 1) raise(leg, from * size + by, leavingFrom[to]!, by);
          if (by < size - 1) raise(leg, by * size + to, by, comingTo[from]!);
        }
      }
    }
  }

  /** The order that is worth most by the bounds; null where all stops must be done, or time is not the cost. */
  worthiest(): BestOrder | null {
    const { problem, objective } = this;
    const { stops } = problem;
    if (objective !== 'traveltime' || !mayLeaveOut(stops)) return null;
    return exactOrder(this.relaxed(), stops.sets!, this.legs.isOver);
  }

  /** The order that burns least by the bounds; null where by them no order keeps the reserve. */
  thriftiest(): BestOrder | null {
    return thriftiest(this.relaxed(), this.problem.stops.sets!);
  }

  /** Whether no order is proved to keep the reserve. */
  isShort(): boolean {
    return this.problem.stops.sets !== null && this.thriftiest() === null;
  }

  /**
   * The cheapest order by the bounds of those that are worth so much; the least that it costs is a bound for every such order.
   */
  cheapest(value: number): BestOrder | null {
    const { isOver } = this.legs;
    const sets = this.problem.stops.sets!;
    const worth = { leastValue: value, enough: value };
    const relaxed = { ...this.relaxed(), ...worth };
    // beside windows none may be found that keeps the reserve
    const cheapest =
      exactOrder(relaxed, sets, isOver) ?? exactOrder({ ...relaxed, bunkers: null }, sets, isOver);
    const waiting = cheapest && this.waiting();
    const other = waiting && exactOrder({ ...waiting, ...worth }, sets, isOver);
    return other && other.least > cheapest.least ? other : cheapest;
  }

  /**
   * The problem with the least that legs cost and the least waiting: for the first window that the voyage can be in time for. A leg takes as
   * long as what it costs at least allows. One that takes longer costs more than the waiting that it saves. Null where nothing is waited
   * for, or time is the cost.
   */
  private waiting(): OrderProblem | null {
    const { problem, least, rate } = this;
    const { idle, earliest, latest, openings, stay } = problem;
    const isWaitedFor = earliest.some((time) => time > 0) || openings.some((open) => open !== null);
    if (!(idle > 0 && rate >= idle && isWaitedFor)) return null;
    const begins = (point: number) => leaves(problem, point, this.days?.least[point] ?? 0) - stay[point]!;
    return {
      ...problem,
      ways: [{ days: least.map((cost) => cost / rate), cost: least }],
      earliest: earliest.map((_, point) => begins(point)),
      latest: latest.map(() => Infinity),
      openings: openings.map(() => null),
      bunkers: null,
    };
  }

  /**
   * Bounds where there are too many sets of stops to look at all. Where cost is not time, windows and the time allowed are left out
   * of them.
   *
   * @param prices found for another objective
   * @param onRoute gets routes that are worth more than is known, and returns what is then known
   */
  ofSets(prices: Prices | null, onRoute: (points: readonly number[]) => number): ValueBound {
    const { problem, least, objective, legs } = this;
    const own = objective === 'traveltime' ? problem : withoutWindows(problem);
    return new ValueBound(own, least, { isOver: legs.isOver, prices, onRoute });
  }

  /** A bound for every order by spanning trees of the stops. */
  ofTrees(order: readonly number[]): number {
    return leastByTrees(this.problem, this.least, estimate(this.problem, order).cost);
  }

  /**
   * The problem with the least that legs can cost. Where cost is not time, windows are met if they are at the least time that
   * legs take; waiting is then not counted, as there may be less of it with more time on the way (but see `waiting`).
   */
  private relaxed(): OrderProblem {
    const { problem, least, objective } = this;
    const bunkers = problem.bunkers ? { ...problem.bunkers, idle: 0 } : null;
    if (objective === 'traveltime') {
      const way = { days: least, cost: least };
      return { ...problem, ways: [bunkers ? { ...way, tonnes: this.leastBurnt() } : way], bunkers };
    }
    const size = sizeOf(problem);
    const cost = least.map((each, leg) => each + costOfCall(problem, leg % size));
    const days = (hasWindows(problem) && this.days?.least) || new Float64Array(least.length);
    return {
      ...problem,
      ways: [{ days, cost, tonnes: least }],
      idle: 0,
      work: new Float64Array(size),
      bunkers,
    };
  }

  /** Where time is the cost: by leg, what it burns at least in the time that it takes at least, or by its certificate. */
  private leastBurnt(): Float64Array {
    const sea = this.legs.provedOn('fuel');
    const rate = leastRate(costsFor(sea, 'fuel')) * (1 - ROUNDING);
    const burnt = this.least.map((days) => rate * days);
    this.raiseTo(burnt, 'fuel');
    return burnt;
  }
}

const withoutWindows = (problem: OrderProblem): OrderProblem => ({
  ...problem,
  earliest: problem.earliest.map(() => -Infinity),
  latest: problem.latest.map(() => Infinity),
  openings: problem.openings.map(() => null),
});

/** The same places on another mesh. */
export const placedOn = (mesh: Mesh, places: readonly Terminal[]): Terminal[] =>
  placeAll(
    mesh,
    places.map(({ used }) => ({ what: 'point', at: used })),
    0,
  );

/** The legs to one point, or from it. */
interface Line {
  readonly point: number;
  readonly way: 'to' | 'from';
  /** By other point: the leg, and up to which cost it is worth a bound. */
  readonly legs: readonly number[];
  readonly wanted: readonly number[];
}

/** Lines that together have all legs of which a bound is wanted: the one with the most that are in none yet, and so on. */
function* linesThrough(wanted: Float64Array, cost: Float64Array, size: number): Generator<Line> {
  const points = Array.from({ length: size }, (_, k) => k);
  const lines = points.flatMap((point) => [
    { point, way: 'to' as const, legs: points.map((other) => other * size + point) },
    { point, way: 'from' as const, legs: points.map((other) => point * size + other) },
  ]);
  const left = wanted.slice();
  const countOf = ({ legs }: Pick<Line, 'legs'>) => legs.filter((leg) => left[leg]! > 0).length;
  for (;;) {
    const line = lines.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
    if (countOf(line) === 0) return;
    const most = Math.max(...line.legs.map((leg) => left[leg]!));
    // the rest of each leg is hardly more work
    const costs = line.legs.map((leg) => (left[leg]! > 0 ? Math.min(WANTED * cost[leg]!, most) : 0));
    for (const leg of line.legs) left[leg] = 0;
    yield { ...line, wanted: costs };
  }
}
