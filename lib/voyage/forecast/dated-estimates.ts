/**
 * What legs cost in a sea that changes, estimated from what they cost in each of its meshes: a leg that is under way while the mesh changes
 * has done the part of it that the time allowed, and does the rest as the next mesh has it. So who leaves later never arrives earlier.
 */
import { computed } from '../../engine/computed.ts';
import type { Objective } from '../../engine/cost/cost.ts';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { type Sea, sliceAt } from '../../engine/sea/sea.ts';
import type { Step } from '../order/in-time.ts';
import { timedCosts } from '../order/leg-estimates.ts';
import { extraOf, type LegCosts, sizeOf } from '../order/problem.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import type { Beginning } from './beginning.ts';

/** What legs cost in a mesh of a sea. */
interface Known {
  readonly itinerary: Itinerary;
  readonly costs: LegCosts;
}

/** By sea, mesh and what paths are the best by, of the voyages that were planned there: those of some of their stops are among them. */
const KNOWN = new WeakMap<Sea, Map<string, Known[]>>();

export class DatedEstimates {
  private readonly at: Beginning;
  private readonly itinerary: Itinerary;
  /** What paths are the best by, and what is counted. */
  readonly by: Objective;
  private readonly objective: Objective;
  private readonly pinches: boolean;
  private readonly bySlice = new Map<number, LegCosts>();
  /** By leg: what it took in fact, by what was estimated. */
  private readonly corrections = new Map<number, { readonly days: number; readonly cost: number }>();

  constructor(
    at: Beginning,
    itinerary: Itinerary,
    { by, objective, pinches }: { by: Objective; objective: Objective; pinches: boolean },
  ) {
    this.at = at;
    this.itinerary = itinerary;
    this.by = by;
    this.objective = objective;
    this.pinches = pinches;
  }

  /** The legs as they are while a slice holds. */
  inSlice(slice: number): LegCosts {
    return computed(this.bySlice, slice, () => this.onMesh(this.at.sea.slices[slice]!.mesh));
  }

  private onMesh(number: number): LegCosts {
    const { itinerary, by, objective, pinches } = this;
    const { sea } = this.at;
    const key = [number, by, objective, pinches].join();
    const known = computed(
      computed(KNOWN, sea, () => new Map()),
      key,
      (): Known[] => [],
    );
    for (const wider of known) {
      const points = pointsIn(wider.itinerary, itinerary);
      if (!points.includes(-1)) return costsAmong(wider, points);
    }
    const costs = timedCosts(sea.meshes[number]!, itinerary, by, objective, pinches);
    known.push({ itinerary, costs });
    return costs;
  }

  /** @param idle what a day of waiting costs */
  leg(from: number, to: number, leaves: number, idle: number): Step {
    const leg = from * sizeOf(this.itinerary) + to;
    const { days, cost } = this.sailed(leg, leaves, idle);
    const own = this.corrections.get(leg) ?? { days: 1, cost: 1 };
    return { ends: leaves + own.days * days, extra: extraOf(own.days * days, own.cost * cost, idle) };
  }

  /** Takes what a leg costs in fact that is left at a time. */
  correct(
    from: number,
    to: number,
    leaves: number,
    idle: number,
    fact: { days: number; cost: number },
  ): void {
    const leg = from * sizeOf(this.itinerary) + to;
    const { days, cost } = this.sailed(leg, leaves, idle);
    const ratio = (one: number, other: number) => (other > 0 && other < Infinity ? one / other : 1);
    this.corrections.set(leg, { days: ratio(fact.days, days), cost: ratio(fact.cost, cost) });
  }

  private sailed(leg: number, leaves: number, idle: number): { days: number; cost: number } {
    const { sea, begins } = this.at;
    const start = begins + leaves;
    let [now, left, cost] = [start, 1, 0];
    for (let k = sliceAt(sea, start); k < sea.slices.length; k++) {
      const own = this.inSlice(k);
      const days = own.days[leg]!;
      const room = sea.starts[k + 1]! - now;
      if (left * days <= room && days < Infinity) {
        return { days: now + left * days - start, cost: cost + left * own.cost[leg]! };
      }
      if (room === Infinity) break;
      const part = days < Infinity ? room / days : 0;
      cost += part > 0 ? part * own.cost[leg]! : idle * room;
      left -= part;
      now += room;
    }
    return { days: Infinity, cost: Infinity };
  }
}

/** By point of a voyage, which of another is the same stop at the same place, or the begin or end there; −1 where none is. */
function pointsIn(wider: Itinerary, own: Itinerary): number[] {
  return own.comes.map((_, point) =>
    wider.comes.findIndex((_, k) => kindOf(wider, k) === kindOf(own, point) && isAlike(wider, k, own, point)),
  );
}

type Kind = 'begin' | 'stop' | 'end';

const kindOf = ({ count }: Itinerary, point: number): Kind =>
  point === 0 ? 'begin' : point > count ? 'end' : 'stop';

const isAlike = (wider: Itinerary, k: number, own: Itinerary, point: number): boolean =>
  wider.names[k] === own.names[point] &&
  isSame(wider.comes[k]!.used, own.comes[point]!.used) &&
  isSame(wider.goes[k]!.used, own.goes[point]!.used);

const isSame = (one: LatLon, other: LatLon): boolean => one.lat === other.lat && one.lon === other.lon;

function costsAmong({ itinerary, costs }: Known, points: readonly number[]): LegCosts {
  const size = sizeOf(itinerary);
  const among = (all: Float64Array) =>
    Float64Array.from(points.flatMap((from) => points.map((to) => all[from * size + to]!)));
  const days = among(costs.days);
  return { days, cost: costs.cost === costs.days ? days : among(costs.cost) };
}
