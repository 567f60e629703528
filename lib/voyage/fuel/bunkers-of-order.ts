/** The bunkers of a voyage as the order of its stops is chosen by them. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Bunkers as BunkersOfOrder } from '../order/bunkers.ts';
import { choosesTime, leavesOut } from '../speeds/speed-wish.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import type { Voyage } from '../voyage-fields.ts';
import { type Bunkers, bunkersOf, takenAt } from './fuel-aboard.ts';

/** By the itinerary, whose works may take other times in a sea that changes. */
export type BunkersIn = (itinerary: Itinerary) => BunkersOfOrder;

/**
 * Null where orders are chosen without looking at the bunkers: where stops may be left out, where speeds are chosen for a limit or a price,
 * so that slower ones may keep the reserve in any order, and where what is consumed has the price of time in it.
 *
 * @param idleRate tonnes of a day of staying or waiting
 */
export function bunkersOfOrder(
  { consumption }: Pick<Mesh, 'consumption'>,
  voyage: Voyage | null,
  idleRate: number,
  hasPrice: boolean,
): BunkersIn | null {
  const bunkers = bunkersOf(voyage);
  if (!bunkers || hasPrice || leavesOut(voyage!) || consumption !== 'fuel') return null;
  if (choosesTime({ ...voyage!, trade_off: null })) return null;
  return (itinerary) => inOrder(bunkers, itinerary, idleRate);
}

function inOrder(bunkers: Bunkers, itinerary: Itinerary, idleRate: number): BunkersOfOrder {
  const { aboard, reserve, capacity } = bunkers;
  const { names, stay, stops } = itinerary;
  const work = costsOfWork(itinerary, 'fuel', idleRate);
  return {
    spare: aboard - reserve,
    room: capacity - aboard,
    calls: work.map((tonnes, point) => tonnes + idleRate * stay[point]!),
    // an end may have the name of a stop
    taken: Float64Array.from(names, (name, point) => (stops.of[point]! < 0 ? 0 : takenAt(bunkers, name))),
    idle: idleRate,
  };
}
