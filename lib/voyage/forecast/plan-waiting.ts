/**
 * Routes of least consumption that may wait anywhere on their way, where the engine looks for those that wait before it only.
 *
 * Along the way that is known it is computed before which of its pieces waiting saves most. The ways between these places are then
 * planned anew, each for the time at which it is left.
 */
import { computed } from '../../engine/computed.ts';
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { departure, type LatLon, type Point } from '../../engine/geometry/sphere.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import { PathNotSailable } from '../../engine/path/evaluate.ts';
import type { Track } from '../../engine/path/track.ts';
import {
  type DatedOptions,
  type DatedRoute,
  daysWaited,
  type Provable,
  type ProvablePlan,
  planProvable,
  type SailedTrack,
  sailedOn,
} from '../../engine/plan-dated.ts';
import { SAILING_COST_TOLERANCE } from '../../engine/sail/sailing.ts';
import { cutDated } from '../../engine/sea/cut-dated.ts';
import { DatedSailing, INSTANT } from '../../engine/sea/dated-track.ts';
import { canHold, Passage } from '../../engine/sea/passage.ts';
import { type Sea, sliceAt } from '../../engine/sea/sea.ts';
import { SAME_PLACE } from '../../engine/tolerances.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { unlessOver } from '../out-of-time.ts';
import { ofCost } from '../stops/sail-stops.ts';
import { bestWaits, type LeftAt, type LegOfTime, type MayWait, type WaitBefore } from './best-waits.ts';
import { afterItsWait, joinTracks } from './waiting-tracks.ts';

/** A route does not stop for less, days: an hour. What is saved by shorter waits is saved by longer ones beside them as well. */
const LEAST_WAIT = 1 / 24;

/** Plans by places, times and what is the best there. Of one sea, rate of idling and limit of time. */
export type KnownPlans = Map<string, ProvablePlan>;

/** As planWaiting, once for all voyages that share it. @param plan what is not known */
export function planOnce(
  known: KnownPlans,
  sea: Sea,
  start: LatLon,
  end: LatLon,
  options: DatedOptions,
  plan = planWaiting,
): ProvablePlan {
  const { adjustmentLimitNm, objectives, leaves, mostWait, certificate } = options;
  // where nothing changes a way is proved when it is planned
  const isProved = sea.slices.length === 1 && certificate;
  const places = [start.lat, start.lon, end.lat, end.lon];
  const key = [...places, adjustmentLimitNm, objectives?.join(' '), leaves, mostWait, isProved].join();
  return computed(known, key, () => plan(sea, start, end, options));
}

/**
 * As planProvable.
 *
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function planWaiting(sea: Sea, start: LatLon, end: LatLon, options: DatedOptions): ProvablePlan {
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const until = now() + timeBudgetMs;
  const planned = planProvable(sea, start, end, options);
  if (!options.mostWait || sea.slices.length === 1) return planned;
  const msLeft = () => until - now();
  const routes = planned.routes.map((one) => {
    const { objective } = one.route;
    if (objective === 'traveltime' || msLeft() <= 0) return one;
    // its search is another one, and what it finds may cost less
    const without = { ...options, objectives: [objective], mostWait: 0, timeBudgetMs: msLeft() };
    const find = () => planProvable(sea, start, end, without).routes[0]!.route;
    const other = unlessOver(() => msLeft() <= 0, find);
    return other ? waitingUnderWay(sea, one, other, { ...options, timeBudgetMs: msLeft() }) : one;
  });
  return { ...planned, routes };
}

/** A path with the waits that save most on it; null where none does, or where it can't be sailed with them. */
export function waitingAlong(sea: Sea, along: readonly Point[], may: MayWait): SailedTrack | null {
  const points = differentPoints(along);
  const untilAt = new Map<number, number>();
  const stayDays: number[] = [];
  for (const { vertex, from, until } of placesOfWaits(sea, points, may)) {
    untilAt.set(vertex, until);
    stayDays[vertex] = until - from;
  }
  if (untilAt.size === 0) return null;
  const sailing = new DatedSailing(sea, 'consumed', points[0]!, may.begins, may.idle);
  try {
    for (const [k, pieces] of cutDated(sea, points, may.begins, true, 'consumed', stayDays).entries()) {
      sailing.wait(untilAt.get(k) ?? 0, 'cheaper');
      if (!pieces.every(({ to, cell }) => sailing.sailTo(to, cell))) return null;
    }
  } catch (error) {
    if (error instanceof PathNotSailable) return null;
    throw error;
  }
  return sailedOn(sea, sailing.track());
}

const consumed = ({ consumption }: Track) => consumption!.at(-1)!;

/** @param without that may not wait to consume less */
function waitingUnderWay(sea: Sea, known: Provable, without: DatedRoute, options: DatedOptions): Provable {
  const { leaves = 0, mostWait = 0, idleRate = 0 } = options;
  const may = { begins: leaves, mostWait, idle: idleRate };
  const found = [known.route, without];
  const longest = Math.max(mostWait, ...found.map(({ track }) => daysWaited(track.waits))) + INSTANT;
  const others = [waitingOn(sea, without, may), plannedAnew(sea, known.route, may, options)];
  const ways = [...found, ...others.filter((one) => one !== null)].filter(
    ({ track }) => daysWaited(track.waits) <= longest,
  );
  const best = ways.reduce((least, one) => (consumed(one.track) < consumed(least.track) ? one : least));
  if (best === known.route) return known;
  return {
    route: best,
    prove: (...proved) => ofCost(known.prove(...proved), consumed(best.track)),
  };
}

/** The route with the ways between the places where waiting saves most planned anew; null where it waits nowhere under way. */
function plannedAnew(sea: Sea, route: DatedRoute, may: MayWait, options: DatedOptions): DatedRoute | null {
  const points = differentPoints(route.track.coordinates);
  const places = placesOfWaits(sea, points, may);
  if (places.every(({ vertex }) => vertex === 0)) return null;
  const parts = planParts(sea, points, places, { ...options, objectives: [route.objective] });
  return parts && joinParts(route, parts, may.idle);
}

/** The route on its own path, with the waits that save most there: ways that are planned anew may be dearer. Null where there is none. */
function waitingOn(sea: Sea, route: DatedRoute, may: MayWait): DatedRoute | null {
  const track = waitingAlong(sea, route.track.coordinates, may);
  if (!track) return null;
  const few = waitingAlong(sea, route.sailing.coordinates, may);
  const isNear = few && consumed(few) <= consumed(track) * (1 + SAILING_COST_TOLERANCE);
  return { ...route, track, sailing: isNear ? few : track };
}

/** A path without its stays. */
const differentPoints = (points: readonly Point[]): Point[] =>
  points.filter(([lon, lat], k) => lon !== points[k - 1]?.[0] || lat !== points[k - 1]?.[1]);

interface PlaceOfWait extends WaitBefore {
  /** Of the path. */
  readonly vertex: number;
}

/** Where along a path it is best to wait, and how long. */
function placesOfWaits(sea: Sea, points: readonly Point[], may: MayWait): PlaceOfWait[] {
  const passage = new Passage(sea, 'consumed');
  const legs = points.slice(1).map((to, k): LegOfTime => {
    const from = points[k]!;
    const { x, y } = departure(from, to);
    const beside = openAt(sea, from);
    const cells = openAt(sea, new MercatorLine(from, to).atLength(0.5));
    const leftAt = (leaves: number) => {
      let best: LeftAt | null = null;
      for (const cell of cells) {
        const ends = passage.through(cell, x, y, leaves);
        const cost = passage.consumed + may.idle * passage.waited;
        if (ends < Infinity && !(best && best.cost <= cost)) best = { ends, cost };
      }
      return best;
    };
    return { leftAt, canWait: (from, until) => beside.some((cell) => staysIn(sea, cell, from, until)) };
  });
  const waits = bestWaits(sea.starts, legs, may) ?? [];
  return waits.flatMap((wait, vertex) => (wait.until - wait.from < LEAST_WAIT ? [] : [{ vertex, ...wait }]));
}

/** The cells at a point that are open at some time. */
const openAt = ({ mesh }: Sea, [lon, lat]: Point): number[] =>
  cellsAt(mesh, { lat, lon }, SAME_PLACE).filter((cell) => cell < mesh.openCount);

/** Whether a cell is open between two times, and its current carries nothing away. */
function staysIn({ slices, starts }: Sea, cell: number, from: number, to: number): boolean {
  const last = sliceAt({ starts }, to);
  for (let k = sliceAt({ starts }, from); k <= last; k++)
    if (slices[k]!.open[cell] === 0 || !canHold(slices[k]!, cell)) return false;
  return true;
}

/** The ways between the places, each waiting at its begin at most until it is to be left; null where one can't be planned. */
function planParts(
  sea: Sea,
  points: readonly Point[],
  places: readonly PlaceOfWait[],
  options: DatedOptions,
): DatedRoute[] | null {
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const until = now() + timeBudgetMs;
  let { leaves = 0, mostWait: left = 0 } = options;
  const begins = places[0]!.vertex === 0 ? places : [{ vertex: 0, from: leaves, until: leaves }, ...places];
  const parts: DatedRoute[] = [];
  for (const [k, { vertex, until: most }] of begins.entries()) {
    const timeBudgetMs = until - now();
    if (timeBudgetMs <= 0) return null;
    const [from, to] = [points[vertex]!, points[begins[k + 1]?.vertex ?? points.length - 1]!];
    const mostWait = Math.max(0, Math.min(left, most - leaves));
    const own = {
      ...options,
      adjustmentLimitNm: 0,
      certificate: false,
      leaves,
      mostWait,
      timeBudgetMs,
    };
    try {
      const { route } = planProvable(sea, latLon(from), latLon(to), own).routes[0]!;
      parts.push(route);
      leaves += route.track.timeDays.at(-1)!;
      left -= daysWaited(route.track.waits);
    } catch (error) {
      if (error instanceof RouteInaccessible) return null;
      throw error;
    }
  }
  return parts;
}

const latLon = ([lon, lat]: Point): LatLon => ({ lat, lon });

/** @param route whose parts they are, planned as a whole */
function joinParts(route: DatedRoute, parts: readonly DatedRoute[], idleRate: number): DatedRoute {
  return {
    ...route,
    track: joinTracks(parts.map(({ track }) => track)),
    sailing: joinTracks(sailingOf(parts, idleRate)),
    pinches: parts.flatMap(({ pinches }) => pinches),
    complete: parts.every(({ complete }) => complete),
  };
}

/** By part, few points; all of them where the next part would not be left at its time. */
function sailingOf(parts: readonly DatedRoute[], idleRate: number): SailedTrack[] {
  let later = 0;
  return parts.map(({ track, sailing }, k) => {
    const next = parts[k + 1];
    const delay = sailing.timeDays.at(-1)! - track.timeDays.at(-1)!;
    const isInTime = !next || [next.sailing, next.track].every((one) => afterItsWait(one, delay, idleRate));
    const own = isInTime ? sailing : track;
    const anew = later === 0 ? own : afterItsWait(own, later, idleRate)!;
    later = isInTime ? delay : 0;
    return anew;
  });
}
