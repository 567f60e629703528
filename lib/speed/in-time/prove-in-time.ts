/**
 * How little a voyage through a sea that changes consumes at least, at any speeds, if it ends in time.
 *
 * With a price λ of a day in each slice, all of it costs ∫ (F + λ) dt. On any way it pays ∫ λ dt, which depends on nothing but
 * when it ends. So it consumes what it costs at least, less the most that it can pay. The least cost of a leg is proved on the mesh of the least
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
import { meet } from '../../engine/search/find-path.ts';
import { placeWaypoints, type Terminal } from '../../engine/waypoints/waypoints.ts';
import type { LegEnds } from './known-path.ts';
import type { SeaCurves } from './sea-curves.ts';

export interface LegToProve extends LegEnds {
  /** A path, by cells of the sea. */
  readonly track: Track;
}

/** What the voyages that leave at a time cost at least at some prices, as long as they end by another. */
export interface ProvedCost {
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
  readonly idleRate: number;
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

/** Null where nothing is proved. @param bounded legs of the voyages that end in time */
export function proveCost(
  curves: SeaCurves,
  bounded: readonly BoundedLeg[],
  prices: Prices,
  { idleRate, consumed, fewestDays, isOver, ...when }: Voyages,
): ProvedCost | null {
  const { sea } = curves;
  const days = bounded.reduce((sum, { leg, fewestDays: least }) => sum + least + leg.stayDays, 0);
  const earliest = when.leaves + Math.max(fewestDays, days);
  const paid = mostPaid(sea, prices, when.leaves, Math.min(earliest, when.until), when.until);
  const { sea: costs, price } = curves.costsAt(prices, when.until);
  let [cost, endedBy]: [number, Optimality['endedBy']] = [0, null];
  for (const [k, { leg, claim, before, after }] of bounded.entries()) {
    const { from, to } = timesOf(bounded, k, when);
    if (isSailed(leg)) {
      const mesh = leastSea(costs, 'days', windowsOf(before, after, from, to));
      const proved = certified(mesh, claim, (consumed + paid) / price, leg.track, isOver);
      if (!proved) return null;
      cost += price * proved.least;
      endedBy ??= proved.endedBy;
    }
    // when it stays there is not known
    const cheapest = Math.min(...prices.filter((_, slice) => sea.starts[slice]! <= to + leg.stayDays));
    cost += leg.stayDays * (idleRate + cheapest);
  }
  return { prices, cost, earliest, until: when.until, endedBy };
}

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
    const { from, to } = timesOf(bounded, k, when);
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

/** When a leg can be left at the earliest, and has to be done. */
function timesOf(legs: readonly BoundedLeg[], k: number, { leaves, until }: When) {
  const days = (some: readonly BoundedLeg[]) =>
    some.reduce((sum, one) => sum + one.fewestDays + one.leg.stayDays, 0);
  return {
    from: leaves + days(legs.slice(0, k)),
    to: until - days(legs.slice(k + 1)) - legs[k]!.leg.stayDays,
  };
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
