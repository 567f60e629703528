/** What every leg of a voyage costs at least, whenever it is left: bounds on the mesh of the least costs of all times of the voyage. */

import type { Mesh } from '../../engine/mesh/mesh.ts';
import { daysByGreatCircle } from '../../engine/sea/dated-bound.ts';
import { leastSea } from '../../engine/sea/least-sea.ts';
import type { Aim } from '../../engine/sea/sea.ts';
import { LowerBounds, WANTED } from '../order/lower-bounds.ts';
import { placedOn } from '../order/order-bounds.ts';
import { sizeOf } from '../order/problem.ts';
import { firstAtPlaceOf, type Itinerary } from '../stops/itinerary.ts';
import type { Beginning } from './beginning.ts';
import { needsPinches } from './best-order.ts';

export interface LeastLegsOptions {
  /** By leg: what it is thought to cost at least. */
  readonly costs: () => Float64Array;
  /** Days after which the voyage does not matter any more. */
  readonly until: number;
  readonly isOver: () => boolean;
}

/** The mesh of the least days of all times at which a vessel can be in a cell that leaves from a place. */
export function everAfter({ sea, begins }: Beginning, { comes }: Itinerary): Mesh {
  const from = daysByGreatCircle(sea, comes[0]!.used).map((days) => begins + days);
  return leastSea(sea, 'days', { from, to: from.map(() => Infinity) });
}

/** By leg, row: from; days or consumption. Nothing is known where time is up. */
export function leastOfLegs(
  { sea, begins }: Beginning,
  itinerary: Itinerary,
  aim: Aim,
  { costs, until, isOver }: LeastLegsOptions,
): Float64Array {
  const { comes, goes } = itinerary;
  const size = sizeOf(itinerary);
  const least = new Float64Array(size * size);
  if (isOver()) return least;
  const [start, end] = [comes[0]!.used, comes.at(-1)!.used];
  const wider = sea.provedOn?.(aim) ?? sea;
  const from = daysByGreatCircle(wider, start).map((days) => begins + days);
  const to = daysByGreatCircle(wider, end).map((days) => begins + until - days);
  const mesh = leastSea(wider, aim, { from, to });
  const placed = goes === comes ? comes : [...comes, ...goes];
  const places = wider === sea ? placed : placedOn(mesh, placed);
  const left = places.length - size;
  const bounds = new LowerBounds(mesh, places, { pinches: needsPinches({ sea, begins }, itinerary), isOver });
  const objective = aim === 'days' ? 'traveltime' : mesh.consumption!;
  const known = costs();
  const longest = known.reduce((most, cost) => (cost < Infinity ? Math.max(most, cost) : most), 0);
  const points = Array.from({ length: size }, (_, point) => point);
  const firsts = points.map((point) => firstAtPlaceOf(itinerary, point));
  for (const to of new Set(firsts.slice(1))) {
    const wanted = new Float64Array(places.length);
    const legs = new Set(firsts.slice(0, -1).filter((from) => from !== to));
    for (const from of legs) wanted[left + from] = WANTED * Math.min(known[from * size + to]!, longest);
    const bound = bounds.to(to, objective, wanted);
    for (const from of legs) least[from * size + to] = bound[left + from]!;
  }
  return least.map((_, leg) => least[firsts[Math.floor(leg / size)]! * size + firsts[leg % size]!]!);
}
