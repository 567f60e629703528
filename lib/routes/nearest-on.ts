/**
 * The place of a planned way that is nearest to another. The legs are the leaves of a tree of boxes, each around the legs that follow
 * each other below it, and a box that is farther than the nearest leg so far is passed over: a track of days on a way of thousands of
 * legs is compared in milliseconds.
 */
import { computed } from '../engine/computed.ts';
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import {
  EARTH_RADIUS_M,
  haversineNm,
  type LatLon,
  METRES_PER_NM,
  RADIANS,
  shortWayDegrees,
} from '../engine/geometry/sphere.ts';
import type { PlannedWay } from './planned-way.ts';

export interface Nearest {
  /** When the plan has the ship there, ms since 1970. */
  readonly time: number;
  readonly offNm: number;
}

/** From one instant of the plan to another, ms since 1970. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

const WHOLE: Stretch = { from: -Infinity, until: Infinity };

/** Places of the plan that are farther than the nearest by no more are as near: a way may come back to where it was. */
const AS_NEAR_NM = 1;

/**
 * The place of the plan that is nearest to one; of several as near those of some stretch of the plan come first, and then that whose time
 * is nearest to `time`.
 */
export function nearestOn(way: Timed, place: LatLon, time: number, stretch: Stretch = WHOLE): Nearest {
  const tree = computed(trees, way, () => new LegTree(way));
  const near = tree.nearTo(place, time);
  const within = near.filter((each) => each.time >= stretch.from && each.time <= stretch.until);
  return (within.length > 0 ? within : near).reduce((best, each) =>
    Math.abs(each.time - time) < Math.abs(best.time - time) ? each : best,
  );
}

type Timed = Pick<PlannedWay, 'points' | 'times'>;
const trees = new WeakMap<Timed, LegTree>();

const NM_PER_RADIAN = EARTH_RADIUS_M / METRES_PER_NM;

class LegTree {
  readonly #lines: MercatorLine[];
  readonly #times: readonly number[];
  /** Of leaves, a power of two. */
  readonly #size: number;
  /**
   * By node south, north, west, east, degrees; longitudes run on from the first point, beyond 180 too. Node 1 is the root, 2k and 2k + 1
   * are below k, and leg i is node size + i. A node without a leg is nowhere: its south is Infinity.
   */
  readonly #boxes: Float64Array;

  constructor({ points, times }: Timed) {
    this.#times = times;
    this.#lines = points.slice(1).map((to, i) => new MercatorLine(points[i]!, to));
    this.#size = 2 ** Math.ceil(Math.log2(this.#lines.length));
    const boxes = new Float64Array(8 * this.#size);
    let lon = points[0]![0];
    for (let i = 0; i < this.#size; i++) {
      const line = this.#lines[i];
      const box = 4 * (this.#size + i);
      if (!line) {
        boxes.set([Infinity, -Infinity, Infinity, -Infinity], box);
        continue;
      }
      const { from, to, Δlon } = line;
      boxes.set([Math.min(from[1], to[1]), Math.max(from[1], to[1])], box);
      boxes.set([Math.min(lon, lon + Δlon), Math.max(lon, lon + Δlon)], box + 2);
      lon += Δlon;
    }
    for (let node = this.#size - 1; node > 0; node--) {
      for (let k = 0; k < 4; k++) {
        const [a, b] = [boxes[8 * node + k]!, boxes[8 * node + 4 + k]!];
        boxes[4 * node + k] = k % 2 === 0 ? Math.min(a, b) : Math.max(a, b);
      }
    }
    this.#boxes = boxes;
  }

  /** Of each leg that is as near as the nearest its nearest place; of a stay the instant that is nearest to `time`. */
  nearTo(place: LatLon, time: number): Nearest[] {
    const found: Nearest[] = [];
    let least = Infinity;
    const look = (node: number, atLeastNm: number): void => {
      if (atLeastNm > least + AS_NEAR_NM) return;
      if (node >= this.#size) {
        const nearest = this.#nearestOnLeg(node - this.#size, place, time);
        least = Math.min(least, nearest.offNm);
        found.push(nearest);
        return;
      }
      const [first, second] = [this.#atLeastNm(2 * node, place), this.#atLeastNm(2 * node + 1, place)];
      // the nearer one first: it leaves less to look at in the other
      if (first <= second) look(2 * node, first);
      look(2 * node + 1, second);
      if (first > second) look(2 * node, first);
    };
    look(1, 0);
    return found.filter(({ offNm }) => offNm <= least + AS_NEAR_NM);
  }

  /** No place in the box of a node is nearer. */
  #atLeastNm(node: number, { lat, lon }: LatLon): number {
    const [south, north] = [this.#boxes[4 * node]!, this.#boxes[4 * node + 1]!];
    const [west, east] = [this.#boxes[4 * node + 2]!, this.#boxes[4 * node + 3]!];
    if (south === Infinity) return Infinity;
    const Δlat = Math.max(0, south - lat, lat - north);
    const half = 0.5 * (east - west);
    const Δlon = Math.min(90, Math.max(0, Math.abs(shortWayDegrees(lon - west - half)) - half));
    // the way to a meridian is shortest where it meets it at a right angle
    const toMeridian = Math.asin(Math.cos(lat * RADIANS) * Math.sin(Δlon * RADIANS));
    return Math.max(Δlat * RADIANS, toMeridian) * NM_PER_RADIAN;
  }

  #nearestOnLeg(i: number, place: LatLon, time: number): Nearest {
    const line = this.#lines[i]!;
    const [from, to] = [this.#times[i]!, this.#times[i + 1]!];
    if (line.Δlon === 0 && line.Δlat === 0)
      return { time: Math.min(to, Math.max(from, time)), offNm: haversineNm(place, placeOn(line, 0)) };
    const part = nearestPart(line, place);
    return { time: from + part * (to - from), offNm: haversineNm(place, placeOn(line, part)) };
  }
}

/** The place where a part of the length of a leg is sailed. */
function placeOn(line: MercatorLine, part: number): LatLon {
  const [lon, lat] = line.atLength(part);
  return { lat, lon };
}

/** The part of a leg after which it is nearest to a place, 0…1, on a plane that is true to scale there. */
function nearestPart({ from, Δlon, Δlat }: MercatorLine, { lat, lon }: LatLon): number {
  const scale = Math.cos(lat * RADIANS);
  const [x, y] = [Δlon * scale, Δlat];
  const length = x * x + y * y;
  // along a parallel at a pole
  if (length === 0) return 0;
  const along = shortWayDegrees(lon - from[0]) * scale * x + (lat - from[1]) * y;
  return Math.min(1, Math.max(0, along / length));
}
