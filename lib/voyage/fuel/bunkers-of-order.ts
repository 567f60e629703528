/** The bunkers of a voyage as the order of its stops is chosen by them. */
import type { Bunkers as BunkersOfOrder } from '../order/bunkers.ts';
import { costsOfWork, type Itinerary } from '../stops/itinerary.ts';
import type { Bunkers } from './fuel-aboard.ts';

/** @param idleRate tonnes of a day of staying or waiting */
export function bunkersOfOrder(
  { aboard, reserve, capacity, taken }: Bunkers,
  itinerary: Itinerary,
  idleRate: number,
): BunkersOfOrder {
  const { names, stay, stops } = itinerary;
  const work = costsOfWork(itinerary, 'fuel', idleRate);
  const takenAt = (name: string) => {
    const stop = taken.get(name);
    return stop ? (stop.refuel_tonnes ?? Infinity) : 0;
  };
  return {
    spare: aboard - reserve,
    room: capacity - aboard,
    calls: work.map((tonnes, point) => tonnes + idleRate * stay[point]!),
    // an end may have the name of a stop
    taken: Float64Array.from(names, (name, point) => (stops.of[point]! < 0 ? 0 : takenAt(name))),
    idle: idleRate,
  };
}
