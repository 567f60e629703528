/** What a voyage through stops would cost that is planned on the sea of its departure alone, in the sea that it then meets. */
import type { SailedTrack } from '../../engine/plan-dated.ts';
import { sliceAt } from '../../engine/sea/sea.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../../request/impossible.ts';
import type { Itinerary } from '../stops/itinerary.ts';
import { planStops } from '../stops/plan-stops.ts';
import { callsOf } from '../stops/sail-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyageRoute } from '../voyage-route.ts';
import { type Beginning, joined, priceOrNull } from './join-dated.ts';

/** By objective; null where it can't be sailed, or not planned. */
export function blindVoyages(
  at: Beginning,
  itinerary: Itinerary,
  request: PlannedRequest,
  idleRate: number,
): (SailedTrack | null)[] {
  const { comes } = itinerary;
  const { meshes, slices } = at.sea;
  const mesh = meshes[slices[sliceAt(at.sea, at.begins)]!.mesh]!;
  const stops = request.voyage!.stops!.map((stop, k) => ({ ...stop, ...comes[k + 1]!.used }));
  const [start, end] = [comes[0]!.used, comes.at(-1)!.used];
  const asked = { ...request, start, end, voyage: { ...request.voyage!, stops } };
  try {
    const { routes } = planStops(mesh, asked, { adjustmentLimitNm: 0 });
    return routes.map((route) => inChangingSea(at, itinerary, route, idleRate));
  } catch (error) {
    const isNone = error instanceof RouteInaccessible || error instanceof Impossible;
    if (isNone || error instanceof ImpossibleOnMesh) return [null, null];
    throw error;
  }
}

function inChangingSea(
  at: Beginning,
  itinerary: Itinerary,
  { track, stops = [] }: VoyageRoute,
  idleRate: number,
): SailedTrack | null {
  const numbers = stops.slice(1, -1).map(({ name }) => itinerary.names.indexOf(name, 1));
  const points = [0, ...numbers, itinerary.count + 1];
  const tracks: SailedTrack[] = [];
  for (let k = 1; k < stops.length; k++) {
    const { vertex, arrivesDays, leavesDays } = stops[k - 1]!;
    const begins = leavesDays > arrivesDays ? vertex + 1 : vertex;
    const coordinates = track.coordinates.slice(begins, stops[k]!.vertex + 1);
    const { leaves } = callsOf({ itinerary, points: points.slice(0, k) }, tracks).at(-1)!;
    const sailed = priceOrNull(at, coordinates, leaves, idleRate);
    if (!sailed) return null;
    tracks.push(sailed);
  }
  return joined({ points, routes: tracks, itinerary, idleRate }, (own) => own);
}
