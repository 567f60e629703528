/**
 * What a leg costs, written down from the definition alone and without regard to speed: the truth that the engine
 * is held against. Shares no code with it.
 *
 * Degrees, metres, seconds; bearings in degrees clockwise from north.
 */

import type { Objective } from '../../../lib/engine/cost/cost.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';

export type Point = readonly [lon: number, lat: number];

const RADIUS_M = 6_371_100;
const RAD = Math.PI / 180;

/** Difference of longitude the short way, degrees. */
export function lonDifference(from: number, to: number): number {
  const difference = to - from;
  return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference;
}

/**
 * The rhumb line between two points. The difference of isometric latitude comes from the addition theorem of artanh,
 * ψ2 − ψ1 = 2 artanh(sin(Δφ/2) / cos φm), which is exact and keeps its digits however close the latitudes.
 */
export function rhumbLine([lon1, lat1]: Point, [lon2, lat2]: Point): { lengthM: number; bearing: number } {
  const dLat = (lat2 - lat1) * RAD;
  const middle = ((lat1 + lat2) / 2) * RAD;
  const dIsometric = 2 * Math.atanh(Math.sin(dLat / 2) / Math.cos(middle));
  const stretch = dLat === 0 ? Math.cos(middle) : dLat / dIsometric;
  const east = stretch * lonDifference(lon1, lon2) * RAD;
  return {
    lengthM: RADIUS_M * Math.hypot(east, dLat),
    bearing: (Math.atan2(east, dLat) / RAD + 360) % 360,
  };
}

/** Linear between the samples at NE, E, … N on either side of a bearing. */
export function atBearing(samples: Float64Array, row: number, bearing: number): number {
  const below = Math.floor(bearing / 45);
  const fraction = bearing / 45 - below;
  return (1 - fraction) * samples[8 * row + ((below + 7) % 8)]! + fraction * samples[8 * row + (below % 8)]!;
}

export interface Leg {
  readonly lengthM: number;
  readonly days: number;
  /** Tonnes of fuel or units of battery; 0 where the mesh has neither. */
  readonly consumption: number;
  /** Speed through the water, m/s. */
  readonly speed: number;
}

/** A leg wholly inside one cell; Infinity days where it can't be sailed. */
export function sailLeg(source: MeshSource, row: number, from: Point, to: Point): Leg {
  const { lengthM, bearing } = rhumbLine(from, to);
  const speed = atBearing(source.speeds, row, bearing);
  if (lengthM === 0) return { lengthM, days: 0, consumption: 0, speed };
  const east = Math.sin(bearing * RAD);
  const north = Math.cos(bearing * RAD);
  const u = source.currents[2 * row]!;
  const v = source.currents[2 * row + 1]!;
  const along = u * east + v * north;
  const across = u * north - v * east;
  const overGround = speed * speed < across * across ? 0 : along + Math.sqrt(speed * speed - across * across);
  const days = overGround > 0 ? lengthM / overGround / 86_400 : Infinity;
  const rate = source.rates ? atBearing(source.rates, row, bearing) : 0;
  return { lengthM, days, consumption: days === Infinity ? Infinity : days * rate, speed };
}

export function legCost(
  source: MeshSource,
  objective: Objective,
  row: number,
  from: Point,
  to: Point,
): number {
  const { days, consumption } = sailLeg(source, row, from, to);
  return objective === 'traveltime' ? days : consumption;
}
