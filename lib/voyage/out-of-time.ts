import { RouteInaccessible } from '../engine/waypoints/errors.ts';

/** The time for the calculation ran out before a way was found; there may be one. */
export class OutOfTime extends RouteInaccessible {
  constructor() {
    super('The time for the calculation ran out before a way was found');
  }
}

/** What is found; null where time ran out before a way was. */
export function unlessOver<T>(isOver: () => boolean, find: () => T): T | null {
  try {
    return find();
  } catch (error) {
    // a search that was ended early may not have come to a way
    if (!(error instanceof RouteInaccessible) || !isOver()) throw error;
    return null;
  }
}
