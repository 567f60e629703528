/** Places and values along a shown route. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { type ShownRoute, totalMetres } from './shown-route.ts';

/** The point at a distance along a route: linear between its points, which lie close together. */
export function pointAt({ coordinates, distanceM }: ShownRoute, metres: number): LatLon {
  const i = legAt(distanceM, metres);
  const [from, to] = [coordinates[i - 1]!, coordinates[i]!];
  const length = distanceM[i]! - distanceM[i - 1]!;
  const part = length > 0 ? Math.max(0, Math.min(1, (metres - distanceM[i - 1]!) / length)) : 0;
  const dLon = ((to[0] - from[0] + 540) % 360) - 180;
  return { lat: from[1] + part * (to[1] - from[1]), lon: from[0] + part * dLon };
}

/** What one quantity is where another has a value, both cumulative along a route: linear on each leg. */
export function valueWhere(wanted: readonly number[], known: readonly number[], value: number): number {
  const i = legAt(known, value);
  const [from, to] = [known[i - 1]!, known[i]!];
  const part = to > from ? Math.max(0, Math.min(1, (value - from) / (to - from))) : 0;
  return wanted[i - 1]! + part * (wanted[i]! - wanted[i - 1]!);
}

/** The leg that a cumulative value falls into, by the index of its end: 1 … length − 1. */
export function legAt(cumulative: readonly number[], value: number): number {
  let low = 1;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Half-way along the longest of the legs between stops: a pin there covers none of them. */
export function middleOf(route: ShownRoute): LatLon {
  const calls = route.stops?.map(({ vertex }) => route.distanceM[vertex]!) ?? [0, totalMetres(route)];
  const legs = calls.slice(1).map((end, i) => ({ end, metres: end - calls[i]! }));
  const longest = legs.reduce((a, b) => (b.metres > a.metres ? b : a));
  return pointAt(route, longest.end - longest.metres / 2);
}
