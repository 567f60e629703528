import { RouteInaccessible } from '../../engine/waypoints/errors.ts';

/** A place of a voyage can't be reached on a mesh; the message names it. `planVoyage` tells it to the client. */
export class StopInaccessible extends RouteInaccessible {}
