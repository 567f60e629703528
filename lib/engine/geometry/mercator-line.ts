import { ROUNDED } from '../tolerances.ts';
import {
  isometricLatitude,
  latitudeOfIsometric,
  type Point,
  RADIANS,
  shortWayDegrees,
  wrapLongitude,
} from './sphere.ts';

/** The rhumb line between two points, in the shorter direction: a straight line in Mercator's projection. */
export class MercatorLine {
  readonly from: Point;
  readonly to: Point;
  /** Differences of longitude and latitude, degrees. */
  readonly Δlon: number;
  readonly Δlat: number;
  /** Isometric latitude of its first point, and the difference to that of its last. */
  private readonly ψ: number;
  private readonly Δψ: number;

  constructor(from: Point, to: Point) {
    this.from = from;
    this.to = to;
    this.Δlon = shortWayDegrees(to[0] - from[0]);
    this.Δlat = to[1] - from[1];
    this.ψ = isometricLatitude(from[1] * RADIANS);
    this.Δψ = isometricLatitude(to[1] * RADIANS) - this.ψ;
  }

  /** Its point at a fraction of the line in Mercator's projection. */
  at(part: number): Point {
    return part === 0 ? this.from : [wrapLongitude(this.from[0] + part * this.Δlon), this.latAt(part)];
  }

  /** The place where a fraction of its length is sailed: latitude grows with the length, but along a parallel. */
  atLength(part: number): Point {
    const { from, Δlat } = this;
    // of a smaller difference of isometric latitudes a part is mostly rounding
    return this.at(Math.abs(Δlat) < ROUNDED ? part : this.partAtParallel(from[1] + part * Δlat));
  }

  /** The latitude of this point. */
  latAt(part: number): number {
    const { from, to, Δlat } = this;
    if (part === 0 || part === 1) return part === 0 ? from[1] : to[1];
    // along so short a line the latitude is linear, within rounding
    if (Math.abs(Δlat) < ROUNDED) return from[1] + part * Δlat;
    return latitudeOfIsometric(this.ψ + part * this.Δψ) / RADIANS;
  }

  /** The fraction where it meets a parallel; ±Infinity or NaN on a line due east or west. */
  partAtParallel(lat: number): number {
    return (isometricLatitude(lat * RADIANS) - this.ψ) / this.Δψ;
  }

  /** The fraction where it meets the meridian `east` degrees east of its first point; ±Infinity or NaN on a line due north. */
  partAtMeridian(east: number): number {
    return east / this.Δlon;
  }
}
