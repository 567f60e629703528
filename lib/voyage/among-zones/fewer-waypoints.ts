/**
 * Fewer waypoints round what is closed.
 *
 * A path round the boxes that a border is divided into turns at one corner after another, and none of them can be dropped: the leg
 * past it would cross a box. But two turns in the same direction can be made one, outside of both: where the leg before the first
 * and the leg after the second meet. As long as a route costs little more, those that add least are joined, one after another.
 */
import { costsFor, type Objective } from '../../engine/cost/cost.ts';
import {
  isometricLatitude,
  latitudeOfIsometric,
  type Point,
  RADIANS,
  wrapLongitude,
} from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { evaluatePath, PathNotSailable } from '../../engine/path/evaluate.ts';
import { type Track, totalOf } from '../../engine/path/track.ts';
import { isWithinTolerance, SAILING_COST_TOLERANCE } from '../../engine/sail/sailing.ts';
import { mercatorOffset } from '../mercator-offset.ts';
import { placesOfStops, type VoyagePlan, type VoyageRoute } from '../voyage-route.ts';

/** Times the leg between two turns: the one that takes their place is no farther round. */
const MOST_ROUND = 3;

/** What sailing from one waypoint to the next takes. */
interface Leg {
  readonly from: Point;
  readonly to: Point;
  readonly days: number;
  readonly metres: number;
  readonly consumption: number;
  readonly speedKmh: number;
  readonly cell: number;
}

/** Two turns, at the ends of a leg, that may be made one. */
interface Turn {
  readonly before: Leg;
  readonly after: Leg;
  readonly at: Point;
  /** What that adds to the cost, were it the same all around. */
  readonly nearly: number;
}

/**
 * The plan with such sailing tracks, where they keep out as well. At speeds that were chosen leg by leg, and where stops are waited
 * at, they stay.
 *
 * @param plain the mesh without zones, on which there is nothing to join
 */
export function planWithFewerWaypoints(
  plain: Mesh,
  plan: VoyagePlan,
  keepsOut: (route: VoyageRoute) => boolean,
): VoyagePlan {
  const { mesh = plain } = plan;
  if (mesh === plain) return plan;
  const made = new Map<Track, Track>();
  const thinned = (route: VoyageRoute): VoyageRoute => {
    const { objective, track, sailing, stops = [] } = route;
    const isWaitedFor = stops.some(({ waitDays, pauses }) => waitDays > 0 || pauses);
    if (objective === 'within' || objective === 'cost' || isWaitedFor) return route;
    const shared = made.get(sailing);
    if (shared && isWithinTolerance(shared, track, objective)) return { ...route, sailing: shared };
    const places = placesOfStops(route);
    const instead = { ...route, sailing: withFewerWaypoints(mesh, { track, sailing }, objective, places) };
    if (instead.sailing !== sailing && !keepsOut(instead)) return route;
    made.set(sailing, instead.sailing);
    return instead;
  };
  return { ...plan, routes: plan.routes.map(thinned) };
}

/**
 * The sailing track of a route, with as few waypoints as turns can be joined to.
 *
 * @param fixed waypoints that stay, such as stops
 */
export function withFewerWaypoints(
  mesh: Mesh,
  { track, sailing }: { readonly track: Track; readonly sailing: Track },
  objective: Objective,
  fixed: readonly Point[],
): Track {
  const costOf = ({ days, consumption }: Leg) => (objective === 'traveltime' ? days : consumption);
  const costs = costsFor(mesh, objective);
  const stays = new Set(fixed.map(String));
  const legs = legsOf(sailing);
  const known = new WeakMap<Leg, Turn | null>();
  let room = (1 + SAILING_COST_TOLERANCE) * totalOf(track, objective) - totalOf(sailing, objective);

  const turnAt = (k: number): Turn | null => {
    const [before, between, after] = [legs[k - 1]!, legs[k]!, legs[k + 1]!];
    const last = known.get(between);
    if (last === null || (last && last.before === before && last.after === after)) return last;
    const isFixed = stays.has(String(between.from)) || stays.has(String(between.to));
    const meeting = isFixed ? null : meetingOf(before, between, after);
    const turn = meeting && { before, after, at: meeting.at, nearly: (meeting.round - 1) * costOf(between) };
    known.set(between, turn);
    return turn;
  };
  const sailed = (from: Point, to: Point): Leg => legsOf(evaluatePath(mesh, costs, [from, to])).reduce(inOne);
  /** Whether the turns at both ends of a leg were made one. */
  const join = (k: number, { at }: Turn): boolean => {
    const [before, between, after] = [legs[k - 1]!, legs[k]!, legs[k + 1]!];
    try {
      const [there, onward] = [sailed(between.from, at), sailed(at, between.to)];
      const adds = costOf(there) + costOf(onward) - costOf(between);
      if (!(adds <= room)) return false;
      room -= adds;
      legs.splice(k - 1, 3, inOne(before, there), inOne(onward, after));
      return true;
    } catch (error) {
      if (error instanceof PathNotSailable) return false;
      throw error;
    }
  };

  for (;;) {
    let [best, index]: [Turn | null, number] = [null, -1];
    for (let k = 1; k + 1 < legs.length; k++) {
      const turn = turnAt(k);
      if (turn && turn.nearly < (best?.nearly ?? room)) [best, index] = [turn, k];
    }
    if (!best) break;
    if (!join(index, best)) known.set(legs[index]!, null);
  }
  return legs.length + 1 < sailing.coordinates.length ? trackOf(legs, sailing) : sailing;
}

/**
 * Where the lines of the legs before and after a leg meet beyond its ends, and how many times as long as the leg the way through
 * there is; null where they don't meet, or far away.
 */
function meetingOf(before: Leg, between: Leg, after: Leg): { at: Point; round: number } | null {
  // metres don't matter: in Mercator's projection rhumb lines are straight
  const [x0, y0] = between.from;
  const offset = (point: Point) => mercatorOffset(between.from, point);
  const [p, j, n] = [offset(before.from), offset(between.to), offset(after.to)];
  const [ax, ay, bx, by] = [-p[0], -p[1], j[0] - n[0], j[1] - n[1]];
  const cross = ax * by - ay * bx;
  const [s, u] = [(j[0] * by - j[1] * bx) / cross, -(ax * j[1] - ay * j[0]) / cross];
  if (!(s > 0 && u > 0)) return null;
  const [x, y] = [s * ax, s * ay];
  const round = (Math.hypot(x, y) + Math.hypot(x - j[0], y - j[1])) / Math.hypot(j[0], j[1]);
  if (!(round < MOST_ROUND)) return null;
  const lat = latitudeOfIsometric(isometricLatitude(y0 * RADIANS) + y * RADIANS) / RADIANS;
  return { at: [wrapLongitude(x0 + x), lat], round };
}

function legsOf({ coordinates, timeDays, distanceM, consumption, speedKmh, cells }: Track): Leg[] {
  return coordinates.slice(1).map((to, k) => ({
    from: coordinates[k]!,
    to,
    days: timeDays[k + 1]! - timeDays[k]!,
    metres: distanceM[k + 1]! - distanceM[k]!,
    consumption: consumption ? consumption[k + 1]! - consumption[k]! : 0,
    speedKmh: speedKmh[k + 1]!,
    cell: cells[k + 1]!,
  }));
}

/** Two legs in a line; the cell is the last one's. */
function inOne(a: Leg, b: Leg): Leg {
  const days = a.days + b.days;
  return {
    from: a.from,
    to: b.to,
    days,
    metres: a.metres + b.metres,
    consumption: a.consumption + b.consumption,
    speedKmh: days > 0 ? (a.speedKmh * a.days + b.speedKmh * b.days) / days : 0,
    cell: b.cell,
  };
}

function trackOf(legs: readonly Leg[], { consumption }: Track): Track {
  const summed = (of: (leg: Leg) => number) => {
    const sums = [0];
    for (const leg of legs) sums.push(sums.at(-1)! + of(leg));
    return sums;
  };
  return {
    coordinates: [legs[0]!.from, ...legs.map(({ to }) => to)],
    timeDays: summed(({ days }) => days),
    distanceM: summed(({ metres }) => metres),
    consumption: consumption && summed((leg) => leg.consumption),
    speedKmh: [0, ...legs.map(({ speedKmh }) => speedKmh)],
    cells: [-1, ...legs.map(({ cell }) => cell)],
  };
}
