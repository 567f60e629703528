/** A voyage through stops in a sea that changes as one route: what sail-stops.ts joins, with meshes and waits. */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import { PathNotSailable } from '../../engine/path/evaluate.ts';
import { type Track, totalOf } from '../../engine/path/track.ts';
import { type DatedRoute, priceDated, type SailedTrack } from '../../engine/plan-dated.ts';
import type { Sea } from '../../engine/sea/sea.ts';
import { callsOf, costOfVoyage, join, type Sailed, sailStops, tracksOf } from '../stops/sail-stops.ts';
import type { VoyageRoute } from '../voyage-route.ts';

export interface DatedSailed extends Sailed {
  readonly routes: readonly DatedRoute[];
}

/** A route through stops. */
export type DatedStopsRoute = DatedRoute & Pick<VoyageRoute, 'stops' | 'legs'>;

/** The sea, and when the voyage begins in it, days. */
export interface Beginning {
  readonly sea: Sea;
  readonly begins: number;
}

/** What is proved of each leg, and what any voyage costs at least. */
export interface Proved {
  readonly legs: readonly (Optimality | null)[];
  readonly least: number;
}

/**
 * @param proved null where no proof was asked for
 * @param blind the voyage that knows only the sea of the departure
 */
export function joinDated(
  at: Beginning,
  sailed: DatedSailed,
  proved: Proved | null,
  blind: SailedTrack | null,
): DatedStopsRoute {
  const [unsmoothed, sailing] = [
    atOwnTimes(at, sailed, ({ unsmoothed }) => unsmoothed as SailedTrack),
    atOwnTimes(at, sailed, ({ sailing }) => sailing),
  ];
  const routes = sailed.routes.map((route, k) => ({
    ...route,
    unsmoothed: unsmoothed[k]!,
    sailing: sailing[k]!,
    ...(proved && { optimality: ofCost(proved.legs[k]!, totalOf(route.track, sailed.objective)) }),
  }));
  const own = { ...sailed, routes };
  return {
    ...sailStops(own, proved && Math.min(proved.least, costOfVoyage(sailed))),
    objective: sailed.objective,
    track: joined(own, ({ track }) => track),
    unsmoothed: joined(own, (route) => route.unsmoothed as SailedTrack),
    sailing: joined(own, (route) => route.sailing),
    blind,
  };
}

/** What is proved of a leg, told of whichever route it takes. */
function ofCost(proved: Optimality | null, cost: number): Optimality | null {
  const gap = proved && cost > 0 ? 100 * (cost / proved.least - 1) : 0;
  return proved && { ...proved, gapPercent: Math.max(0, gap) };
}

/** The tracks of the legs as one, with the stays. @param of a leg, its track */
export function joined<Route>(
  sailed: Pick<Sailed, 'points' | 'itinerary' | 'idleRate'> & { readonly routes: readonly Route[] },
  of: (route: Route) => SailedTrack,
): SailedTrack {
  const whole = join(sailed, of);
  const tracks = sailed.routes.map(of);
  const meshes = whole.joined.coordinates.map(() => tracks[0]!.meshes[0]!);
  const waits: SailedTrack['waits'][number][] = [];
  const closedUnderWay: number[] = [];
  tracks.forEach((track, k) => {
    if (track.distanceM.at(-1) === 0) return;
    const begins = whole.legBegins[k]!;
    // the row of the cell in which the vessel stays is one of the mesh on which it came there
    track.meshes.forEach((mesh, i) => {
      if (i > 0) meshes[begins + i] = mesh;
    });
    meshes.fill(track.meshes.at(-1)!, begins + track.meshes.length);
    waits.push(...track.waits.map((wait) => ({ ...wait, vertex: begins + wait.vertex })));
    closedUnderWay.push(...track.closedUnderWay.map((vertex) => begins + vertex));
  });
  return { ...whole.joined, meshes, waits, closedUnderWay };
}

/**
 * Other tracks of the legs, one after the other: where one begins at another time than the leg that was planned, it is sailed anew in
 * the sea of that time, and where it then can't be, the planned one is.
 */
function atOwnTimes(
  at: Beginning,
  sailed: DatedSailed,
  of: (route: DatedRoute) => SailedTrack,
): SailedTrack[] {
  const planned = callsOf(sailed, tracksOf(sailed));
  const tracks: SailedTrack[] = [];
  sailed.routes.forEach((route, k) => {
    const own = of(route);
    const { leaves } = callsOf({ ...sailed, points: sailed.points.slice(0, k + 1) }, tracks)[k]!;
    const price = ({ coordinates }: Track) => priceOrNull(at, coordinates, leaves, sailed.idleRate);
    const isAtItsTime = leaves === planned[k]!.leaves || own.distanceM.at(-1) === 0;
    tracks.push(isAtItsTime ? own : (price(own) ?? price(route.track) ?? route.track));
  });
  return tracks;
}

/** A path as it is sailed from a time on, days since the voyage began, with waits; null where it can't be. */
export function priceOrNull(
  { sea, begins }: Beginning,
  coordinates: Track['coordinates'],
  leaves: number,
  idleRate: number,
): SailedTrack | null {
  try {
    return priceDated(sea, coordinates, begins + leaves, true, idleRate);
  } catch (error) {
    if (error instanceof PathNotSailable) return null;
    throw error;
  }
}
