/**
 * An invented sea, similar to the Atlantic sector of the Southern Ocean in early January: pack ice in the
 * Bellingshausen Sea and the western Weddell Sea, an open lead along its eastern coast, the Antarctic
 * Circumpolar Current and the Weddell Gyre. It contains no observations.
 */
import { noise } from './noise.ts';

/** Latitude of the ice edge by longitude, degrees; interpolated between these points. */
const ICE_EDGE: readonly (readonly [lon: number, lat: number])[] = [
  [-80, -69.5],
  [-72, -68.8],
  [-66, -66.5],
  [-60, -63.4],
  [-52, -62.6],
  [-44, -63.2],
  [-36, -64.8],
  [-28, -67.5],
  [-20, -69.6],
  [-8, -70.3],
  [0, -69.8],
];

/** How far noise moves the edge at most, degrees of latitude, and where there is no ice whatever it does. */
const EDGE_NOISE = 0.7;
const ICE_FREE = Math.max(...ICE_EDGE.map(([, lat]) => lat)) + EDGE_NOISE;

/** Degrees of latitude from the ice edge to closed pack. */
const ICE_RAMP = 3.2;

/** Sea-ice concentration, %; `coastKm` is the distance from the nearest land. */
export function iceConcentration(lat: number, lon: number, coastKm: number): number {
  if (lat >= ICE_FREE) return 0;
  const edge = interpolate(ICE_EDGE, lon) + EDGE_NOISE * noise(lon / 3, lat / 1.5);
  const inside = (edge - lat) / ICE_RAMP;
  if (inside <= 0) return 0;
  const pack = 100 * Math.min(1, inside) ** 0.6 + 14 * noise(lon / 1.2 + 40, lat / 0.6 + 40);
  // wind from the continent keeps a lead open along the coast, east of the Filchner Ice Shelf
  const reach = Math.min(1, Math.max(0, (lon + 38) / 6));
  const lead = lat > -77.5 ? Math.min(1, 0.15 + coastKm / 260) : 1;
  return Math.min(100, Math.max(0, pack * (1 + reach * (lead - 1))));
}

/** Thickness of the ice, metres: thicker where it is denser and in the west, where it is older. */
export function iceThickness(lon: number, concentration: number): number {
  return 0.5 + 0.008 * concentration + (lon < -45 ? 0.4 : 0);
}

/** Currents towards east and north, m/s: a jet and a gyre, both smooth, slower next to land. */
export function current(lat: number, lon: number, coastKm: number): [east: number, north: number] {
  const axis = -59.5 + 4.5 / (1 + Math.exp(-(lon + 45) / 6));
  const slope = (4.5 / 6) * 0.25;
  const jet = 0.32 * Math.exp(-(((lat - axis) / 3) ** 2));
  const x = (lon + 28) / 20;
  const y = (lat + 67.5) / 5;
  const gyre = 0.16 * Math.exp(-0.5 * (x * x + y * y));
  const shelter = Math.min(1, coastKm / 80);
  const east = (jet + gyre * y) * shelter;
  const north = (jet * slope * Math.exp(-(((lon + 45) / 12) ** 2)) - gyre * x * 0.5) * shelter;
  return [east, north];
}

/** Depth as elevation, metres: a shelf, a slope, a plain. */
export function elevation(coastKm: number): number {
  return -Math.min(4000, 60 + coastKm * (coastKm < 100 ? 4 : 18));
}

/**
 * Significant wave height, metres: highest in the westerlies around 56° S, reduced by ice and near the coast.
 */
export function waveHeight(lat: number, lon: number, coastKm: number, concentration: number): number {
  const open = 1 + 3.2 * Math.exp(-(((lat + 56) / 7) ** 2)) + 0.6 * noise(lon / 6 + 80, lat / 3 + 80);
  return Math.max(0, open * Math.min(1, 0.2 + coastKm / 150) * (1 - concentration / 100));
}

function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  const next = points.findIndex(([at]) => at >= x);
  if (next <= 0) return points[next === 0 ? 0 : points.length - 1][1];
  const [x1, y1] = points[next - 1];
  const [x2, y2] = points[next];
  return y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
}
