/**
 * How near closed cells and edges of closed zones are to a piece of a leg, on either side of its course.
 *
 * In Mercator's projection a leg is straight, and so are the sides of cells: turned so that the course is an axis, a place is so far
 * along it and so far to its right. Between a straight line and what has straight sides, the distance is least at an end of the line or
 * at a corner. What lies across the course, ahead or astern, is on both sides there, and nowhere nearer on the side on which its
 * nearest point is not.
 */
import {
  EARTH_RADIUS_M,
  haversineNm,
  isometricLatitude,
  type LatLon,
  latitudeOfIsometric,
  METRES_PER_NM,
  type Point,
  RADIANS,
  shortWayDegrees,
} from '../engine/geometry/sphere.ts';

/** Nautical miles. */
export type Sides = [port: number, starboard: number];

const RADIUS_NM = EARTH_RADIUS_M / METRES_PER_NM;
/** Degrees: nearer to a pole Mercator's projection has no end. */
const FARTHEST = 89.999;
/** Radians, in Mercator's projection: what is cut by a course over less, less than a metre, is touched by it. */
const TOUCH = 1e-7;
/** Radians: a corner that is no further from the course is on it. */
const ROUNDING = 1e-12;
/** A point closer than this to the course does not show on which side a cell or an edge is: its middle does, nautical miles. */
const TOUCH_NM = 0.001;
const MOST_CORNERS = 4;

export class BesideLeg {
  /** The piece's ends. */
  private readonly ends: readonly [LatLon, LatLon];
  private readonly ψ0: number;
  private readonly sin: number;
  private readonly cos: number;
  /** Of the piece, in the projection, radians. */
  private readonly length: number;
  /** Nautical miles for a radian at the latitude of the ends, and no more than it is anywhere near. */
  private readonly scale: number;
  private readonly leastScale: number;
  /** Of the corners of what is looked at, radians. */
  private readonly along = new Float64Array(MOST_CORNERS);
  private readonly right = new Float64Array(MOST_CORNERS);

  /**
   * @param bearing of the leg in the projection, radians
   * @param reachNm nothing further away is looked at
   */
  constructor(from: Point, to: Point, bearing: number, reachNm: number) {
    this.ends = [
      { lon: from[0], lat: from[1] },
      { lon: to[0], lat: to[1] },
    ];
    this.ψ0 = isometric(from[1]);
    this.sin = Math.sin(bearing);
    this.cos = Math.cos(bearing);
    this.length = (to[0] - from[0]) * RADIANS * this.sin + (isometric(to[1]) - this.ψ0) * this.cos;
    const farthest = Math.max(Math.abs(from[1]), Math.abs(to[1])) * RADIANS;
    this.scale = RADIUS_NM * Math.cos(farthest);
    this.leastScale = RADIUS_NM * Math.cos(Math.min(Math.PI / 2, farthest + reachNm / RADIUS_NM));
  }

  /**
   * Makes the distances on the sides as small as those of a cell or an edge.
   *
   * @param corners lon, lat of each, degrees, the longitudes on the turn of the piece
   * @param nearestTo its point nearest to a place
   */
  look(sides: Sides, corners: ArrayLike<number>, nearestTo: (place: LatLon) => LatLon): void {
    const { along, right, length, leastScale } = this;
    const count = corners.length / 2;
    let [low, high, first, last, middle] = [Infinity, -Infinity, Infinity, -Infinity, 0];
    for (let k = 0; k < count; k++) {
      const x = (corners[2 * k]! - this.ends[0].lon) * RADIANS;
      const y = isometric(corners[2 * k + 1]!) - this.ψ0;
      along[k] = x * this.sin + y * this.cos;
      right[k] = x * this.cos - y * this.sin;
      if (Math.abs(right[k]!) < ROUNDING) right[k] = 0;
      first = Math.min(first, along[k]!);
      last = Math.max(last, along[k]!);
      low = Math.min(low, right[k]!);
      high = Math.max(high, right[k]!);
      middle += right[k]!;
    }
    const own = middle > 0 ? 1 : 0;
    const isAcross = low < 0 && high > 0;
    const beyond = Math.max(0, first - length, -last);
    const beside = Math.max(0, low, -high);
    const most = isAcross ? Math.max(...sides) : sides[own];
    if (leastScale * Math.sqrt(beyond * beyond + beside * beside) >= most) return;
    const note = (nm: number, rightNm: number) => {
      const side = Math.abs(rightNm) > TOUCH_NM ? (rightNm > 0 ? 1 : 0) : own;
      if (nm < sides[side]) sides[side] = nm;
    };
    for (const end of this.ends) {
      const nearest = nearestTo(end);
      note(haversineNm(end, nearest), this.scale * this.rightOf(end, nearest));
    }
    for (let k = 0; k < count; k++) {
      const corner = { lon: corners[2 * k]!, lat: corners[2 * k + 1]! };
      note(this.distanceTo(corner, along[k]!), this.scale * right[k]!);
    }
    if (isAcross) this.lookAcross(sides, count);
  }

  /** Notes on both sides what the course meets ahead or astern. */
  private lookAcross(sides: Sides, count: number): void {
    const { along, right, length, ends } = this;
    let [from, to] = [Infinity, -Infinity];
    for (let k = 0, before = count - 1; k < count; before = k++) {
      if (right[k]! > 0 === right[before]! > 0) continue;
      const part = right[k]! / (right[k]! - right[before]!);
      const at = along[k]! + part * (along[before]! - along[k]!);
      from = Math.min(from, at);
      to = Math.max(to, at);
    }
    if (count > 2 && to - from < TOUCH) return;
    const nm =
      from > length
        ? haversineNm(ends[1], this.placeAt(from))
        : to < 0
          ? haversineNm(ends[0], this.placeAt(to))
          : 0;
    for (const side of [0, 1] as const) sides[side] = Math.min(sides[side], nm);
  }

  /** The distance of a place from the piece, where its foot on the course is in the projection. */
  private distanceTo(place: LatLon, foot: number): number {
    // nearly its foot on the sphere: from there, as far along the course as the great circle to the place has to turn
    const { lat, lon } = this.placeAt(foot);
    const [φ, φ1, Δλ] = [lat * RADIANS, place.lat * RADIANS, (place.lon - lon) * RADIANS];
    const [sinφ, cosφ, sinφ1, cosφ1] = [Math.sin(φ), Math.cos(φ), Math.sin(φ1), Math.cos(φ1)];
    const north = cosφ * sinφ1 - sinφ * cosφ1 * Math.cos(Δλ);
    const ahead = cosφ1 * Math.sin(Δλ) * this.sin + north * this.cos;
    const up = sinφ * sinφ1 + cosφ * cosφ1 * Math.cos(Δλ);
    const moved = foot + Math.atan2(ahead, up) / cosφ;
    return haversineNm(this.placeAt(Math.max(0, Math.min(this.length, moved))), place);
  }

  private placeAt(along: number): LatLon {
    return {
      lat: latitudeOfIsometric(this.ψ0 + along * this.cos) / RADIANS,
      lon: this.ends[0].lon + (along * this.sin) / RADIANS,
    };
  }

  /** How far a place is to the right of the course through another, radians. */
  private rightOf(from: LatLon, { lat, lon }: LatLon): number {
    const east = shortWayDegrees(lon - from.lon) * RADIANS;
    return east * this.cos - (isometric(lat) - isometric(from.lat)) * this.sin;
  }
}

const isometric = (lat: number): number =>
  isometricLatitude(Math.max(-FARTHEST, Math.min(FARTHEST, lat)) * RADIANS);
