/**
 * How little a voyage through a sea that changes consumes at least, at any speeds, if it ends in time.
 *
 * With a price λ of a day in each slice, a leg costs ∫ (F + λ) dt. On any way it pays ∫ λ dt, which depends on nothing but
 * when it is left and when it ends. So a voyage consumes what its legs cost at least, less the most that they can pay: times of calls and of
 * the end are bounded, and legs before and after a call may have different prices (they do where it has to be waited for, or is just in
 * time). The least cost of a leg is proved on the mesh of the least
 * costs of all slices that the vessel can meet there (lib/engine/sea/least-sea.ts): from when it can be there at the earliest, at the greatest
 * speed, until it can still end in time.
 */
import { Certifier, type Optimality } from '../../engine/certificate/certificate.ts';
import { costsFor } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { daysByGreatCircle, raise } from '../../engine/sea/dated-bound.ts';
import { leastSea } from '../../engine/sea/least-sea.ts';
import { mostPaid, type Prices } from '../../engine/sea/priced-sea.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import { meet } from '../../engine/search/find-path.ts';
import { placeWaypoints, type Terminal } from '../../engine/waypoints/waypoints.ts';
import { type Call, stayFor } from './call.ts';
import { eachOnce } from './each-once.ts';
import type { LegEnds } from './known-path.ts';
import type { SeaCurves } from './sea-curves.ts';

export interface LegToProve extends LegEnds {
  /** A path, by cells of the sea. */
  readonly track: Track;
}

/** What the voyages that leave at a time cost at least at some prices, less what is paid until the last leg, as long as they end by another. */
export interface ProvedCost {
  /** Of the last leg. */
  readonly prices: Prices;
  readonly cost: number;
  /** When they end, days: at the earliest, and at the latest those that it is proved of. */
  readonly earliest: number;
  readonly until: number;
  readonly endedBy: Optimality['endedBy'];
}

interface When {
  readonly leaves: number;
  readonly until: number;
}

/** What is known of the voyages that are looked at. */
interface Voyages extends When {
  /** By one of them. */
  readonly consumed: number;
  /** Of all that leave then, 0 where that is not known. */
  readonly fewestDays: number;
  readonly isOver: () => boolean;
}

/** A leg between the times at which it can be sailed. */
export interface BoundedLeg {
  readonly leg: LegToProve;
  readonly claim: { readonly start: Terminal; readonly end: Terminal; readonly pinches: boolean };
  /** By cell: days from its start, and to its end, at least. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly fewestDays: number;
}

/**
 * @param bounded legs of the voyages that end in time
 * @param prices by leg
 * @returns null where nothing is proved
 */
export function proveCost(
  curves: SeaCurves,
  bounded: readonly BoundedLeg[],
  prices: readonly Prices[],
  { consumed, fewestDays, isOver, ...when }: Voyages,
): ProvedCost | null {
  const { sea } = curves;
  const times = timesOf(bounded, when);
  const end = times.at(-1)!;
  const seas = eachOnce(prices, (own) => curves.costsAt(own, when.until));
  let [cost, endedBy]: [number, Optimality['endedBy']] = [0, null];
  for (const [k, { leg, claim, before, after, fewestDays: fewest }] of bounded.entries()) {
    const { from, to } = times[k]!;
    const own = prices[k]!;
    if (isSailed(leg)) {
      const { sea: costs, price } = seas[k]!;
      const mesh = leastSea(costs, 'days', windowsOf(before, after, from, to));
      const paid = mostPaid(sea, own, from, Math.min(from + fewest, to), to);
      const proved = certified(mesh, claim, (consumed + paid) / price, leg.track, isOver);
      if (!proved) return null;
      cost += price * proved.least;
      endedBy ??= proved.endedBy;
    }
    const next = times[k + 1];
    if (!next) continue;
    const stretch = { from: from + fewest, to, left: next.to - bounded[k + 1]!.fewestDays };
    cost -= mostPaidAround(sea, leg.call, stretch, [own, prices[k + 1]!], when.leaves);
  }
  const earliest = Math.max(when.leaves + fewestDays, end.from + bounded.at(-1)!.fewestDays);
  return { prices: prices.at(-1)!, cost, earliest, until: when.until, endedBy };
}

/** When a call is come to, and by when it is left; days. */
interface Around {
  readonly from: number;
  readonly to: number;
  readonly left: number;
}

/**
 * The most that is paid from leaving until a call at the prices before it, less the same until it is left at those after it, and less what the
 * call consumes: a sum of functions of both times that are linear between corners.
 */
function mostPaidAround(
  { starts }: Sea,
  call: Call | null,
  { from, to, left }: Around,
  [before, after]: readonly [Prices, Prices],
  leaves: number,
): number {
  const paid = (prices: Prices, end: number) => mostPaid({ starts }, prices, leaves, end, end);
  const { endsAt, days, consumed, perDay, corners } = (call ?? NOTHING).least;
  const inside = (low: number, high: number) => (time: number) => time > low && time < high;
  const turns = [...starts, ...starts.map((start) => start - days), ...corners];
  let most = -Infinity;
  for (const arrives of [from, Math.max(from, to), ...turns.filter(inside(from, to))]) {
    const first = endsAt(arrives);
    for (const ends of [first, Math.max(first, left), ...starts.filter(inside(first, left))]) {
      const own = paid(before, arrives) - paid(after, ends) - consumed - perDay * (ends - arrives);
      most = Math.max(most, own);
    }
  }
  return most;
}

const NOTHING = stayFor(0, 0);

/**
 * What no voyage consumes less than that ends by a time.
 *
 * @param perDay what a day costs besides: then what no such voyage costs less than
 */
export function leastBy(
  { sea }: SeaCurves,
  proved: ProvedCost,
  leaves: number,
  until: number,
  perDay = 0,
): number {
  const { prices, cost, earliest } = proved;
  const besides = prices.map((price) => price - perDay);
  return cost - mostPaid(sea, besides, leaves, Math.min(earliest, until), until);
}

/** The legs with what is proved of their days, at the greatest speeds: at any prices. */
export function boundLegs(
  { sea }: SeaCurves,
  legs: readonly LegToProve[],
  when: When,
  isOver: () => boolean,
): BoundedLeg[] {
  const bounded = legs.map((leg): BoundedLeg => {
    const { start, end } = placeWaypoints(sea.mesh, leg.from, leg.to, 0);
    const [before, after] = [daysByGreatCircle(sea, start.used), daysByGreatCircle(sea, end.used)];
    const fewestDays = end.cells.reduce((least, cell) => Math.min(least, before[cell]!), Infinity);
    const pinches = !meet(sea.mesh, { start, end });
    return { leg, claim: { start, end, pinches }, before, after, fewestDays };
  });
  for (const [k, own] of bounded.entries()) {
    if (isOver()) break;
    if (!isSailed(own.leg)) continue;
    const { leg, claim, before, after } = own;
    const { from, to } = timesOf(bounded, when)[k]!;
    const mesh = leastSea(sea, 'days', windowsOf(before, after, from, to));
    let { fewestDays } = own;
    for (const [towards, bounds] of [
      [1, after],
      [-1, before],
    ] as const) {
      const inspect = (bound: Parameters<typeof raise>[1]) => raise(bounds, bound);
      const options = { isOver, towards, inspect };
      const proved = new Certifier(mesh, claim).certify(
        costsFor(mesh, 'traveltime'),
        to - from,
        leg.track,
        options,
      );
      fewestDays = Math.max(fewestDays, Math.min(proved?.least ?? 0, to - from));
    }
    bounded[k] = { ...own, fewestDays };
  }
  return bounded;
}

/** Two stops may be at one place. */
const isSailed = ({ track }: LegToProve): boolean => track.distanceM.at(-1)! > 0;

/** When each leg can be left at the earliest, and has to be done. */
function timesOf(legs: readonly BoundedLeg[], { leaves, until }: When) {
  let now = leaves;
  const from = legs.map(({ leg: { call }, fewestDays }) => {
    const leaves = now;
    now += fewestDays;
    now = call?.least.endsAt(now) ?? now;
    return leaves;
  });
  let due = until;
  const to = legs
    .toReversed()
    .map(({ leg: { call }, fewestDays }) => {
      const done = Math.min(due - (call?.least.days ?? 0), call?.latest ?? Infinity);
      due = done - fewestDays;
      return done;
    })
    .reverse();
  return legs.map((_, k) => ({ from: from[k]!, to: to[k]! }));
}

const windowsOf = (before: Float64Array, after: Float64Array, from: number, to: number) => ({
  from: before.map((days) => from + days),
  to: after.map((days) => to - days),
});

function certified(
  mesh: Mesh,
  claim: BoundedLeg['claim'],
  cost: number,
  track: Track,
  isOver: () => boolean,
) {
  return new Certifier(mesh, claim).certify(costsFor(mesh, 'traveltime'), cost, track, { isOver });
}
