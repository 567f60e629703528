/** A voyage through stops as one route: the legs one after the other, with the times at which each stop is called at. */

import type { Optimality } from '../../engine/certificate/certificate.ts';
import type { Objective } from '../../engine/cost/cost.ts';
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import type { Point } from '../../engine/geometry/sphere.ts';
import type { Track } from '../../engine/path/track.ts';
import type { ObjectiveRoute } from '../../engine/route-plan.ts';
import { endOf, type Stretch } from '../order/openings.ts';
import type { VoyageLeg, VoyageRoute, VoyageStop, WaitReason } from '../voyage-route.ts';
import type { Itinerary, Work } from './itinerary.ts';

export interface Sailed {
  /** The points in the order sailed, start and end included. */
  readonly points: readonly number[];
  /** By leg. */
  readonly routes: readonly ObjectiveRoute[];
  readonly itinerary: Itinerary;
  readonly objective: Objective;
  /** Consumption of a day of staying or waiting. */
  readonly idleRate: number;
}

/** @param least what any voyage costs at least, 0 where that was not proved; null where no proof was asked for */
export function sailStops(sailed: Sailed, least: number | null): VoyageRoute {
  const { objective, routes } = sailed;
  const track = join(sailed, ({ track }) => track);
  const { stops, legs } = calls(sailed, track);
  return {
    objective,
    track: track.joined,
    unsmoothed: join(sailed, ({ unsmoothed }) => unsmoothed).joined,
    sailing: join(
      sailed,
      ({ sailing }) => sailing,
      ({ sailing }) => sailing,
    ).joined,
    pinches: routes.flatMap(({ pinches }) => pinches),
    complete: routes.every(({ complete }) => complete),
    ...(least !== null && { optimality: optimalityOf(sailed, least) }),
    stops,
    legs,
  };
}

function optimalityOf(sailed: Sailed, least: number): Optimality | null {
  const cost = costOfVoyage(sailed);
  const endedBy = endedByOf(sailed.routes);
  if (cost === 0) return { least: 0, gapPercent: 0, endedBy };
  return least > 0 ? { least, gapPercent: Math.max(0, 100 * (cost / least - 1)), endedBy } : null;
}

/** What is proved of a leg, told of whichever route it takes. */
export function ofCost(proved: Optimality | null, cost: number): Optimality | null {
  const gap = proved && cost > 0 ? 100 * (cost / proved.least - 1) : 0;
  return proved && { ...proved, gapPercent: Math.max(0, gap) };
}

/** What ended the proof of a leg early, if anything. */
export const endedByOf = (routes: readonly ObjectiveRoute[]): Optimality['endedBy'] =>
  routes.find(({ optimality }) => optimality?.endedBy)?.optimality?.endedBy ?? null;

/** Stays that are shorter are rounding errors of sums, a tenth of a millisecond. */
const ROUNDING_DAYS = 1e-9;

/** When each point is arrived at and left, days since departure. */
export interface Call {
  readonly arrives: number;
  /** Before its work, or what it stays for. */
  readonly wait: number;
  /** Without what comes between. */
  readonly stay: number;
  /** Where it is laid down for a time. */
  readonly pauses: readonly Pause[];
  readonly leaves: number;
}

interface Pause extends Stretch {
  /** Days of its work, stays included, that are done before. */
  readonly done: number;
}

type Called = Pick<Sailed, 'points' | 'routes' | 'itinerary'>;

/** Days, a hundredth of a second: less is the rounding of a time. */
const SHORTEST_WAIT = 1e-7;

/** @param tracks of the legs: those of the refined routes, or others, which then arrive a little later */
export function callsOf({ points, itinerary }: Omit<Called, 'routes'>, tracks: readonly Track[]): Call[] {
  const { earliest, stay } = itinerary;
  let now = 0;
  return points.map((point, k): Call => {
    const arrives = k === 0 ? 0 : now + tracks[k - 1]!.timeDays.at(-1)!;
    const ready = Math.max(earliest[point]!, arrives);
    const stretches = stretchesAt(itinerary, point, ready);
    const waited = (stretches[0]?.from ?? ready) - arrives;
    const wait = waited > SHORTEST_WAIT ? waited : 0;
    now = stretches.at(-1)?.to ?? ready + stay[point]!;
    let done = 0;
    const pauses = stretches.slice(1).map(({ from: to }, i) => {
      const { from: since, to: from } = stretches[i]!;
      done += from - since;
      return { from, to, done };
    });
    return { arrives, wait, stay: stay[point]!, pauses, leaves: now };
  });
}

/** In which the work of a point is done; none where it can be done always, or not any more. */
function stretchesAt({ openings, stay }: Itinerary, point: number, ready: number): Stretch[] {
  const open = openings[point];
  const stretches: Stretch[] = [];
  const isDone = open && endOf(open, ready, stay[point]!, stretches) < Infinity;
  return isDone ? stretches : [];
}

export const tracksOf = ({ routes }: Pick<Sailed, 'routes'>): Track[] => routes.map(({ track }) => track);

/** Days by which the windows are missed, each with its point. */
export function missedWindows(sailed: Called) {
  return callsOf(sailed, tracksOf(sailed)).flatMap(({ arrives }, k) => {
    const point = sailed.points[k]!;
    const days = arrives - sailed.itinerary.latest[point]!;
    return days > 0 ? [{ point, days }] : [];
  });
}

/** By point of the voyage that is waited at, or where what is done is laid down: the longest such time. */
export function longestWaits(sailed: Called) {
  return callsOf(sailed, tracksOf(sailed)).flatMap(({ arrives, wait, pauses }, k) => {
    const point = sailed.points[k]!;
    const waits = [
      { from: arrives, days: wait, until: arrives + wait },
      ...pauses.map(({ from, to }) => ({ from, days: to - from, until: to })),
    ];
    const longest = waits.reduce((a, b) => (b.days > a.days ? b : a));
    const { from, days, until } = longest;
    return days > 0 ? [{ point, from, days, reason: waitsFor(sailed.itinerary, point, until) }] : [];
  });
}

/** The vessel's time at sea and at its stops, or what it consumes. */
export function costOfVoyage(sailed: Sailed): number {
  const { routes, objective, idleRate } = sailed;
  const calls = callsOf(sailed, tracksOf(sailed));
  if (objective === 'traveltime') return calls.at(-1)!.leaves;
  const works = sailed.points.map((point) => sailed.itinerary.works[point]);
  const days = calls.reduce(
    (sum, { arrives, leaves }, k) => sum + leaves - arrives - (works[k]?.days ?? 0),
    0,
  );
  const tracks = [...routes, ...works].flatMap((one) => one?.track ?? []);
  return tracks.reduce((sum, { consumption }) => sum + (consumption?.at(-1) ?? 0), days * idleRate);
}

function calls(sailed: Sailed, { ends, worked }: Joined): { stops: VoyageStop[]; legs: VoyageLeg[] } {
  const { points, routes, itinerary } = sailed;
  const { names, comes, works } = itinerary;
  const stops = callsOf(sailed, tracksOf(sailed)).map(
    ({ arrives, wait, stay, pauses, leaves }, k): VoyageStop => {
      const work = works[points[k]!];
      const reasonOf = (until: number) => waitsFor(itinerary, points[k]!, until);
      return {
        name: names[points[k]!]!,
        place: comes[points[k]!]!,
        vertex: ends[k]!,
        arrivesDays: arrives,
        waitDays: wait,
        ...(wait > 0 && { waitsFor: reasonOf(arrives + wait) }),
        ...(pauses.length > 0 && {
          pauses: pauses.map(({ from, to }) => ({ fromDays: from, toDays: to, reason: reasonOf(to) })),
        }),
        stayDays: work ? work.stayBefore : stay,
        leavesDays: leaves,
        ...(work && { work: { ...work, ...worked[k]! } }),
      };
    },
  );
  const legs = routes.map(({ track, optimality }, k) => ({
    from: stops[k]!.name,
    to: stops[k + 1]!.name,
    days: track.timeDays.at(-1)!,
    consumption: track.consumption?.at(-1) ?? null,
    metres: track.distanceM.at(-1)!,
    gapPercent: optimality?.gapPercent ?? null,
  }));
  return { stops, legs };
}

/** Two times that are the same, days: a second. */
const SAME_DAYS = 1e-5;

/** What was waited for until a time. */
function waitsFor({ decidedBy }: Itinerary, point: number, until: number): WaitReason {
  const ends = decidedBy[point]!.find(({ stretches }) =>
    stretches.some(({ from }) => Math.abs(from - until) < SAME_DAYS),
  );
  return ends?.reason ?? 'window';
}

/** A line that is laid down on the way. */
interface LaidDown {
  /** Of the line alone that are sailed before, and for how many it lies; days. */
  readonly after: number;
  readonly days: number;
  readonly at: Point;
  /** Since the beginning of the line. */
  readonly metres: number;
  readonly used: number;
}

/** When a line is begun, and where it is laid down. */
function laidDown(work: Work, { arrives, wait, pauses }: Call) {
  const { track, stayBefore } = work;
  const before = pauses.filter(({ done }) => done <= stayBefore);
  const on = pauses.filter(({ done }) => done > stayBefore && done < stayBefore + work.days);
  return {
    begins: before.reduce((time, { from, to }) => time + to - from, arrives + wait + stayBefore),
    pauses: on.map(({ from, to, done }): LaidDown => {
      const after = done - stayBefore;
      const next = track.timeDays.findIndex((time) => time > after);
      const part = (after - track.timeDays[next - 1]!) / (track.timeDays[next]! - track.timeDays[next - 1]!);
      const between = (sums: readonly number[]) => sums[next - 1]! + part * (sums[next]! - sums[next - 1]!);
      return {
        after,
        days: to - from,
        at: new MercatorLine(track.coordinates[next - 1]!, track.coordinates[next]!).atLength(part),
        metres: between(track.distanceM),
        used: track.consumption ? between(track.consumption) : 0,
      };
    }),
  };
}

export interface Joined {
  readonly joined: Track;
  /** By point of the voyage, its index in the track: of arriving. */
  readonly ends: readonly number[];
  /** By leg: the index at which it is begun. */
  readonly legBegins: readonly number[];
  /** Where its work begins and ends there, and the index of each vertex of the work's track; of none without work. */
  readonly worked: readonly {
    readonly begins: number;
    readonly ends: number;
    readonly vertexOf: readonly number[];
  }[];
}

/**
 * The tracks of the legs and of the work at their ends as one. A stop with a stay or a wait has two points, of arriving and of
 * leaving; speed is 0 on the second.
 *
 * @param of a leg, its track
 * @param ofWork the same of work
 */
export function join<Route>(
  sailed: Pick<Sailed, 'points' | 'itinerary' | 'idleRate'> & { readonly routes: readonly Route[] },
  of: (route: Route) => Track,
  ofWork: (work: Work) => Track = ({ track }) => track,
): Joined {
  const { routes, idleRate, points, itinerary } = sailed;
  const tracks = routes.map(of);
  const coordinates: Point[] = [];
  const [timeDays, distanceM, speedKmh, cells]: number[][] = [[], [], [], []] as number[][] as never;
  const consumption: number[] | null = tracks[0]!.consumption && [];
  const push = (at: Point, days: number, metres: number, used: number, speed: number, cell: number) => {
    coordinates.push(at);
    timeDays!.push(days);
    distanceM!.push(metres);
    consumption?.push(used);
    speedKmh!.push(speed);
    cells!.push(cell);
  };
  let [days, metres, used] = [0, 0, 0];
  const stay = (until: number) => {
    if (until - days < ROUNDING_DAYS) return;
    used += idleRate * (until - days);
    days = until;
    push(coordinates.at(-1)!, days, metres, used, 0, Math.max(0, cells!.at(-1)!));
  };
  const sail = (track: Track, pauses: readonly LaidDown[] = []): number[] => {
    const vertexOf = [coordinates.length - 1];
    if (track.distanceM.at(-1) === 0) return vertexOf;
    for (let i = 1, next = 0; i < track.coordinates.length; i++) {
      for (; next < pauses.length && pauses[next]!.after < track.timeDays[i]! - ROUNDING_DAYS; next++) {
        const { after, at, ...pause } = pauses[next]!;
        const lie = (speed: number) =>
          push(at, days + after, metres + pause.metres, used + pause.used, speed, track.cells[i]!);
        // none more where there is one
        if (days + after - timeDays!.at(-1)! > ROUNDING_DAYS) lie(track.speedKmh[i]!);
        days += pause.days;
        used += idleRate * pause.days;
        lie(0);
      }
      push(
        track.coordinates[i]!,
        days + track.timeDays[i]!,
        metres + track.distanceM[i]!,
        used + (track.consumption?.[i] ?? 0),
        track.speedKmh[i]!,
        track.cells[i]!,
      );
      vertexOf.push(coordinates.length - 1);
    }
    days += track.timeDays.at(-1)!;
    metres += track.distanceM.at(-1)!;
    used += track.consumption?.at(-1) ?? 0;
    return vertexOf;
  };
  const ends: number[] = [];
  const legBegins: number[] = [];
  const worked: Joined['worked'][number][] = [];
  callsOf(sailed, tracks).forEach((call, k) => {
    if (k === 0) push(tracks[0]!.coordinates[0]!, 0, 0, 0, 0, -1);
    ends.push(coordinates.length - 1);
    const work = itinerary.works[points[k]!];
    const line = work && laidDown(work, call);
    stay(line ? line.begins : call.leaves);
    const begins = coordinates.length - 1;
    const vertexOf = work ? sail(ofWork(work), line!.pauses) : [];
    worked.push({ begins, ends: coordinates.length - 1, vertexOf });
    stay(call.leaves);
    days = call.leaves;
    if (!tracks[k]) return;
    legBegins.push(coordinates.length - 1);
    sail(tracks[k]!);
  });
  if (coordinates.length === 1) push(coordinates[0]!, 0, 0, 0, 0, tracks[0]!.cells.at(-1)!);
  const joined = {
    coordinates,
    timeDays: timeDays!,
    distanceM: distanceM!,
    consumption,
    speedKmh: speedKmh!,
    cells: cells!,
  };
  return { joined, ends, legBegins, worked };
}
