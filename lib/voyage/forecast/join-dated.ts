/** A voyage through stops in a sea that changes as one route: what sail-stops.ts joins, with meshes and waits. */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import { type Track, totalOf } from '../../engine/path/track.ts';
import { type DatedRoute, daysWaited, priced, type SailedTrack } from '../../engine/plan-dated.ts';
import { SAILING_COST_TOLERANCE } from '../../engine/sail/sailing.ts';
import { aimOf } from '../../engine/sea/sea.ts';
import type { Itinerary, Work } from '../stops/itinerary.ts';
import {
  callsOf,
  costOfVoyage,
  join,
  ofCost,
  type Sailed,
  sailStops,
  tracksOf,
} from '../stops/sail-stops.ts';
import type { VoyageObjective, VoyageRoute } from '../voyage-route.ts';
import { MOST_ROWS } from '../work/work-in-time.ts';
import type { Beginning } from './beginning.ts';
import { itineraryAlong } from './itinerary-in-time.ts';
import { afterItsWait, fromVertex, joinTracks } from './waiting-tracks.ts';

export interface DatedSailed extends Sailed {
  readonly routes: readonly DatedRoute[];
}

/** A route through stops. */
export type DatedStopsRoute = DatedRoute & Pick<VoyageRoute, 'stops' | 'legs' | 'worth' | 'belowReserve'>;

/** What is proved of each leg, and what any voyage costs at least. */
export interface Proved {
  readonly legs: readonly (Optimality | null)[];
  readonly least: number;
}

/**
 * @param itinerary whose works take the least that they can
 * @param proved null where no proof was asked for
 * @param blind the voyage that knows only the sea of the departure
 */
export function joinDated(
  at: Beginning,
  itinerary: Itinerary,
  sailed: DatedSailed,
  proved: Proved | null,
  blind: DatedRoute['blind'],
): DatedStopsRoute {
  const [unsmoothed, sailing] = [
    atOwnTimes(at, itinerary, sailed, ({ unsmoothed }) => unsmoothed as SailedTrack),
    atOwnTimes(at, itinerary, sailed, ({ sailing }) => sailing),
  ];
  const routes = sailed.routes.map((route, k) => ({
    ...route,
    unsmoothed: unsmoothed[k]!,
    sailing: sailing[k]!,
    ...(proved && { optimality: ofCost(proved.legs[k]!, totalOf(route.track, sailed.objective)) }),
  }));
  const own = { ...sailed, routes };
  const along = (tracks: readonly Track[]) => {
    const days = tracks.map(({ timeDays }) => timeDays.at(-1)!);
    return { ...own, itinerary: itineraryAlong(at, itinerary, sailed.points, days, sailed.idleRate) };
  };
  return {
    ...sailStops(own, proved && Math.min(proved.least, costOfVoyage(sailed))),
    objective: sailed.objective,
    track: joined(own, ({ track }) => track),
    unsmoothed: joined(along(unsmoothed), (route) => route.unsmoothed as SailedTrack),
    sailing: joined(
      along(sailing),
      (route) => route.sailing,
      (work) => work.sailing,
    ),
    blind,
  };
}

/**
 * The tracks of the legs and of the work at their ends as one, with the stays.
 *
 * @param of a leg, its track
 * @param ofWork the same of work, whose cells tell their meshes
 */
export function joined<Route>(
  sailed: Pick<Sailed, 'points' | 'itinerary' | 'idleRate'> & { readonly routes: readonly Route[] },
  of: (route: Route) => SailedTrack,
  ofWork: (work: Work) => Track = ({ track }) => track,
): SailedTrack {
  const tracks = sailed.routes.map(of);
  const told = new Map(sailed.routes.map((route, k) => [route, withMeshes(tracks[k]!)]));
  const whole = join(sailed, (route) => told.get(route)!, ofWork);
  const waits: SailedTrack['waits'][number][] = [];
  const closedUnderWay: number[] = [];
  const add = (
    { waits: own, closedUnderWay: closed }: Pick<SailedTrack, 'waits' | 'closedUnderWay'>,
    vertexOf: (vertex: number) => number,
  ) => {
    waits.push(...own.map((wait) => ({ ...wait, vertex: vertexOf(wait.vertex) })));
    closedUnderWay.push(...closed.map(vertexOf));
  };
  whole.worked.forEach(({ vertexOf }, k) => {
    const work = sailed.itinerary.works[sailed.points[k]!];
    // another track of the work has other vertices
    if (work?.log && ofWork(work) === work.track) add(work.log, (vertex) => vertexOf[vertex]!);
    const track = tracks[k];
    if (track && track.distanceM.at(-1)! > 0) add(track, (vertex) => whole.legBegins[k]! + vertex);
  });
  const { cells, coordinates } = whole.joined;
  const first = tracks[0]!.meshes[0]!;
  return {
    ...whole.joined,
    cells: cells.map((cell) => (cell < 0 ? cell : cell % MOST_ROWS)),
    meshes: coordinates.map((_, k) => (cells[k]! < 0 ? first : Math.floor(cells[k]! / MOST_ROWS))),
    waits,
    closedUnderWay,
  };
}

/** Its cells as those of work are told. */
const withMeshes = (track: SailedTrack): SailedTrack => ({
  ...track,
  cells: track.cells.map((row, k) => (row < 0 ? row : track.meshes[k]! * MOST_ROWS + row)),
});

/**
 * Other tracks of the legs, one after the other: where one begins at another time than the leg that was planned, it is sailed anew in
 * the sea of that time. Where it then can't be, or comes to a cell that has closed, the planned one is.
 */
function atOwnTimes(
  at: Beginning,
  itinerary: Itinerary,
  sailed: DatedSailed,
  of: (route: DatedRoute) => SailedTrack,
): SailedTrack[] {
  const { idleRate } = sailed;
  const planned = callsOf(sailed, tracksOf(sailed));
  const tracks: SailedTrack[] = [];
  sailed.routes.forEach((route, k) => {
    const own = of(route);
    const points = sailed.points.slice(0, k + 1);
    const days = tracks.map(({ timeDays }) => timeDays.at(-1)!);
    const along = itineraryAlong(at, itinerary, points, days, idleRate);
    const { leaves } = callsOf({ itinerary: along, points }, tracks)[k]!;
    const later = leaves - planned[k]!.leaves;
    const anew = (track: SailedTrack) => {
      const waited = waitingUntilItsTime(at, track, { leaves, later, idleRate }, route.objective);
      const found = waited ?? priceOrNull(at, track.coordinates, leaves, idleRate, route.objective);
      const slack = Math.abs(later) + SAILING_COST_TOLERANCE * totalOf(track, 'traveltime');
      return found && daysWaited(found.waits) <= daysWaited(track.waits) + slack ? found : null;
    };
    const isAtItsTime = later === 0 || own.distanceM.at(-1) === 0;
    tracks.push(isAtItsTime ? own : (anew(own) ?? anew(route.track) ?? route.track));
  });
  return tracks;
}

/** A track that waits to consume less, left later: sailed anew to where it waits, and as it was from that wait on. Null where it does not wait so long. */
function waitingUntilItsTime(
  at: Beginning,
  track: SailedTrack,
  { leaves, later, idleRate }: { readonly leaves: number; readonly later: number; readonly idleRate: number },
  objective: VoyageObjective,
): SailedTrack | null {
  const vertex = track.waits.find(({ why }) => why === 'cheaper')?.vertex;
  if (vertex === undefined) return null;
  if (vertex === 0) return afterItsWait(track, later, idleRate);
  const before = priceOrNull(at, track.coordinates.slice(0, vertex + 1), leaves, idleRate, objective);
  const delay = before && later + before.timeDays.at(-1)! - track.timeDays[vertex]!;
  const rest = delay !== null && afterItsWait(fromVertex(track, vertex), delay, idleRate);
  return before && rest ? joinTracks([before, rest]) : null;
}

/** A path as it is sailed from a time on, days since the voyage began, with waits; null where it can't be. */
export function priceOrNull(
  { sea, begins }: Beginning,
  coordinates: Track['coordinates'],
  leaves: number,
  idleRate: number,
  objective: VoyageObjective,
): SailedTrack | null {
  return priced(sea, aimOf(objective), coordinates, { leaves: begins + leaves, idleRate });
}
