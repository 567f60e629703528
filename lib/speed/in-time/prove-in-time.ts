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
import { rowsAlong } from '../../engine/plan-route.ts';
import { carry, daysByGreatCircle, raise } from '../../engine/sea/dated-bound.ts';
import { leastSea } from '../../engine/sea/least-sea.ts';
import { mostPaid, type Prices } from '../../engine/sea/priced-sea.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import { meet } from '../../engine/search/find-path.ts';
import { placeWaypoints, type Terminal } from '../../engine/waypoints/waypoints.ts';
import { type Call, type Stretch, stayFor } from './call.ts';
import { eachOnce } from './each-once.ts';
import type { LegEnds } from './known-path.ts';
import type { SeaCurves } from './sea-curves.ts';

export interface LegToProve extends LegEnds {
  /** A path, by cells of the sea. */
  readonly track: Track;
}

/** What the legs of the voyages that leave at a time cost at least at some prices, by leg, as long as they end by another. */
export interface ProvedLegs {
  readonly prices: readonly Prices[];
  readonly cost: number;
  readonly endedBy: Optimality['endedBy'];
}

interface When {
  readonly leaves: number;
  readonly until: number;
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
 * @param consumed by one of the voyages
 * @returns null where nothing is proved
 */
export function proveLegs(
  curves: SeaCurves,
  bounded: readonly BoundedLeg[],
  prices: readonly Prices[],
  times: readonly Times[],
  {
    consumed,
    until,
    isOver,
  }: { readonly consumed: number; readonly until: number; readonly isOver: () => boolean },
): ProvedLegs | null {
  const { sea } = curves;
  const seas = eachOnce(prices, (own) => curves.costsAt(own, until));
  let [cost, endedBy]: [number, Optimality['endedBy']] = [0, null];
  for (const [k, { leg, claim, before, after, fewestDays }] of bounded.entries()) {
    if (!isSailed(leg)) continue;
    const { from, to } = times[k]!;
    const { sea: costs, price } = seas[k]!;
    const mesh = leastSea(costs, 'days', windowsOf(before, after, from, to));
    const paid = mostPaid(sea, prices[k]!, from, Math.min(from + fewestDays, to), to);
    const proved = certified(mesh, claim, (consumed + paid) / price, leg.track, isOver);
    if (!proved) return null;
    cost += price * proved.least;
    endedBy ??= proved.endedBy;
  }
  return { prices, cost, endedBy };
}

/** What no such voyage consumes less than; Infinity where there is none. */
export interface LeastOf {
  readonly least: number;
  /** By leg but the last: when one that consumes as little would have ended it, and by how much this is less than for another time. */
  readonly ends: readonly { readonly at: number; readonly lessThanAt: (time: number) => number }[];
}

/**
 * What no voyage consumes less than that ends by a time.
 *
 * @param fewestDays of all that leave then, 0 where that is not known
 * @param perDay what a day costs besides: then what no such voyage costs less than
 */
export function leastOf(
  { sea }: SeaCurves,
  bounded: readonly BoundedLeg[],
  { prices, cost }: ProvedLegs,
  arrivals: readonly Stretch[],
  { leaves, until, fewestDays, perDay = 0 }: When & { readonly fewestDays: number; readonly perDay?: number },
): LeastOf {
  const times = timesOf(bounded, { leaves, until }, arrivals);
  if (!times) return { least: Infinity, ends: [] };
  const ends: LeastOf['ends'][number][] = [];
  let least = cost;
  for (const [k, { comes: from, to }] of times.slice(0, -1).entries()) {
    const left = times[k + 1]!.to - bounded[k + 1]!.fewestDays;
    const { call } = bounded[k]!.leg;
    const paidIn = (from: number, to: number) =>
      mostPaidAround(sea, call, { from, to, left }, [prices[k]!, prices[k + 1]!], leaves);
    const { paid, arrives } = paidIn(from, to);
    ends.push({ at: arrives, lessThanAt: (time) => paid - paidIn(time, time).paid });
    least -= paid;
  }
  const earliest = Math.max(leaves + fewestDays, times.at(-1)!.comes);
  const besides = prices.at(-1)!.map((price) => price - perDay);
  return { least: least - mostPaid(sea, besides, leaves, Math.min(earliest, until), until), ends };
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
): { readonly paid: number; readonly arrives: number } {
  const paid = (prices: Prices, end: number) => mostPaid({ starts }, prices, leaves, end, end);
  const { endsAt, days, consumed, perDay, corners } = (call ?? NOTHING).least;
  const inside = (low: number, high: number) => (time: number) => time > low && time < high;
  const turns = [...starts, ...starts.map((start) => start - days), ...corners];
  let most = { paid: -Infinity, arrives: from };
  for (const arrives of [from, Math.max(from, to), ...turns.filter(inside(from, to))]) {
    const first = endsAt(arrives);
    for (const ends of [first, Math.max(first, left), ...starts.filter(inside(first, left))]) {
      const own = paid(before, arrives) - paid(after, ends) - consumed - perDay * (ends - arrives);
      if (own > most.paid) most = { paid: own, arrives };
    }
  }
  return most;
}

const NOTHING = stayFor(0, 0);

/** The legs with what is proved of their days, at the greatest speeds: at any prices. Where there is a sea with more water, it is proved there. */
export function boundLegs(
  { sea }: SeaCurves,
  legs: readonly LegToProve[],
  when: When,
  isOver: () => boolean,
): BoundedLeg[] {
  const bounded = byGreatCircle(sea, legs);
  const wider = sea.provedOn?.('days');
  if (!wider) return boundedOn(sea, bounded, when, isOver);
  const along = legs.map((leg) => ({
    ...leg,
    track: { ...leg.track, cells: rowsAlong(wider.mesh, leg.track) },
  }));
  const known = boundedOn(wider, byGreatCircle(wider, along, sea.passesGaps), when, isOver);
  return bounded.map((own, k) => {
    const { before, after, fewestDays } = known[k]!;
    carry(wider.mesh, before, sea.mesh, own.before);
    carry(wider.mesh, after, sea.mesh, own.after);
    return { ...own, fewestDays: Math.max(own.fewestDays, fewestDays) };
  });
}

const byGreatCircle = (sea: Sea, legs: readonly LegToProve[], passesGaps = sea.passesGaps): BoundedLeg[] =>
  legs.map((leg) => {
    const { start, end } = placeWaypoints(sea.mesh, leg.from, leg.to, 0);
    const [before, after] = [daysByGreatCircle(sea, start.used), daysByGreatCircle(sea, end.used)];
    const fewestDays = end.cells.reduce((least, cell) => Math.min(least, before[cell]!), Infinity);
    const pinches = passesGaps === true || !meet(sea.mesh, { start, end });
    return { leg, claim: { start, end, pinches }, before, after, fewestDays };
  });

/** @param bounded legs whose bounds are raised */
function boundedOn(sea: Sea, bounded: BoundedLeg[], when: When, isOver: () => boolean): BoundedLeg[] {
  for (const [k, own] of bounded.entries()) {
    if (isOver()) break;
    if (!isSailed(own.leg)) continue;
    const { leg, claim, before, after } = own;
    const times = timesOf(bounded, when);
    if (!times) break;
    const { from, to } = times[k]!;
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

/** When a leg can be left and has ended at the earliest, and has to have ended. */
export interface Times {
  readonly from: number;
  readonly comes: number;
  readonly to: number;
}

/**
 * @param arrivals of the legs, where they are bounded
 * @returns null where no voyage is in time
 */
export function timesOf(
  legs: readonly BoundedLeg[],
  { leaves, until }: When,
  arrivals: readonly Stretch[] = [],
): Times[] | null {
  let now = leaves;
  const earliest = legs.map(({ leg: { call }, fewestDays }, k) => {
    const from = now;
    const comes = Math.max(from + fewestDays, arrivals[k]?.from ?? -Infinity);
    now = call?.least.endsAt(comes) ?? comes;
    return { from, comes };
  });
  let due = until;
  const times: Times[] = [];
  for (let k = legs.length - 1; k >= 0; k--) {
    const { leg, fewestDays } = legs[k]!;
    const last = Math.min(leg.call?.latest ?? Infinity, arrivals[k]?.to ?? Infinity);
    const to = Math.min(due - (leg.call?.least.days ?? 0), last);
    due = to - fewestDays;
    times.unshift({ ...earliest[k]!, to });
  }
  return times.every(({ comes, to }) => comes <= to + ROUNDING) ? times : null;
}

/** Of sums of times, days. */
const ROUNDING = 1e-6;

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
