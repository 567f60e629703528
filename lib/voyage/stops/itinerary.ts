/** The places of a voyage on a mesh, and what is asked for at each. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { placeAll, type Terminal } from '../../engine/waypoints/waypoints.ts';
import type { OrderProblem } from '../order/problem.ts';
import { pointsOf, type VoyageRequest } from '../voyage-request.ts';
import type { Stop } from './stop-fields.ts';
import { StopInaccessible } from './stop-inaccessible.ts';

const MS_PER_DAY = 86_400_000;

/** Points are numbered as in an order: 0 the start, then the stops as requested, then the end. */
export interface Itinerary extends Omit<OrderProblem, 'ways' | 'idle'> {
  readonly names: readonly string[];
  readonly places: readonly Terminal[];
}

/** @throws WaypointOutsideMesh, StopInaccessible naming the stop that can't be reached */
export function itineraryOf(
  mesh: Mesh,
  request: Pick<VoyageRequest, 'start' | 'end' | 'voyage'> & Partial<VoyageRequest>,
  limitNm: number,
): Itinerary {
  const stops = request.voyage?.stops ?? [];
  const departure = request.voyage?.departure ? Date.parse(request.voyage.departure) : 0;
  const days = (time: string | null, otherwise: number) =>
    time === null ? otherwise : (Date.parse(time) - departure) / MS_PER_DAY;
  const perPoint = (start: number, end: number, of: (stop: Stop) => number) =>
    Float64Array.from([start, ...stops.map(of), end]);
  return {
    count: stops.length,
    names: [request.startName || 'Start', ...stops.map(({ name }) => name), request.endName || 'End'],
    places: placed(mesh, request, limitNm),
    stay: perPoint(0, 0, ({ stay_hours }) => stay_hours / 24),
    earliest: perPoint(-Infinity, -Infinity, ({ not_before }) => days(not_before, -Infinity)),
    latest: perPoint(Infinity, Infinity, ({ not_after }) => days(not_after, Infinity)),
    before: [new Set(), ...allBefore(stops), new Set()],
  };
}

function placed(mesh: Mesh, request: Pick<VoyageRequest, 'start' | 'end' | 'voyage'>, limitNm: number) {
  const named = pointsOf(request).map(({ what, lat, lon }) => ({ what, at: { lat, lon } as LatLon }));
  const [start, end, ...stops] = named;
  try {
    return placeAll(mesh, [start!, ...stops, end!], limitNm);
  } catch (error) {
    if (error instanceof RouteInaccessible) throw new StopInaccessible(error.message);
    throw error;
  }
}

/** The first of the points from a number on that is at the place of another one; that itself where no other is. */
export function firstAtPlaceOf({ places }: Pick<Itinerary, 'places'>, point: number, from = 0): number {
  const { lat, lon } = places[point]!.used;
  for (let k = from; k < point; k++) {
    const { used } = places[k]!;
    if (used.lat === lat && used.lon === lon) return k;
  }
  return point;
}

/** For each stop the points that come before it: those that it names, those that these name, and so on. */
export function allBefore(stops: readonly Stop[]): ReadonlySet<number>[] {
  const at = new Map(stops.map(({ name }, i) => [name, i + 1]));
  const all = stops.map(() => new Set<number>());
  const add = (to: Set<number>, stop: Stop): void => {
    for (const name of stop.after) {
      const point = at.get(name)!;
      if (to.has(point)) continue;
      to.add(point);
      add(to, stops[point - 1]!);
    }
  };
  for (const [i, stop] of stops.entries()) add(all[i]!, stop);
  return all;
}
