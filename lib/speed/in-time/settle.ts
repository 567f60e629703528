/**
 * The speeds on a path through a sea that changes by which it consumes least and arrives in time: the price of a day in the first slice is
 * found by halving. Where a turn of the slices finds the vessel at the border of two cells, prices of a whole range lead there; then it is the next
 * slice whose price is found, and so on. Where a cell is waited for, or a call is come to before it is open or too late, the path is
 * parted: what comes before has until then, what comes after begins then (recursive smoothing: Norstad, Fagerholt & Laporte 2011).
 */

import { computed } from '../../engine/computed.ts';
import type { Prices } from '../../engine/sea/priced-sea.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { partBetween } from '../find-price.ts';
import type { Call, Stretch } from './call.ts';
import { labelSpeeds } from './label-speeds.ts';
import { INSTANT, type PathInTime, type Piece, type Place, type Sailed } from './path-in-time.ts';

/** Per day: a price that no consumption counts beside. */
const HIGHEST_PRICE = 1e12;
/** Prices that are tried: below 0, where the sea gets better, it may be worth something to be late. */
const POWERS = [...Array(16).keys()].map((k) => 2 ** (k - 5));
const PRICES = [...POWERS.map((price) => -price).reverse(), 0, ...POWERS, HIGHEST_PRICE];
const STEPS = 80;
/** Prices are equal within this fraction. */
const SAME_PRICE = 1e-12;
/** Where there is no limit, labels are looked at for so many times the days of what was found; they have to save this fraction. */
const LONGEST = 2;
/** Of what is consumed in a day, what a day is worth under way, nearly. */
const USUAL_PART = 0.3;
const WORTHWHILE = 1e-3;
/** Places nearer than this are one, metres. */
const SAME_PLACE = 10;

/** A path as it is sailed, and what it consumes with calls and waits. */
export interface Settled extends Parted {
  readonly consumed: number;
}

interface Parted extends Pick<Sailed, 'arrives' | 'pieces'> {
  /** The legs of the path with which other prices begin, and these by slice. */
  readonly stretches: readonly { readonly leg: number; readonly prices: Prices }[];
}

interface Query {
  readonly path: PathInTime;
  readonly upTo: number;
  /** It arrives at this time or earlier, days. */
  readonly until: number;
  /** What an earlier day of arrival is worth, even where there is time. */
  readonly worth: number;
  /** What a day of waiting consumes. */
  readonly idleRate: number;
  readonly arrivals: Arrivals;
}

/** By leg: when the call before it is come to, days. */
export type Arrivals = ReadonlyMap<number, Stretch>;

/**
 * @param leaves days
 * @param arrivals at calls, where they are bounded
 * @returns null where the path can't be sailed by then
 */
export function settle(
  path: PathInTime,
  leaves: Pick<Place, 'now' | 'slice'>,
  { until, worth, idleRate }: Pick<Query, 'until' | 'worth' | 'idleRate'>,
  arrivals: Arrivals = new Map(),
): Settled | null {
  const query = { path, upTo: path.legs.length, until, worth, idleRate };
  const place = { leg: 0, part: 0, ...leaves };
  const settledIn = (arrivals: Arrivals): Settled | null => {
    const found = parted({ ...query, arrivals }, place);
    return found && { ...found, consumed: consumedOf(found.pieces, idleRate) };
  };
  const found = settledIn(arrivals);
  // in the openings that full speed leads to
  const openings = openingsOf(path, path.sail(place, HIGHEST_PRICE).pieces, arrivals);
  const early = openings.size > 0 ? settledIn(new Map([...arrivals, ...openings])) : null;
  return early && !(found && costOf(found, worth) <= costOf(early, worth)) ? early : found;
}

const costOf = ({ consumed, arrives }: Pick<Settled, 'consumed' | 'arrives'>, worth: number) =>
  consumed + worth * arrives;

/** By leg, until when a call before it is still done in the same opening. */
function openingsOf({ calls }: PathInTime, pieces: readonly Piece[], arrivals: Arrivals): Arrivals {
  return new Map(
    pieces.flatMap(({ leg, begins, consumed }): [number, Stretch][] => {
      if (consumed === undefined) return [];
      const { from, to } = arrivals.get(leg) ?? ANYWHEN;
      const { until } = calls.get(leg)!.doneAt(Math.max(from, begins));
      return until < to ? [[leg, { from, to: until }]] : [];
    }),
  );
}

/** The same, by labels where they find speeds that consume less. */
export function settleByLabels(
  path: PathInTime,
  leaves: Pick<Place, 'now' | 'slice'>,
  query: Pick<Query, 'until' | 'worth' | 'idleRate'>,
): Settled | null {
  const found = settle(path, leaves, query);
  if (!found) return null;
  const { until, worth, idleRate } = query;
  const days = found.arrives - leaves.now;
  const price = (USUAL_PART * found.consumed) / days;
  const latest = Math.min(until, leaves.now + LONGEST * days);
  const other = labelSpeeds(path, leaves, { ...query, until: latest, price });
  if (!other) return found;
  const consumed = consumedOf(other.pieces, idleRate);
  const isBetter = costOf({ ...other, consumed }, worth) < costOf(found, worth) * (1 - WORTHWHILE);
  // the prices of what was found lead to other paths, whichever speeds are better on this one
  return isBetter ? { ...found, ...other, consumed } : found;
}

/** Its parts between places that are come to too early or too late. */
function parted(query: Query, start: Place): Parted | null {
  const whole = inTime(query, start);
  if (!whole) return null;
  const cut = cutOf(query, whole.pieces);
  if (!cut) return { ...whole, stretches: [{ leg: start.leg, prices: whole.prices }] };
  const { leg, until, latest, call, worth } = cut;
  const before = parted({ ...query, upTo: leg, until, worth }, start);
  if (!before || before.arrives > latest) return null;
  const { sea } = query.path.curves;
  const begins = before.arrives;
  const done = call?.doneAt(Math.max(begins, (query.arrivals.get(leg) ?? ANYWHEN).from));
  const now = done?.ends ?? until;
  const days = now - begins;
  const slice = sliceAt(sea, begins);
  const isPiece = done || days > INSTANT;
  const what = done ? { consumed: done.consumed } : { why: 'closed' as const };
  const between = isPiece ? [{ leg, from: 0, to: 0, slice, begins, days, best: null, ...what }] : [];
  const after = parted(query, { leg, part: 0, now, slice: sliceAt(sea, now + INSTANT), isDone: true });
  return (
    after && {
      arrives: after.arrives,
      pieces: [...before.pieces, ...between, ...after.pieces],
      stretches: call ? [...before.stretches, ...after.stretches] : joined(before, after),
    }
  );
}

/** Where a path is parted: before a leg. */
interface Cut {
  readonly leg: number;
  /** What comes before it is to arrive by then, and has to by the latest. */
  readonly until: number;
  readonly latest: number;
  /** What it is worth to arrive a day earlier: less than nothing where that is waited for. */
  readonly worth: number;
  /** What is done there; null for a cell that opens then. */
  readonly call: Call | null;
}

/** Where the most time would be waited, or where it is the latest. */
function cutOf({ path, arrivals, idleRate }: Query, pieces: readonly Piece[]): Cut | null {
  let most = 0;
  let worst: Cut | null = null;
  const add = (days: number, cut: Cut) => {
    if (days > most) [most, worst] = [days, cut];
  };
  for (const { leg, begins, days, why, consumed } of pieces) {
    if (why === 'closed')
      add(days, { leg, until: begins + days, latest: Infinity, worth: -idleRate, call: null });
    if (consumed === undefined) continue;
    const call = path.calls.get(leg)!;
    const { from, to } = arrivals.get(leg) ?? ANYWHEN;
    const latest = Math.min(call.latest, to);
    const opens = Math.max(from, call.doneAt(begins).begins);
    if (begins <= latest)
      add(opens - begins - 3 * INSTANT, {
        leg,
        until: Math.min(opens + INSTANT, latest - INSTANT),
        latest,
        worth: -idleRate,
        call,
      });
    add(begins - latest, { leg, until: latest - INSTANT, latest, worth: 0, call });
  }
  return worst;
}

const ANYWHEN: Stretch = { from: -Infinity, to: Infinity };

/** On both sides of a cell that is waited for one voyage goes on. */
function joined(before: Parted, after: Parted): Parted['stretches'] {
  const [first, ...rest] = after.stretches;
  const last = before.stretches.at(-1)!;
  const turned = after.pieces[0]?.slice ?? 0;
  const isBefore = (slice: number) => slice < turned && before.pieces.length > 0;
  const prices = first!.prices.map((price, k) => (isBefore(k) ? last.prices[k]! : price));
  return [...before.stretches.slice(0, -1), { leg: last.leg, prices }, ...rest];
}

/**
 * Of the paths that arrive in time, and whose last day has at least the price that arriving earlier is worth, the one that consumes least. More than one
 * price of the first slice may lead to a path that just does: each that is found between two of many prices.
 */
function inTime(query: Query, start: Place): Sailed | null {
  const { path, upTo, until, worth, idleRate } = query;
  const at = (price: number) => path.sail(start, price, upTo);
  const totalsOf = (sailed: Sailed): Totals => ({
    arrives: sailed.arrives,
    lastPrice: lastPrice(sailed),
    consumed: consumedOf(sailed.pieces, idleRate),
  });
  /**
   * Above 0 where it is too slow: days, or what arriving a day earlier is worth more than it costs. Who comes to a cell that has closed for
   * good is too slow even without a limit.
   */
  const excessOf = ({ arrives, lastPrice }: Pick<Totals, 'arrives' | 'lastPrice'>) =>
    arrives === Infinity ? Infinity : Math.max(arrives - until, worth - lastPrice);
  const excess = (sailed: Sailed) => excessOf({ arrives: sailed.arrives, lastPrice: lastPrice(sailed) });
  let best: { readonly sailed: () => Sailed; readonly cost: number } | null = null;
  const add = ({ arrives, consumed }: Totals, sailed: () => Sailed) => {
    if (arrives === Infinity || arrives > until + INSTANT) return;
    const cost = consumed + worth * (arrives - start.now);
    if (!best || cost < best.cost) best = { sailed, cost };
  };
  const known = computed(TRIED, path, () => new Map<string, readonly Totals[]>());
  const { leg, part, now, slice, isDone } = start;
  const key = [leg, part, now, slice, isDone, upTo, idleRate].join();
  const tried = computed(known, key, () => PRICES.map((price) => totalsOf(at(price))));
  for (const [k, own] of tried.entries()) {
    const price = PRICES[k]!;
    add(own, () => at(price));
    const last = tried[k - 1];
    if (!last || excessOf(last) > 0 === excessOf(own) > 0) continue;
    const ends = [PRICES[k - 1]!, price].map((price) => ({ price, sailed: at(price) })) as [Tried, Tried];
    const found = between(query, at, excess, excessOf(last) > 0 ? ends : [ends[1], ends[0]]);
    add(totalsOf(found), () => found);
  }
  return best && (best as { sailed: () => Sailed }).sailed();
}

/** What a price leads to. */
interface Totals {
  readonly arrives: number;
  readonly lastPrice: number;
  readonly consumed: number;
}

/** By path and beginning, what each of the prices leads to: whatever time there is. */
const TRIED = new WeakMap<PathInTime, Map<string, readonly Totals[]>>();

interface Tried {
  readonly price: number;
  readonly sailed: Sailed;
}

/** Of two paths of which the first is too slow: the one between that just is not. @param settled turns up to which they are one */
function between(
  query: Query,
  at: (price: number) => Sailed,
  excess: (sailed: Sailed) => number,
  ends: readonly [Tried, Tried],
  settled = 0,
): Sailed {
  const [slow, fast] = found(at, excess, ends).map(({ sailed }) => sailed) as [Sailed, Sailed];
  return -excess(fast) <= INSTANT ? fast : alongTurns(query, excess, slow, fast, settled);
}

/** By regula falsi, each third step by halving: one of two such paths comes near the other. */
function found(
  at: (price: number) => Sailed,
  excess: (sailed: Sailed) => number,
  [from, to]: readonly [Tried, Tried],
): [Tried, Tried] {
  let [slow, fast] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const [low, high] = [slow.price, fast.price];
    if (Math.abs(high - low) <= SAME_PRICE * Math.max(1, Math.abs(high))) break;
    const [over, under] = [excess(slow.sailed), -excess(fast.sailed)];
    if (over < 0.5 * INSTANT && fast.sailed.arrives > slow.sailed.arrives - INSTANT) break;
    if (under < 0.5 * INSTANT) break;
    const price = low + partBetween(step, over, -under) * (high - low);
    const next = { price, sailed: at(price) };
    if (excess(next.sailed) > 0) slow = next;
    else fast = next;
  }
  return [slow, fast];
}

/** Of two paths by nearly one price, of which one is too slow: what is between them, where they part at a turn of the slices. */
function alongTurns(
  query: Query,
  excess: (sailed: Sailed) => number,
  slow: Sailed,
  fast: Sailed,
  settled: number,
): Sailed {
  const { path, upTo } = query;
  const k = fast.turns.findIndex((turn, k) => {
    const other = k < settled ? undefined : slow.turns[k];
    return other && turn.slice === other.slice && isApart(fast.prices[turn.slice]!, slow.prices[turn.slice]!);
  });
  const turn = fast.turns[k];
  if (!turn || path.metresTo(turn) - path.metresTo(slow.turns[k]!) > SAME_PLACE) return fast;
  const at = (price: number): Sailed => {
    const rest = path.sail(turn, price, upTo);
    return {
      arrives: rest.arrives,
      pieces: [...fast.pieces.filter(({ begins }) => begins < turn.now - INSTANT), ...rest.pieces],
      prices: rest.prices.map((own, slice) => (slice < turn.slice ? fast.prices[slice]! : own)),
      turns: [...fast.turns.slice(0, k + 1), ...rest.turns],
    };
  };
  const ends = [slow, fast].map(({ prices }) => {
    const price = prices[turn.slice]!;
    return { price, sailed: at(price) };
  }) as [Tried, Tried];
  if (excess(ends[0].sailed) <= 0) return ends[0].sailed;
  if (excess(ends[1].sailed) > 0) return fast;
  return between(query, at, excess, ends, k + 1);
}

const isApart = (a: number, b: number) => Math.abs(a - b) > 1e-6 * Math.max(Math.abs(a), Math.abs(b));

const lastPrice = ({ prices, pieces }: Sailed) => prices[pieces.at(-1)?.slice ?? 0]!;

const consumedOf = (pieces: readonly Piece[], idleRate: number) =>
  pieces.reduce((sum, { days, best, consumed }) => sum + (consumed ?? days * (best?.rate ?? idleRate)), 0);
