/** Sails a path in small steps of time: an integral that shares no code with the engine. */

const RADIUS_M = 6_371_100;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** What holds at a place and time (days): speed through the water and current, m/s. */
export type SeaAt = (lon: number, lat: number, days: number) => { s: number; u: number; v: number };

/**
 * Days to sail a path of short legs near the equator, each on its bearing.
 *
 * @param step of time, days
 */
export function daysBySteps(
  coordinates: readonly (readonly [number, number])[],
  seaAt: SeaAt,
  step: number,
): number {
  let now = 0;
  for (let k = 1; k < coordinates.length; k++) {
    const [from, to] = [coordinates[k - 1]!, coordinates[k]!];
    const cosine = Math.cos(radians(0.5 * (from[1] + to[1])));
    const x = RADIUS_M * radians(to[0] - from[0]) * cosine;
    const y = RADIUS_M * radians(to[1] - from[1]);
    const length = Math.hypot(x, y);
    for (let done = 0; done < length; ) {
      const part = done / length;
      const lon = from[0] + (part + 1e-9) * (to[0] - from[0]);
      const lat = from[1] + (part + 1e-9) * (to[1] - from[1]);
      const { s, u, v } = seaAt(lon, lat, now);
      const [along, across] = [(u * x + v * y) / length, (u * y - v * x) / length];
      const way = (along + Math.sqrt(s * s - across * across)) * 86_400 * step;
      const rest = Math.min(1, (length - done) / way);
      done += rest * way;
      if (length - done < 1e-9 * length) done = length;
      now += rest * step;
    }
  }
  return now;
}
