/** Knots that a speed limit may be, through the water. */

/** At half a knot a route through a slow zone is proved to 0.1 %, at 0.3 kn to 130 %: cells cost too much more than those beside them. */
export const LEAST_SPEED_KN = 0.5;
export const MAX_SPEED_KN = 100;

export const isSpeedLimit = (knots: number): boolean => knots >= LEAST_SPEED_KN && knots <= MAX_SPEED_KN;
