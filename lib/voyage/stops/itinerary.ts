/** The places of a voyage on a mesh, and what is asked for at each. */
import type { Objective } from '../../engine/cost/cost.ts';
import type { LatLon, Point } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { placeAll, type Terminal } from '../../engine/waypoints/waypoints.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import { pricedTrack } from '../money/priced.ts';
import type { OrderProblem } from '../order/problem.ts';
import { type StopRules, stopsOf } from '../order/stop-sets.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import { limitOf, vehicleUnderWay } from '../speeds/speed-wish.ts';
import { pointsOf, type VoyageRequest } from '../voyage-request.ts';
import type { Opening } from '../voyage-route.ts';
import { type SailedWork, sailWork, type WorkSpeed, workSpeedOf } from '../work/sail-work.ts';
import { type Holds, weatherAt } from '../work/weather.ts';
import type { WorkInTime, WorkLog } from '../work/work-in-time.ts';
import { isWork, workWays } from '../work/work-ways.ts';
import type { Stop } from './stop-fields.ts';
import { StopInaccessible } from './stop-inaccessible.ts';
import { alwaysOpen, openedAt } from './stop-openings.ts';

const HOURS_PER_DAY = 24;

/** Points are numbered as in an order: 0 the start, then the visits of the stops as requested, then the end. */
export interface Itinerary extends Omit<OrderProblem, 'ways' | 'idle' | 'work' | 'leastValue'> {
  readonly names: readonly string[];
  /** Where each is come to, and where it is left: the same array where every stop is a point. */
  readonly comes: readonly Terminal[];
  readonly goes: readonly Terminal[];
  /** Days that the voyage may take; it is the latest arrival at its end too. Infinity where only cost decides. */
  readonly limitDays: number;
  /** By point: what decides when its work can be done, each by itself. */
  readonly decidedBy: readonly (readonly Opening[])[];
  /** The work of each; null where there is none. */
  readonly works: readonly (Work | null)[];
}

/** A line as it is sailed at a stop. */
export interface Work extends SailedWork {
  readonly kind: 'line' | 'area';
  /** Of the line alone. */
  readonly days: number;
  /** Days at its beginning and its end. */
  readonly stayBefore: number;
  readonly stayAfter: number;
  /** In a sea that changes: how its line is sailed at any time. Without a log it is then not sailed yet, and takes the least that it can. */
  readonly inTime?: WorkInTime;
  readonly log?: WorkLog;
}

/** How the line of a stop is sailed. */
export type SailLine = (
  stop: string,
  line: readonly Point[],
  speed: WorkSpeed,
) => SailedWork & Pick<Work, 'inTime'>;

/** One way to do a stop. */
interface Visit {
  readonly stop: Stop;
  readonly line: readonly Point[] | null;
  readonly work: Work | null;
}

/** @throws WaypointOutsideMesh, StopInaccessible naming the stop that can't be reached, ImpossibleOnMesh naming work that can't be done */
export function itineraryOf(
  mesh: Mesh,
  request: Pick<VoyageRequest, 'start' | 'end' | 'voyage'> & Partial<VoyageRequest>,
  limitNm: number,
  weather: readonly Holds[] = [{ mesh, from: -Infinity, to: Infinity }],
  sail: SailLine = sailOn(mesh, request),
): Itinerary {
  const stops = request.voyage?.stops ?? [];
  const limitDays = limitOf(request.voyage);
  const visits = stops.flatMap((stop) => visitsOf(sail, stop));
  const works = visits.map(({ work }) => work);
  const stay = [0, ...visits.map(stayOf), 0];
  const opened = openedAt(request.voyage?.departure ?? null, (stop) => weatherAt(stop, weather, limitNm));
  const open = [
    alwaysOpen(Infinity),
    ...visits.map(({ stop }, k) => opened(stop, stay[k + 1]!)),
    alwaysOpen(limitDays),
  ];
  return {
    count: visits.length,
    names: [request.startName || 'Start', ...visits.map(({ stop }) => stop.name), request.endName || 'End'],
    ...placed(mesh, request, visits, limitNm),
    works: [null, ...works, null],
    limitDays,
    stay: Float64Array.from(stay),
    earliest: Float64Array.from(open, ({ earliest }) => earliest),
    latest: Float64Array.from(open, ({ latest }) => latest),
    openings: open.map(({ openings }) => openings),
    decidedBy: open.map(({ decidedBy }) => decidedBy),
    stops: stopsOf(
      stops.map((stop) => visits.flatMap((visit, k) => (visit.stop === stop ? [k + 1] : []))),
      rulesOf(stops, request.voyage?.stop_order !== 'best'),
    ),
  };
}

/** @param perDay what a day costs besides what is consumed in it, in its unit */
export function sailOn(mesh: Mesh, { vehicle, voyage }: Partial<VoyageRequest>, perDay = 0): SailLine {
  const slowDown = slowDownOf(mesh, vehicleUnderWay(vehicle ?? null, voyage ?? null));
  return (stop, line, speed) => {
    const { track, sailing } = sailWork(mesh, slowDown, stop, line, speed);
    if (perDay === 0) return { track, sailing };
    return { track: pricedTrack(track, perDay), sailing: pricedTrack(sailing, perDay) };
  };
}

/** Days that a visit takes. */
const stayOf = ({ stop, work }: Visit): number =>
  work ? work.stayBefore + work.days + work.stayAfter : stop.stay_hours / HOURS_PER_DAY;

/** The ways that can be sailed: against a current perhaps none, along it another. @throws ImpossibleOnMesh where none can */
function visitsOf(sail: SailLine, stop: Stop): Visit[] {
  if (!isWork(stop)) return [{ stop, line: null, work: null }];
  let fault: ImpossibleOnMesh | null = null;
  const visits = workWays(stop).flatMap((line): Visit[] => {
    try {
      return [{ stop, line, work: workOf(sail, stop, line) }];
    } catch (error) {
      if (!(error instanceof ImpossibleOnMesh)) throw error;
      fault ??= error;
      return [];
    }
  });
  if (visits.length === 0) throw fault!;
  return visits;
}

function workOf(sail: SailLine, stop: Stop, line: readonly Point[]): Work {
  const sailed = sail(stop.name, line, workSpeedOf(stop));
  return {
    ...sailed,
    kind: stop.line ? 'line' : 'area',
    days: sailed.track.timeDays.at(-1)!,
    stayBefore: stop.stay_hours / HOURS_PER_DAY,
    stayAfter: (stop.stay_after_hours ?? 0) / HOURS_PER_DAY,
  };
}

/** By point: what its work costs more than staying there as long would. */
export function costsOfWork(
  { works }: Pick<Itinerary, 'works'>,
  objective: Objective,
  idle: number,
): Float64Array {
  const extra = (work: Work | null) =>
    work && objective !== 'traveltime' ? work.track.consumption!.at(-1)! - idle * work.days : 0;
  return Float64Array.from(works, extra);
}

function placed(
  mesh: Mesh,
  request: Pick<VoyageRequest, 'start' | 'end' | 'voyage'>,
  visits: readonly Visit[],
  limitNm: number,
): Pick<Itinerary, 'comes' | 'goes'> {
  const at = ([lon, lat]: Point): LatLon => ({ lat, lon });
  const what = ({ stop }: Visit) => `stop "${stop.name}"`;
  const [start, end] = pointsOf(request).map(({ what, lat, lon }) => ({ what, at: { lat, lon } as LatLon }));
  const begins = visits.map((visit) => {
    const { stop, line } = visit;
    return { what: what(visit), at: line ? at(line[0]!) : { lat: stop.lat, lon: stop.lon } };
  });
  const worked = visits.filter(({ line }) => line);
  const ends = worked.map((visit) => ({ what: what(visit), at: at(visit.line!.at(-1)!) }));
  try {
    const all = placeAll(mesh, [start!, ...begins, end!, ...ends], limitNm);
    const comes = all.slice(0, visits.length + 2);
    if (worked.length === 0) return { comes, goes: comes };
    const left = new Map(worked.map((visit, k) => [visit, all[comes.length + k]!]));
    return { comes, goes: comes.map((place, k) => left.get(visits[k - 1]!) ?? place) };
  } catch (error) {
    if (error instanceof RouteInaccessible) throw new StopInaccessible(error.message);
    throw error;
  }
}

export const isAtPlace = ({ used: one }: Terminal, { used: other }: Terminal): boolean =>
  one.lat === other.lat && one.lon === other.lon;

/** The first of the points from a number on that is at the place of another one; that itself where no other is, or it is left elsewhere. */
export function firstAtPlaceOf(
  { comes, goes }: Pick<Itinerary, 'comes' | 'goes'>,
  point: number,
  from = 0,
): number {
  const isHere = (k: number) => isAtPlace(comes[k]!, comes[point]!) && isAtPlace(goes[k]!, comes[point]!);
  if (!isHere(point)) return point;
  for (let k = from; k < point; k++) if (isHere(k)) return k;
  return point;
}

/** What is asked of the order of stops. @param isGiven whether it is kept */
export function rulesOf(stops: readonly Stop[], isGiven: boolean): StopRules {
  const at = new Map(stops.map(({ name }, k) => [name, k]));
  const value = Float64Array.from(stops, (stop) => stop.value ?? 0);
  const before = allBefore(stops).map((set) => new Set(set));
  const beforeIfDone = stops.map(
    ({ after, after_if_done }) => new Set(after_if_done ? after.map((name) => at.get(name)!) : []),
  );
  for (let stop = 0; isGiven && stop < stops.length; stop++) {
    for (let k = 0; k < stop; k++) (value[k] === 0 ? before : beforeIfDone)[stop]!.add(k);
  }
  return { before, beforeIfDone, value };
}

/** For each stop those that come before it, counted from 0: those that it names, those that these name, and so on. */
function allBefore(stops: readonly Stop[]): ReadonlySet<number>[] {
  const at = new Map(stops.map(({ name }, i) => [name, i]));
  const all = stops.map(() => new Set<number>());
  const add = (to: Set<number>, stop: Stop): void => {
    for (const name of stop.after_if_done ? [] : stop.after) {
      const other = at.get(name)!;
      if (to.has(other)) continue;
      to.add(other);
      add(to, stops[other]!);
    }
  };
  for (const [i, stop] of stops.entries()) add(all[i]!, stop);
  return all;
}
