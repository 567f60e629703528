import { RouteInaccessible } from '../engine/waypoints/errors.ts';

/** The time for the calculation ran out before a way was found; there may be one. */
export class OutOfTime extends RouteInaccessible {
  constructor() {
    super('The time for the calculation ran out before a way was found');
  }
}
