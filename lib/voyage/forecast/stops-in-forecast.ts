/** A voyage through stops in a sea that changes: leg by leg, each planned for the time at which it is left. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { DatedPlan, Provable, SailedTrack } from '../../engine/plan-dated.ts';
import { legPairs } from '../order/choose-order.ts';
import { evaluate, hasWindows, sizeOf } from '../order/problem.ts';
import { type Itinerary, itineraryOf } from '../stops/itinerary.ts';
import { requireWindows } from '../stops/require-windows.ts';
import { callsOf, costOfVoyage, missedWindows } from '../stops/sail-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { Holds } from '../work/weather.ts';
import { blindVoyages } from './blind-voyages.ts';
import { type DatedLegOptions, DatedLegs } from './dated-legs.ts';
import { type Beginning, type DatedSailed, joinDated } from './join-dated.ts';
import { type ProvableVoyage, proveBySpending, proveInTime } from './prove-stops.ts';

/** Times that fast and thrifty legs are mixed anew because they cost other than when they were left at another time. */
const MOST_MIXES = 4;

interface StopsOptions extends DatedLegOptions {
  readonly adjustmentLimitNm: number;
  /** Which mesh holds when, days since the voyage began. */
  readonly weather: readonly Holds[];
  /** How long the voyage may wait in all to consume less, days. */
  readonly mostWait: number;
}

/**
 * The fastest voyage and the one that consumes least.
 *
 * @param request with the departure of this voyage
 * @throws WaypointOutsideMesh, RouteInaccessible for a stop that can't be reached, Impossible for windows that can't be met
 */
export function planStopsDated(at: Beginning, request: PlannedRequest, options: StopsOptions): DatedPlan {
  return new StopsPlanner(at, request, options).plan();
}

class StopsPlanner {
  private readonly at: Beginning;
  private readonly request: PlannedRequest;
  private readonly options: StopsOptions;
  private readonly itinerary: Itinerary;
  private readonly legs: DatedLegs;
  private readonly order: readonly number[];

  constructor(at: Beginning, request: PlannedRequest, options: StopsOptions) {
    this.at = at;
    this.request = request;
    this.options = options;
    const { mesh, meshes, slices } = at.sea;
    // where nothing changes, legs are planned on the mesh itself
    const placedOn = slices.length === 1 ? meshes[slices[0]!.mesh]! : mesh;
    this.itinerary = itineraryOf(placedOn, request, options.adjustmentLimitNm, options.weather);
    this.legs = new DatedLegs(at, this.itinerary, options);
    this.order = Array.from({ length: this.itinerary.count }, (_, k) => k + 1);
  }

  plan(): DatedPlan {
    const { at, itinerary, legs, options } = this;
    const { comes } = itinerary;
    const fastest = this.sail('traveltime', () => 'traveltime');
    requireWindows(fastest, (point) => legs.plan(0, point, 'traveltime', 0).route.track.timeDays.at(-1)!);
    const inTime = options.certificate ? proveInTime(at, fastest) : null;
    const blind = blindVoyages(at, itinerary, this.request, options.idleRate);
    const routes = [joinDated(at, fastest, inTime, blind[0]!)];
    const { consumption } = at.sea.mesh;
    if (consumption) {
      const slow = this.sail(consumption, () => consumption);
      const proved = inTime && proveBySpending(at, slow, fastest, inTime, options.mostWait);
      routes.push(joinDated(at, this.thriftiest(slow, fastest), proved, blind[1]!));
    }
    return { start: comes[0]!, end: comes.at(-1)!, routes };
  }

  /** The legs one after the other. */
  private sail(objective: Objective, byOf: (leg: number) => Objective): ProvableVoyage {
    const { itinerary, order, options } = this;
    const points = [0, ...order, itinerary.count + 1];
    const provable: Provable[] = [];
    const tracks: SailedTrack[] = [];
    let waited = 0;
    for (const [k, [from, to]] of legPairs(itinerary, order).entries()) {
      const { leaves } = callsOf({ itinerary, points: points.slice(0, k + 1) }, tracks)[k]!;
      const by = byOf(k);
      const mostWait = by === 'traveltime' ? 0 : Math.max(0, options.mostWait - waited);
      const leg = this.legs.plan(from, to, by, leaves, mostWait);
      for (const wait of leg.route.track.waits) if (wait.why === 'cheaper') waited += wait.until - wait.from;
      provable.push(leg);
      tracks.push(leg.route.track);
    }
    const routes = provable.map(({ route }) => route);
    return { points, routes, provable, itinerary, objective, idleRate: options.idleRate };
  }

  /** Of the voyages that meet their windows, the one that consumes least. */
  private thriftiest(slow: ProvableVoyage, fastest: ProvableVoyage): DatedSailed {
    const { objective } = slow;
    const all = [slow, this.mixed(slow, fastest), { ...fastest, objective }];
    const met = all.filter((one) => one !== null && missedWindows(one).length === 0) as DatedSailed[];
    return met.reduce((best, one) => (costOfVoyage(one) < costOfVoyage(best) ? one : best));
  }

  /** Where legs that consume least would miss windows: some of them the fastest instead. Null where that does not come out. */
  private mixed(slow: ProvableVoyage, fast: ProvableVoyage): ProvableVoyage | null {
    const { itinerary, order, options } = this;
    if (!hasWindows(itinerary) || missedWindows(slow).length === 0) return null;
    const { objective, points } = slow;
    const size = sizeOf(itinerary);
    const column = () => new Float64Array(size * size);
    const ways = [0, 1].map(() => ({ days: column(), cost: column() }));
    const learn = ({ routes }: ProvableVoyage, wayOf: (leg: number) => number) => {
      for (const [k, { track }] of routes.entries()) {
        const leg = points[k]! * size + points[k + 1]!;
        ways[wayOf(k)]!.days[leg] = track.timeDays.at(-1)!;
        ways[wayOf(k)]!.cost[leg] = track.consumption!.at(-1)!;
      }
    };
    learn(slow, () => 0);
    learn(fast, () => 1);
    const problem = {
      ...itinerary,
      ways,
      idle: options.idleRate,
      work: new Float64Array(size),
      leastValue: 0,
    };
    for (let k = 0; k < MOST_MIXES && !this.legs.isOver(); k++) {
      const { ways: taken } = evaluate(problem, order);
      const sailed = this.sail(objective, (leg) => (taken[leg] === 0 ? objective : 'traveltime'));
      if (missedWindows(sailed).length === 0) return sailed;
      learn(sailed, (leg) => taken[leg]!);
    }
    return null;
  }
}
