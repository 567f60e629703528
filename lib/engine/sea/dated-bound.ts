/**
 * How far from the best a route in a changing sea is at most.
 *
 * What is proved on the mesh of the least costs (least-sea.ts) holds for every path whose times are within the windows that it was made
 * with. A window begins when the vessel can be in a cell at the earliest, and ends when it has to have left, if the path is to be better
 * than the route that is known: after that, the rest alone costs too much. The first windows are by great circles at the greatest speed.
 * What is proved with these, from the start and to the end, makes narrower ones, with which it is proved again.
 */
import type { Claim } from '../certificate/border.ts';
import { Certifier, type Optimality } from '../certificate/certificate.ts';
import type { CellBorder } from '../certificate/layout.ts';
import type { LowerBound } from '../certificate/lower-bound.ts';
import { costsFor, legCost } from '../cost/cost.ts';
import { departure, haversineNm, type LatLon, METRES_PER_NM } from '../geometry/sphere.ts';
import { cellsBetween } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Track } from '../path/track.ts';
import { rowsAlong } from '../plan-route.ts';
import { SAME_PLACE } from '../tolerances.ts';
import { placeWaypoints } from '../waypoints/waypoints.ts';
import { INSTANT } from './dated-track.ts';
import { leastSea, type Windows } from './least-sea.ts';
import { LeastSpending } from './least-spending.ts';
import { Passage } from './passage.ts';
import { mostPaid, type Prices, pricedSea } from './priced-sea.ts';
import { type Aim, type Sea, type Slice, sliceAt } from './sea.ts';

/** Windows are not narrowed further where the gap is at most this; nor more often than so; nor after a round that saved less than this part. */
const ENOUGH_PERCENT = 0.3;
const ROUNDS = 3;
const WORTH = 0.1;
/** A bound of time that leaves more, per cent, is proved where slices begin as well. */
const WIDE_PERCENT = 1;
/** What is bounded by time is not proved by itself if its gap is wider by at most this, percentage points. */
const WIDER_PERCENT = 0.1;

export interface DatedClaim extends Claim, Bounded {
  /** When the vessel leaves, and how long it may wait in all, days. */
  readonly leaves: number;
  readonly mostWait: number;
  /** Of what is consumed: what a day later costs, by slice, as far as is known. */
  readonly prices?: Prices | undefined;
}

/**
 * Which paths a bound holds for, where these are not only those that leave with the route. Nothing that is proved depends on when a path
 * leaves, but the windows: they begin with the earliest departure, and end when the last path ends that matters.
 */
export interface Bounded {
  /** Paths leave at this time or later, days. For time, their bound is one of the arrival too: it is this time and the bound, or later. */
  readonly earliest?: number;
  /** Of what is consumed: paths that end later do not matter, days; by default those that leave with the route and consume more. */
  readonly until?: number;
}

/** A sea in which something is proved: as it is, or at prices. */
interface Side {
  readonly sea: Sea;
  /** What a path pays at most besides what it consumes. */
  readonly paid: number;
  /** When a path is to be in a cell of which the rest costs so much at least. */
  readonly latest: (rest: number) => number;
  /** By cell: the cost to the end, at least. */
  readonly after: Float64Array;
}

/** What is proved, with the bounds by cell from which windows are made. */
interface Proof {
  readonly best: Optimality | null;
  readonly before: Float64Array;
  readonly sides: readonly Side[];
}

/**
 * @param cost of the route: days, or what is consumed
 * @param track of the route, by cells of the sea
 * @param fewestDays of the paths that leave with the route, where known: times the least rate they bound what is consumed
 * @returns null if nothing is proved
 */
export function certifyDated(...asked: Parameters<typeof proofIn>): Optimality | null {
  return proofIn(...asked).best;
}

/** The same. Where there is a sea with more water, what is proved there comes first, and its windows serve for one more round. */
function proofIn(
  sea: Sea,
  aim: Aim,
  claim: DatedClaim,
  cost: number,
  track: Track,
  isOver: () => boolean,
  fewestDays: Optimality | null = null,
): Proof {
  const { earliest = claim.leaves, prices } = claim;
  const wider = isOver() ? undefined : sea.provedOn?.(aim);
  const known = wider && proofOn(wider, [sea, aim, claim, cost, track, isOver, fewestDays]);
  if (known?.best && (known.best.gapPercent <= ENOUGH_PERCENT || isOver())) return known;
  const { rate, latest } = spendingOf(sea, aim, claim, cost);
  const before = daysByGreatCircle(sea, claim.start.used);
  const after = daysByGreatCircle(sea, claim.end.used).map((days) => rate * days);
  const sides: Side[] = [{ sea, paid: 0, latest, after }];
  // what is waited may be saved under way: a path that leaves later may take fewer days
  const least = aim === 'days' ? 0 : rate * Math.max(0, (fewestDays?.least ?? 0) - claim.mostWait);
  const gapOf = (bound: number) => (bound > 0 ? Math.max(0, 100 * (cost / bound - 1)) : Infinity);
  let best: Optimality | null =
    least > 0 ? { least, gapPercent: gapOf(least), endedBy: fewestDays!.endedBy } : null;
  if (best && best.gapPercent <= fewestDays!.gapPercent + WIDER_PERCENT) return { best, before, sides };
  const until = latest(0);
  if (aim === 'consumed' && prices && claim.earliest === undefined && until < Infinity) {
    const own = pricedSea(sea, prices);
    const ends = Math.min(until, claim.leaves + (fewestDays?.least ?? 0));
    const paid = mostPaid(sea, prices, claim.leaves, ends, until);
    const { latest: ended } = spendingOf(own, aim, claim, cost + paid);
    sides.push({ sea: own, paid, latest: ended, after: new Float64Array(after.length) });
  }
  const perMetre = sea.leastPerMetre.reduce((a, b) => Math.min(a, b)) * (1 - 1e-9);
  const daysOn = (own: Sea, met: Windows, towards: 1 | -1, most: number): LowerBound => {
    const mesh = leastSea(own, 'days', met);
    const proofs: LowerBound[] = [];
    const how = { isOver, inspect: (bound: LowerBound) => proofs.push(bound), towards, perMetre };
    new Certifier(mesh, claim).certify(costsFor(mesh, 'traveltime'), most, track, how);
    return proofs[0];
  };
  if (wider && known) {
    if (known.best && known.best.least > (best?.least ?? 0)) best = known.best;
    carry(wider.mesh, known.before, sea.mesh, before);
    for (const [k, { after: to }] of sides.entries())
      if (known.sides[k]) carry(wider.mesh, known.sides[k].after, sea.mesh, to);
  }
  for (let round = known ? ROUNDS - 1 : 0; round < ROUNDS; round++) {
    const { sea: own, paid, after: rest } = sides[Math.min(round, sides.length - 1)];
    const windows = windowsOf(earliest, before, sides);
    const mesh = leastSea(own, aim, windows);
    const costs = costsFor(mesh, aim === 'days' ? 'traveltime' : mesh.consumption!);
    const proofs: LowerBound[] = [];
    const inspect = (bound: LowerBound) => proofs.push(bound);
    const certifier = new Certifier(mesh, claim);
    const proved = certifier.certify(costs, cost + paid, track, { isOver, inspect });
    if (!proved) break;
    const least = proved.least - paid;
    const gapPercent = gapOf(least);
    const gain = best ? 1 - gapPercent / best.gapPercent : 1;
    if (least > (best?.least ?? 0)) best = { ...proved, least, gapPercent };
    const isFirst = round + 1 < sides.length;
    if (!best || best.gapPercent <= ENOUGH_PERCENT || (gain < WORTH && !isFirst)) break;
    if (round + 1 === ROUNDS || isOver()) break;
    const towards = proofs[0]?.proposal.momenta.sign === 1 ? -1 : 1;
    if (aim === 'days' || towards === 1)
      certifier.certify(costs, cost + paid, track, { isOver, inspect, towards });
    for (const proof of proofs) {
      const { sign } = proof.proposal.momenta;
      if (sign === 1) raise(rest, proof);
      else if (aim === 'days') raise(before, proof);
    }
    // what a path consumes up to a cell says nothing about when it is there at the earliest
    if (aim === 'consumed' && isFirst) raise(before, daysOn(sea, windows, -1, until - earliest));
  }
  for (let k = sliceAt(sea, earliest) + 1; aim === 'days' && sea.starts[k] < earliest + cost; k++) {
    if (!best || best.gapPercent <= WIDE_PERCENT || isOver()) break;
    if (!getsFaster(sea, k, track, claim.leaves)) continue;
    const met = windowsOf(earliest, before, sides);
    const since = { ...met, from: met.from.map((time) => Math.max(time, sea.starts[k])) };
    const first = daysOn({ ...sea, slices: sea.slices.slice(0, k) }, met, -1, cost);
    const last = daysOn(sea, since, 1, cost);
    const comes = met.from.map((time) => time - earliest);
    // it is there before it opens, too
    for (const cell of claim.start.cells) comes[cell] = 0;
    const least = Math.min(cost, leastPast([first, last], comes, sea.starts[k] - earliest, claim.end.cells));
    if (least > best.least) best = { ...best, least, gapPercent: gapOf(least) };
  }
  return { best, before, sides };
}

/** What is proved of a route in a sea with more water. */
function proofOn(wider: Sea, [sea, aim, claim, cost, track, ...how]: Parameters<typeof proofIn>): Proof {
  const { start, end } = placeWaypoints(wider.mesh, claim.start.used, claim.end.used, 0);
  // where its slices are fewer, prices are none of them
  const prices = wider.slices.length === sea.slices.length ? claim.prices : undefined;
  const along = { ...track, cells: rowsAlong(wider.mesh, track) };
  return proofIn(wider, aim, { ...claim, start, end, prices }, cost, along, ...how);
}

/** Raises the bounds of the cells of a mesh to the least of the cells of a wider one that each lies in. */
export function carry(wider: Mesh, from: Float64Array, { bounds, openCount }: Mesh, to: Float64Array): void {
  for (let cell = 0; cell < openCount; cell++) {
    const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
    const over = cellsBetween(wider, { lat: south, lon: west }, { lat: north, lon: east }, -SAME_PLACE);
    if (over.length > 0) to[cell] = Math.max(to[cell], Math.min(...over.map((one) => from[one] ?? 0)));
  }
}

/**
 * When a path can be in each cell: not before the days to get there, nor while it is closed then, since only who is in it when it closes
 * goes on; nor so late that the rest would end after all that matter.
 */
function windowsOf(earliest: number, before: Float64Array, sides: readonly Side[]): Windows {
  const passage = new Passage(sides[0].sea);
  const to = before.map((_, cell) => Math.min(...sides.map(({ latest, after }) => latest(after[cell]))));
  return { from: before.map((days, cell) => passage.through(cell, 0, 0, earliest + days)), to };
}

/** How late a path may be, and the least rate of what it spends. */
function spendingOf(sea: Sea, aim: Aim, claim: DatedClaim, cost: number) {
  const { leaves, earliest = leaves, mostWait, until } = claim;
  if (aim === 'days') return { rate: 1, latest: (rest: number) => leaves + cost - rest };
  const spending = new LeastSpending(sea);
  const own = spending.until(leaves) + cost + spending.greatest * mostWait;
  const all = until === undefined ? own : spending.until(until);
  const latest = (rest: number) => spending.when(all - rest);
  return { rate: spending.rateBetween(earliest, latest(0)), latest };
}

/** By cell: the days of a great circle at the greatest speed between a place and the nearest point of the cell. */
export function daysByGreatCircle({ mesh, leastPerMetre }: Sea, place: LatLon): Float64Array {
  const least = leastPerMetre.reduce((a, b) => Math.min(a, b));
  return new Float64Array(mesh.openCount).map((_, cell) => {
    const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
    const middle = { lat: 0.5 * (south + north), lon: 0.5 * (west + east) };
    const radius = Math.max(...[south, north].map((lat) => haversineNm(middle, { lat, lon: west })));
    return Math.max(0, haversineNm(place, middle) - radius) * METRES_PER_NM * least * (1 - 1e-9);
  });
}

/** Whether the leg that is under way when a slice begins is the faster for it: else it tells little where paths are then. */
function getsFaster(sea: Sea, k: number, { coordinates, timeDays, cells }: Track, leaves: number): boolean {
  const i = timeDays.findIndex((days) => leaves + days > sea.starts[k] + INSTANT);
  if (i <= 0) return false;
  const { x, y } = departure(coordinates[i - 1], coordinates[i]);
  const daysIn = ({ open, days }: Slice) => (open[cells[i]] === 1 ? legCost(days, cells[i], x, y) : Infinity);
  return daysIn(sea.slices[k - 1]) > (1 + WORTH) * daysIn(sea.slices[k]);
}

/** Raises the bounds of the cells whose whole borders a proof has looked at to the least that it proves there. */
export function raise(bounds: Float64Array, proof: LowerBound): void {
  for (const [cell, { border }] of proof.proposal.cells)
    bounds[cell] = Math.max(bounds[cell], leastOn(proof, border));
}

/** The least that is proved on the border of a cell. */
function leastOn(proof: LowerBound, { nodes }: CellBorder): number {
  const { layout, cap } = proof.proposal;
  // between two nodes the bound is at most this much below both
  const slack = (node: number) => 0.5 * cap.perMetre * layout.border.longestAt(node);
  return nodes.reduce((least, node) => Math.min(least, proof.at(node) - slack(node)), Infinity);
}

/**
 * What a path takes at least that is somewhere when a slice begins: the cell that it is in then is one that it can come to in the slices
 * before, and it ends as those do that go on from there in the slices since. What is proved on one mesh of all slices takes a wall that
 * opens with this one for open from the first.
 *
 * A path through a cell that one of both proofs did not look at costs as much as the route or more: there the cap is proved, and both have
 * the same one.
 *
 * @param first days from the start in the slices before
 * @param last days to the end in the slices since
 * @param before by cell: days after which it is come to at the earliest
 * @param days from the start to the begin of the slice
 * @param ends the cells of the end
 * @returns Infinity where nothing is cheaper than the route
 */
function leastPast([first, last]: LowerBound[], before: Float64Array, days: number, ends: readonly number[]) {
  let least = Math.min(first.limit, last.limit) < Infinity ? 0 : Infinity;
  for (const [cell, { border }] of first.proposal.cells) {
    const comes = Math.max(before[cell], leastOn(first, border));
    const on = last.proposal.cells.get(cell);
    if (comes > days || !on) continue;
    // in a cell of the end it may have ended by then
    least = Math.min(least, ends.includes(cell) ? comes : days + leastOn(last, on.border));
  }
  return least;
}
