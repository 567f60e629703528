/**
 * A voyage through stops in a sea that changes: leg by leg, each planned for the time at which it is left.
 *
 * **The proof.** Let no voyage leave stop k before the time t(k). What is proved of the days of the next leg holds whenever it is left from
 * t(k) on (dated-bound.ts): no vessel arrives before t(k) and that bound. So no voyage calls at any stop before the bounds of the legs to
 * it, one after the other, with the stays and the waits for windows between them. That bounds the fastest voyage, and gives each leg of
 * the one that consumes least the time from which on it is bounded.
 *
 * Such a leg has ended before a time as well, if the voyage consumes less than one that is known: up to there the voyage consumes no more
 * than that one without what the later legs and all stays consume at least, and a day under way in a slice consumes its least rate or
 * more. From a stop that has to be waited for, the same holds with what the legs since then consume. A voyage that is later consumes
 * more in all. So the bounds of the legs in these windows, with what is consumed at stops, bound every voyage in this order that waits
 * no longer than it may, besides for windows.
 */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import type { Objective } from '../../engine/cost/cost.ts';
import { type Track, totalOf } from '../../engine/path/track.ts';
import type { DatedPlan, Provable, SailedTrack } from '../../engine/plan-dated.ts';
import { LeastSpending } from '../../engine/sea/least-spending.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import { legPairs } from '../order/choose-order.ts';
import { endOf } from '../order/openings.ts';
import { evaluate, hasWindows, leaves as leavesOf, sizeOf } from '../order/problem.ts';
import { type Itinerary, itineraryOf } from '../stops/itinerary.ts';
import { leastInOrder, planStops } from '../stops/plan-stops.ts';
import { requireWindows } from '../stops/require-windows.ts';
import { callsOf, costOfVoyage, missedWindows } from '../stops/sail-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyageRoute } from '../voyage-route.ts';
import type { Holds } from '../work/weather.ts';
import { type DatedLegOptions, DatedLegs } from './dated-legs.ts';
import { type Beginning, type DatedSailed, joinDated, joined, priceOrNull } from './join-dated.ts';

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

/** A voyage by one objective, with what each leg was planned as. */
interface Legs extends DatedSailed {
  readonly provable: readonly Provable[];
}

/** What of each leg is proved, and what any voyage costs at least; null and 0 where no proof was asked for. */
interface Proved {
  readonly legs: readonly (Optimality | null)[] | null;
  readonly least: number;
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
    const { at, itinerary, legs } = this;
    const { comes } = itinerary;
    const fastest = this.sail('traveltime', () => 'traveltime');
    requireWindows(fastest, (point) => legs.plan(0, point, 'traveltime', 0).route.track.timeDays.at(-1)!);
    const inTime = this.provedInTime(fastest);
    const blind = this.blind();
    const routes = [joinDated(at, withProofs(fastest, inTime), leastOf(inTime, fastest), blind[0]!)];
    const { consumption } = at.sea.mesh;
    if (consumption) {
      const slow = this.sail(consumption, () => consumption);
      const proved = this.provedBySpending(slow, fastest, inTime);
      const sailed = this.thriftiest(slow, fastest);
      routes.push(joinDated(at, withProofs(sailed, proved), leastOf(proved, sailed), blind[1]!));
    }
    return { start: comes[0]!, end: comes.at(-1)!, routes };
  }

  /** The legs one after the other. */
  private sail(objective: Objective, byOf: (leg: number) => Objective): Legs {
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

  /** Each leg from the time on that the bounds of the legs before it allow. */
  private provedInTime({ provable, points }: Legs): ProvedInTime {
    if (!this.options.certificate) return { legs: null, least: 0, leaves: [] };
    const { itinerary, at } = this;
    const leaves: number[] = [];
    const legs: (Optimality | null)[] = [];
    let [least, left] = [0, 0];
    for (const [k, { prove }] of provable.entries()) {
      leaves.push(left);
      legs.push(prove({ earliest: at.begins + left }));
      least = left + (legs[k]?.least ?? 0);
      left = leavesOf(itinerary, points[k + 1]!, least);
    }
    return { legs, least, leaves };
  }

  /** Each leg within its windows, the last one first: what it consumes at least is what the voyage has not consumed before. */
  private provedBySpending(
    { provable, points, objective }: Legs,
    fastest: Legs,
    inTime: ProvedInTime,
  ): Proved {
    const { certificate, idleRate, mostWait } = this.options;
    if (!certificate) return { legs: null, least: 0 };
    const { itinerary, at, order } = this;
    const spending = new LeastSpending(at.sea);
    const legs: (Optimality | null)[] = provable.map(() => null);
    const least = provable.map(() => 0);
    const stays = itinerary.stay.reduce((sum, one) => sum + one, 0);
    const most = costOfVoyage({ ...fastest, objective }) - idleRate * stays;
    for (let k = provable.length - 1; k >= 0; k--) {
      const beyond = Math.max(0, most - least.reduce((sum, one) => sum + one, 0));
      const spent = this.spentBefore(k, spending, least, beyond) + least[k]! + beyond;
      const until = spending.when(spent + spending.greatest * mostWait);
      const earliest = at.begins + inTime.leaves[k]!;
      legs[k] = provable[k]!.prove({ earliest, until });
      least[k] = legs[k]?.least ?? 0;
    }
    const work = new Float64Array(sizeOf(itinerary));
    const problem = { ...itinerary, idle: idleRate, work, leastValue: 0 };
    const rate = spending.rateBetween(at.begins, Infinity);
    return { legs, least: leastInOrder(problem, order, (_, to) => least[points.indexOf(to) - 1]!, rate) };
  }

  /**
   * How much can have been spent when a leg is left, as `until` of that time, if each leg before it consumes no more than its bound.
   *
   * @param beyond what they may consume more, together; from a stop with openings on, once more
   */
  private spentBefore(
    leg: number,
    spending: LeastSpending,
    least: readonly number[],
    beyond: number,
  ): number {
    const { stay, earliest, openings } = this.itinerary;
    const { begins } = this.at;
    let spent = spending.until(begins);
    for (const [k, point] of this.order.slice(0, leg).entries()) {
      const open = openings[point];
      if (open) {
        const ready = Math.max(earliest[point]!, spending.when(spent + least[k]! + beyond) - begins);
        const ends = endOf(open, ready, stay[point]!);
        spent = spending.until(begins + (ends < Infinity ? ends : open.to.at(-1)!));
      } else {
        spent += least[k]! + spending.greatest * stay[point]!;
        const left = begins + earliest[point]! + stay[point]!;
        if (earliest[point]! > -Infinity) spent = Math.max(spent, spending.until(left));
      }
    }
    return spent;
  }

  /** Of the voyages that meet their windows, the one that consumes least. */
  private thriftiest(slow: Legs, fastest: Legs): DatedSailed {
    const { objective } = slow;
    const all = [slow, this.mixed(slow, fastest), { ...fastest, objective }];
    const met = all.filter((one) => one !== null && missedWindows(one).length === 0) as DatedSailed[];
    return met.reduce((best, one) => (costOfVoyage(one) < costOfVoyage(best) ? one : best));
  }

  /** Where legs that consume least would miss windows: some of them the fastest instead. Null where that does not come out. */
  private mixed(slow: Legs, fast: Legs): Legs | null {
    const { itinerary, order, options } = this;
    if (!hasWindows(itinerary) || missedWindows(slow).length === 0) return null;
    const { objective, points } = slow;
    const size = sizeOf(itinerary);
    const column = () => new Float64Array(size * size);
    const ways = [0, 1].map(() => ({ days: column(), cost: column() }));
    const learn = ({ routes }: Legs, wayOf: (leg: number) => number) => {
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

  /** By objective, the voyage that is the best in the sea of the departure, in the sea that it meets; null where it can't be sailed. */
  private blind(): (SailedTrack | null)[] {
    const { at, itinerary, request } = this;
    const { comes } = itinerary;
    const { meshes, slices } = at.sea;
    const mesh = meshes[slices[sliceAt(at.sea, at.begins)]!.mesh]!;
    const stops = request.voyage!.stops!.map((stop, k) => ({ ...stop, ...comes[k + 1]!.used }));
    const asked = {
      ...request,
      start: comes[0]!.used,
      end: comes.at(-1)!.used,
      voyage: { ...request.voyage!, stops },
    };
    try {
      const { routes } = planStops(mesh, asked, { adjustmentLimitNm: 0 });
      return routes.map((route) => this.inChangingSea(route));
    } catch (error) {
      const isNone = error instanceof RouteInaccessible || error instanceof Impossible;
      if (isNone || error instanceof ImpossibleOnMesh) return [null, null];
      throw error;
    }
  }

  private inChangingSea({ track, stops = [] }: VoyageRoute): SailedTrack | null {
    const { at, itinerary, options } = this;
    const numbers = stops.slice(1, -1).map(({ name }) => itinerary.names.indexOf(name, 1));
    const points = [0, ...numbers, itinerary.count + 1];
    const tracks: SailedTrack[] = [];
    for (let k = 1; k < stops.length; k++) {
      const { vertex, waitDays, stayDays } = stops[k - 1]!;
      const begins = waitDays + stayDays > 0 ? vertex + 1 : vertex;
      const coordinates = track.coordinates.slice(begins, stops[k]!.vertex + 1);
      const { leaves } = callsOf({ itinerary, points: points.slice(0, k) }, tracks).at(-1)!;
      const sailed = priceOrNull(at, coordinates, leaves, options.idleRate);
      if (!sailed) return null;
      tracks.push(sailed);
    }
    return joined({ points, routes: tracks, itinerary, idleRate: options.idleRate }, (own) => own);
  }
}

interface ProvedInTime extends Proved {
  /** By leg, when it is left at the earliest, days since the voyage began. */
  readonly leaves: readonly number[];
}

const leastOf = ({ legs, least }: Proved, sailed: DatedSailed): number | null =>
  legs && Math.min(least, costOfVoyage(sailed));

/** The voyage with what is proved of its legs, whichever way each was planned. */
function withProofs(sailed: DatedSailed, { legs }: Proved): DatedSailed {
  if (!legs) return sailed;
  const gapOf = (track: Track, least: number) => {
    const cost = totalOf(track, sailed.objective);
    return cost === 0 ? 0 : Math.max(0, 100 * (cost / least - 1));
  };
  const routes = sailed.routes.map((route, k) => {
    const own = legs[k] ?? null;
    return { ...route, optimality: own && { ...own, gapPercent: gapOf(route.track, own.least) } };
  });
  return { ...sailed, routes };
}
