import type { Ring } from './polygon.ts';

/** Edges are straight in longitude and latitude: in pieces of so many degrees they look it in any projection. */
const STEP_DEGREES = 0.5;

/** A closed ring, [lon, lat], with points between far vertices; the first is repeated at the end. */
export function denseRing(ring: Ring): [lon: number, lat: number][] {
  const points: [number, number][] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const [lon, lat] = [ring[at]!, ring[at + 1]!];
    const [Δlon, Δlat] = [ring[next]! - lon, ring[next + 1]! - lat];
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(Δlon), Math.abs(Δlat)) / STEP_DEGREES));
    for (let k = 0; k < count; k++) points.push([lon + (Δlon * k) / count, lat + (Δlat * k) / count]);
  }
  points.push([ring[0]!, ring[1]!]);
  return points;
}
