import type { LatLon } from '../../engine/geometry/sphere.ts';

/** Off every grid, so that two places with the same sum are hardly ever met. */
const FACTOR = 1021.37;

/** What was found at places, by their exact coordinates. Of two places with the same key the later one is kept. */
export class KnownPlaces<T> {
  readonly #known = new Map<number, LatLon & { readonly found: T }>();

  at({ lon, lat }: LatLon, find: () => T): T {
    const key = lon + FACTOR * lat;
    const known = this.#known.get(key);
    if (known && known.lon === lon && known.lat === lat) return known.found;
    const found = find();
    this.#known.set(key, { lon, lat, found });
    return found;
  }
}
