/**
 * The cells that a voyage of some cost can pass at a price λ: those near enough to both ends. No metre costs less than it does at the best speed
 * in open water with the strongest current behind, so that a voyage through a cell costs at least that times the distance there and on to
 * the end.
 */
import { centralAngle, EARTH_RADIUS_M, type Point, RADIANS } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import type { Vessel } from '../vessel/vessel.ts';
import { greatest } from './greatest-ratio.ts';
import { limitsOf, roundedUp, SPEEDS, type SpeedTable } from './speed-curve.ts';
import type { SpeedCurves } from './speed-curves.ts';

const HOURS_PER_DAY = 24;
/** More than the rounding error of a distance and of a cost, as a fraction. */
const ROUNDING = 1e-6;

export class NearEnough {
  /** By cell: the least way from start to end through it, metres. */
  private readonly way: Float64Array;
  /** In open water, from standstill on; null where nothing is known of a vessel's least consumption. */
  private readonly table: SpeedTable | null;
  private readonly currentKmh: number;

  /** @param track between the ends */
  constructor({ mesh, vessel }: SpeedCurves, { coordinates }: Track) {
    const ends = [coordinates[0]!, coordinates.at(-1)!] as const;
    let fastest = 0;
    for (let i = 0; i < mesh.motion.length; i += 4) fastest = Math.max(fastest, 3.6 * mesh.motion[i]!);
    this.table = openWater(vessel, fastest);
    this.way = this.table ? waysThrough(mesh, ends) : new Float64Array(0);
    let most = 0;
    for (let i = 2; i < mesh.motion.length; i += 4) {
      most = Math.max(most, mesh.motion[i]! * mesh.motion[i]! + mesh.motion[i + 1]! * mesh.motion[i + 1]!);
    }
    this.currentKmh = 3.6 * Math.sqrt(most);
  }

  /** Whether a voyage that costs no more at the price λ may pass a cell; null: any. */
  at(λ: number, cost: number): ((cell: number) => boolean) | null {
    if (!this.table) return null;
    const kmPerCost = greatest(this.table, λ, this.currentKmh) * HOURS_PER_DAY;
    const most = 1000 * kmPerCost * cost * (1 + ROUNDING);
    return (cell) => this.way[cell]! <= most;
  }
}

/**
 * By the speed through the water, as a wind may have changed it; null where resistance may save fuel.
 *
 * @param fastest that it is anywhere, km/h
 */
function openWater({ consumption }: Vessel, fastest: number): SpeedTable | null {
  if (consumption.type !== 'polynomial_fuel' || consumption.resistance.some((b) => b < 0)) return null;
  const [a2, a1, a0] = consumption.speed;
  const step = fastest / (SPEEDS - 1);
  const speeds = Float64Array.from({ length: SPEEDS }, (_, m) => m * step);
  const rates = speeds.map((v) => HOURS_PER_DAY * (a2 * v * v + a1 * v + a0));
  if (rates.some((rate) => rate <= 0)) return null;
  const bend = new Float32Array(SPEEDS - 1).fill(roundedUp(2 * HOURS_PER_DAY * a2));
  return { speeds, rates, limits: limitsOf({ bend }), step };
}

function waysThrough({ bounds, openCount }: Mesh, ends: readonly [Point, Point]): Float64Array {
  const places = ends.map(([lon, lat]) => [lat * RADIANS, lon * RADIANS] as const);
  return Float64Array.from({ length: openCount }, (_, cell) => {
    const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
    const [φ, λ] = [0.5 * (south! + north!) * RADIANS, 0.5 * (west! + east!) * RADIANS];
    const widest = Math.cos(
      Math.min(Math.abs(south!), Math.abs(north!), south! * north! < 0 ? 0 : 90) * RADIANS,
    );
    // no point of the cell is further from its middle
    const radius = 0.5 * (north! - south! + (east! - west!) * widest) * RADIANS;
    const angles = places.map(([φ0, λ0]) => Math.max(0, centralAngle(φ, λ, φ0, λ0) - radius));
    return EARTH_RADIUS_M * (angles[0]! + angles[1]!);
  });
}
