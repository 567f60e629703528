/**
 * The speeds on a path through a sea that changes by which it consumes least and arrives in time: the price of a day in the first slice is
 * found by halving. Where a turn of the slices finds the vessel at the border of two cells, prices of a whole range lead there; then it is the next
 * slice whose price is found, and so on. A cell that opens parts the path in two: what comes before has until then.
 */
import { sliceAt } from '../../engine/sea/sea.ts';
import { partBetween } from '../find-price.ts';
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

/** A path as it is sailed, and what it consumes with stays and waits. */
export interface Settled extends Omit<Sailed, 'turns'> {
  readonly consumed: number;
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
}

/**
 * @param leaves days
 * @returns null where the path can't be sailed by then
 */
export function settle(
  path: PathInTime,
  leaves: Pick<Place, 'now' | 'slice'>,
  { until, worth, idleRate }: Pick<Query, 'until' | 'worth' | 'idleRate'>,
): Settled | null {
  const query = { path, upTo: path.legs.length, until, worth, idleRate };
  const found = parted(query, { leg: 0, part: 0, ...leaves });
  return found && { ...found, consumed: consumedOf(found.pieces, idleRate) };
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
  const isBetter =
    consumed + worth * other.arrives < (found.consumed + worth * found.arrives) * (1 - WORTHWHILE);
  // the prices of what was found lead to other paths, whichever speeds are better on this one
  return isBetter ? { ...found, ...other, consumed } : found;
}

/** Its parts between cells that are waited for. */
function parted(query: Query, start: Place): Sailed | null {
  const whole = inTime(query, start);
  const closed = whole?.pieces.find(({ why }) => why === 'closed');
  if (!whole || !closed) return whole;
  const { leg, begins, days } = closed;
  const opens = begins + days;
  const { path } = query;
  const after = parted(query, {
    leg,
    part: 0,
    now: opens,
    slice: sliceAt(path.curves.sea, opens + INSTANT),
    hasStayed: true,
  });
  if (!after) return null;
  const stays = start.leg === leg && start.hasStayed ? 0 : (path.stays.get(leg) ?? 0);
  const before =
    inTime({ ...query, upTo: leg, until: opens - stays, worth: 0 }, start) ??
    path.sail(start, HIGHEST_PRICE, leg);
  const ahead = [
    [before.arrives, stays, 'stay'],
    [before.arrives + stays, opens - before.arrives - stays, 'closed'],
  ] as const;
  const waits = ahead.flatMap(([begins, days, why]): Piece[] =>
    days > INSTANT ? [{ ...closed, begins, days, why }] : [],
  );
  const turned = after.pieces[0]?.slice ?? 0;
  return {
    ...after,
    pieces: [...before.pieces, ...waits, ...after.pieces],
    prices: after.prices.map((price, k) =>
      k < turned && before.pieces.length > 0 ? before.prices[k]! : price,
    ),
  };
}

/**
 * Of the paths that arrive in time, and whose last day has at least the price that arriving earlier is worth, the one that consumes least. More than one
 * price of the first slice may lead to a path that just does: each that is found between two of many prices.
 */
function inTime(query: Query, start: Place): Sailed | null {
  const { path, upTo, until, worth, idleRate } = query;
  const at = (price: number) => path.sail(start, price, upTo);
  /** Above 0 where it is too slow: days, or what arriving a day earlier is worth more than it costs. */
  const excess = (sailed: Sailed) => Math.max(sailed.arrives - until, worth - lastPrice(sailed));
  let best: { sailed: Sailed; cost: number } | null = null;
  const add = (sailed: Sailed) => {
    if (sailed.arrives > until + INSTANT) return;
    const cost = consumedOf(sailed.pieces, idleRate) + worth * (sailed.arrives - start.now);
    if (!best || cost < best.cost) best = { sailed, cost };
  };
  const tried = PRICES.map((price) => at(price));
  for (const [k, sailed] of tried.entries()) {
    add(sailed);
    const last = tried[k - 1];
    if (!last || excess(last) > 0 === excess(sailed) > 0) continue;
    const ends = [
      { price: PRICES[k - 1]!, sailed: last },
      { price: PRICES[k]!, sailed },
    ] as const;
    add(between(query, at, excess, excess(last) > 0 ? ends : [ends[1], ends[0]]));
  }
  return best && (best as { sailed: Sailed }).sailed;
}

interface Tried {
  readonly price: number;
  readonly sailed: Sailed;
}

/** Of two paths of which the first is too slow: the one between that just is not. */
function between(
  query: Query,
  at: (price: number) => Sailed,
  excess: (sailed: Sailed) => number,
  ends: readonly [Tried, Tried],
): Sailed {
  const [slow, fast] = found(at, excess, ends);
  if (slow.sailed.arrives <= query.until || query.until - fast.sailed.arrives <= INSTANT) return fast.sailed;
  return alongTurns(query, slow.sailed, fast.sailed);
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

/** Of two paths by nearly one price, of which one is late: what is between them, where they part at a turn of the slices. */
function alongTurns(query: Query, slow: Sailed, fast: Sailed): Sailed {
  const { path, upTo, until } = query;
  const k = fast.turns.findIndex((turn, k) => {
    const other = slow.turns[k];
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
  const excess = ({ arrives }: Sailed) => arrives - until;
  const ends = [slow, fast].map(({ prices }) => {
    const price = prices[turn.slice]!;
    return { price, sailed: at(price) };
  }) as [Tried, Tried];
  if (excess(ends[0].sailed) <= 0) return ends[0].sailed;
  if (excess(ends[1].sailed) > 0) return fast;
  return between(query, at, excess, ends);
}

const isApart = (a: number, b: number) => Math.abs(a - b) > 1e-6 * Math.max(Math.abs(a), Math.abs(b));

const lastPrice = ({ prices, pieces }: Sailed) => prices[pieces.at(-1)?.slice ?? 0]!;

const consumedOf = (pieces: readonly Piece[], idleRate: number) =>
  pieces.reduce((sum, { days, best }) => sum + days * (best ? best.rate : idleRate), 0);
