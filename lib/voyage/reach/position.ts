/** Places of an area's border, rounded so that ends that are the same place are equal. */

export type Position = readonly [lon: number, lat: number];

/** Parts of a degree: a centimetre. */
const GRAINS = 1e7;
/**
 * Borders of cells are often at eighths of a centimetre, where a coordinate that differs in its last bit would be rounded the
 * other way: so not at halves.
 */
const OFF_HALF = 0.2;
const roundedDegrees = (degrees: number): number => Math.round(degrees * GRAINS + OFF_HALF) / GRAINS;

export const rounded = (lon: number, lat: number): Position => [roundedDegrees(lon), roundedDegrees(lat)];
