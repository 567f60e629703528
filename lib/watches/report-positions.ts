/** Reports of where the ship was: one position, or the track of a file. */
import { haversineNm } from '../engine/geometry/sphere.ts';
import { placeAt } from '../routes/planned-way.ts';
import { readTime } from '../time/read-time.ts';
import { WatchEnded, WatchRefused } from './errors.ts';
import { FASTEST_KN, isWithinReach, ofOneShip } from './one-ship.ts';
import { nearestOfReport } from './rest-of-way.ts';
import { arrivalOf, byTime, endOf, expiryOf, hasEnded, type Position, type Watch } from './watch.ts';
import type { PositionReport } from './watch-fields.ts';
import type { WatchStore } from './watch-store.ts';
import { AT_END_NM, endPlace, ownWatch } from './watches.ts';

/** Clocks of ships may be ahead of ours by so much. */
const CLOCK_MS = 60_000;
/** Of a track no more positions than one in this time are kept, beside its last. */
const EVERY_MS = 10 * 60_000;
/** Positions that one report may have after that: nearly a week. */
const MOST_KEPT = 1000;

interface TrackPoint {
  readonly lat: number;
  readonly lon: number;
  readonly time?: string;
}

/** The routes and tracks in a file. @throws FileUnreadable */
export type ReadTracks = (file: Uint8Array | string) => {
  readonly routes: readonly { readonly waypoints: readonly TrackPoint[] }[];
};

export interface ReportPorts {
  readonly watches: WatchStore;
  /** Loaded for the requests that have a file. */
  readonly readTracks: () => Promise<ReadTracks>;
}

export interface Reported {
  readonly watch: Watch;
  /** Those of a track from before the departure, and those that the others make impossible. */
  readonly leftOut: readonly Position[];
}

/**
 * Later positions win by their own time, in whatever order they come.
 *
 * @throws WatchNotFound, WatchEnded, WatchRefused
 */
export async function reportPositions(
  { watches, readTracks }: ReportPorts,
  id: string,
  report: PositionReport,
  requester: string | null,
  now: Date,
): Promise<Reported> {
  const watch = await ownWatch(watches, id, requester);
  requireAboard(watch, report);
  const positions = await positionsOf(report, readTracks);
  const field = report.track === undefined ? 'time' : 'track';
  const sailed = sailedOf(watch, positions, field, now);
  const stored = await watches.positionsAbout(id, sailed[0]!.time, sailed.at(-1)!.time);
  const possible = possibleOf(sailed, stored, field);
  const isTaken = new Set(possible);
  const leftOut = positions.filter((each) => !isTaken.has(each));
  const kept = thinned(possible);
  const latest = kept.at(-1)!;
  if (hasEnded(watch, now)) {
    // the report that ended it, again
    if (watch.position && isSame(watch.position, latest)) return { watch, leftOut };
    throw new WatchEnded(id, watch.endsAt);
  }
  if (kept.length > MOST_KEPT) {
    const message = `has positions of ${kept.length} times ten minutes; send at most ${MOST_KEPT} at once`;
    throw new WatchRefused('track', message);
  }
  const { done, fuel_aboard_tonnes: tonnes } = report;
  const end = endWith({ ...watch, done: [...watch.done, ...done] }, latest, field, now);
  await watches.addPositions(id, kept, reportExpiryOf(watch, now));
  if (done.length > 0) await watches.addDone(id, done, now);
  if (tonnes !== null) await watches.noteFuel(id, { ...latest, tonnes }, now);
  const moved = await watches.moveTo(id, latest, end, now);
  const current = moved ?? (await watches.find(id));
  if (!current || (!moved && hasEnded(current, now))) throw new WatchEnded(id, now.toISOString());
  return { watch: current, leftOut };
}

const isSame = (a: Position, b: Position): boolean => a.time === b.time && a.lat === b.lat && a.lon === b.lon;

async function positionsOf(
  { track, lat, lon, time }: PositionReport,
  readTracks: ReportPorts['readTracks'],
): Promise<Position[]> {
  if (track === undefined) return [{ lat: lat!, lon: lon!, time: time! }];
  const { routes } = readAs(await readTracks(), track);
  const [first, ...others] = routes;
  if (others.length > 0)
    throw new WatchRefused('track', `has ${routes.length} tracks: send the one that the ship sailed`);
  const positions = first!.waypoints.map(({ lat, lon, time }, i): Position => {
    const read = time === undefined ? null : readTime(time);
    if (!read) throw new WatchRefused('track', `has no ISO 8601 time at point ${i + 1}`);
    return { lat, lon, time: read.toISOString() };
  });
  return positions.sort(byTime);
}

function readAs(read: ReadTracks, track: Uint8Array | string): ReturnType<ReadTracks> {
  try {
    return read(track);
  } catch (error) {
    if ((error as Error).name !== 'FileUnreadable') throw error;
    throw new WatchRefused('track', `can not be read: ${(error as Error).message.replace(/\.$/, '')}`);
  }
}

/** What a report says of stops and fuel has to be about those of the way. */
function requireAboard({ routeId, way }: Watch, { done, fuel_aboard_tonnes }: PositionReport): void {
  const names = way.stops?.map(({ name }) => name) ?? [];
  const other = done.find((name) => !names.includes(name));
  if (other !== undefined) {
    const has = names.length > 0 ? `its stops are ${names.join(', ')}` : 'it has no stops';
    throw new WatchRefused('done', `has "${other}", which is no stop of route ${routeId}: ${has}`);
  }
  if (fuel_aboard_tonnes !== null && way.unit !== 't') {
    const message = `says nothing here: route ${routeId} does not say what its ship burns in tonnes`;
    throw new WatchRefused('fuel_aboard_tonnes', message);
  }
}

/** Those since the departure. */
function sailedOf(
  { departure }: Watch,
  positions: readonly Position[],
  field: string,
  now: Date,
): readonly Position[] {
  const last = positions.at(-1)!;
  if (Date.parse(last.time) > now.getTime() + CLOCK_MS)
    throw new WatchRefused(field, `is in the future: ${last.time}, and it is ${now.toISOString()}`);
  if (last.time < departure)
    throw new WatchRefused(field, `is before the departure: ${last.time}, and the ship left at ${departure}`);
  return positions.filter(({ time }) => time >= departure);
}

/** Those that one ship can have been at, with those of the reports before. */
function possibleOf(positions: readonly Position[], stored: readonly Position[], field: string): Position[] {
  const possible = ofOneShip(positions, stored);
  if ('kept' in possible) return possible.kept;
  const { from, to, stored: before } = possible.fails;
  const told = `needs more than ${FASTEST_KN} knots, ${haversineNm(from, to).toFixed(1)} NM between ${from.time} and ${to.time}: it is of two ships, or a place or a time is wrong`;
  const mend = before ? `. Send the right place for ${before.time}, if it was wrong` : '';
  throw new WatchRefused(field, told + mend);
}

/** The first of each ten minutes, and the last. */
function thinned(positions: readonly Position[]): Position[] {
  const kept: Position[] = [];
  for (const position of positions) {
    const before = kept.at(-1);
    if (!before || Date.parse(position.time) - Date.parse(before.time) >= EVERY_MS) kept.push(position);
  }
  const last = positions.at(-1)!;
  if (kept.at(-1)!.time !== last.time) kept.push(last);
  return kept;
}

/**
 * A report at the end of the way is the arrival, unless the way only begins there. It ends the watch for good, so that one which no ship
 * can have made is refused.
 */
function endWith(watch: Watch, position: Position, field: string, now: Date): Pick<Watch, 'endsAt' | 'ends'> {
  const { way, departure } = watch;
  const planned = nearestOfReport(watch, position).time;
  const isLatterHalf = planned - way.times[0]! > arrivalOf(way) - planned;
  if (!isLatterHalf || haversineNm(position, endPlace(way)) > AT_END_NM) return endOf({ ...watch, position });
  const start = { ...placeAt(way, way.times[0]!), time: departure };
  if (!isWithinReach(start, position)) {
    const nm = haversineNm(start, position).toFixed(1);
    const told = `is that of an arrival, which needs more than ${FASTEST_KN} knots, ${nm} NM since the departure`;
    throw new WatchRefused(field, `${told}: a place or a time is wrong`);
  }
  return { endsAt: now.toISOString(), ends: 'arrival' };
}

/** Reports are kept as long as their watch may be. */
function reportExpiryOf(watch: Watch, now: Date): number {
  const position: Position = { lat: 0, lon: 0, time: now.toISOString() };
  const { endsAt } = endOf({ ...watch, position });
  return expiryOf(hasEnded({ endsAt }, now) ? position.time : endsAt);
}
