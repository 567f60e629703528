/** The projection of a chart: polar stereographic in high latitudes, else Mercator's, fitted to what is shown. */
import { type GeoProjection, geoMercator, geoStereographic } from 'd3-geo';

export type Position = readonly [lon: number, lat: number];
export type Pixel = readonly [x: number, y: number];

/** A chart that shows anything beyond this latitude is polar stereographic. */
const POLAR_FROM_DEGREES = 55;
/** Between what is shown and the frame, as a fraction of the longer side of what is shown. */
const MARGIN_FRACTION = 0.12;
/** A chart of one place still shows this many degrees around it. */
const MIN_EXTENT_DEGREES = 0.5;
const MIN_ASPECT = 0.55;
const MAX_ASPECT = 1.25;

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ChartProjection {
  readonly kind: 'polar stereographic' | 'Mercator';
  readonly frame: Frame;
  /** Clips to the frame what is drawn through it. */
  readonly geo: GeoProjection;
  /** Where a position falls, in the frame or not; null for one that has no place in the projection. */
  project(position: Position): Pixel | null;
  /** The position at a pixel. */
  invert(pixel: Pixel): Position | null;
}

/**
 * @param shown positions that the chart must show; the height of the frame follows from them
 */
export function fitProjection(
  shown: readonly Position[],
  { left, top, width }: Omit<Frame, 'height'>,
): ChartProjection {
  const latitudes = shown.map(([, lat]) => lat);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const middle = middleLongitude(shown.map(([lon]) => lon));
  const isPolar = Math.max(-south, north) > POLAR_FROM_DEGREES && south * north > 0;
  // the pole at the centre of the projection; the middle meridian runs upright through the chart
  const geo = isPolar
    ? geoStereographic().rotate([-middle, south < 0 ? 90 : -90])
    : geoMercator().rotate([-middle, 0]);
  const [x0, y0, x1, y1] = extentOf(shown, geo.scale(1).translate([0, 0]));
  const margin = MARGIN_FRACTION * Math.max(x1 - x0, y1 - y0);
  const aspect = (y1 - y0 + 2 * margin) / (x1 - x0 + 2 * margin);
  const height = Math.round(width * Math.min(MAX_ASPECT, Math.max(MIN_ASPECT, aspect)));
  const scale = Math.min(width / (x1 - x0 + 2 * margin), height / (y1 - y0 + 2 * margin));
  geo
    .scale(scale)
    .translate([left + width / 2 - (scale * (x0 + x1)) / 2, top + height / 2 - (scale * (y0 + y1)) / 2]);
  const project = (position: Position) => geo(position as [number, number]);
  const invert = (pixel: Pixel) => geo.invert!(pixel as [number, number]);
  return {
    kind: isPolar ? 'polar stereographic' : 'Mercator',
    frame: { left, top, width, height },
    geo: geo.clipExtent([
      [left, top],
      [left + width, top + height],
    ]),
    project,
    invert,
  };
}

/** The middle of the shortest arc of longitudes that holds them all, taken in their order. */
function middleLongitude(longitudes: readonly number[]): number {
  let [low, high, at] = [longitudes[0]!, longitudes[0]!, longitudes[0]!];
  for (const lon of longitudes) {
    at += ((((lon - at + 180) % 360) + 360) % 360) - 180;
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  return (low + high) / 2;
}

function extentOf(shown: readonly Position[], geo: GeoProjection): [number, number, number, number] {
  const pixels = shown.map((position) => geo(position as [number, number])!);
  const least = (k: 0 | 1) => Math.min(...pixels.map((pixel) => pixel[k]));
  const most = (k: 0 | 1) => Math.max(...pixels.map((pixel) => pixel[k]));
  const grow = (low: number, high: number): [number, number] => {
    const missing = Math.max(0, (MIN_EXTENT_DEGREES * Math.PI) / 180 - (high - low)) / 2;
    return [low - missing, high + missing];
  };
  const [x0, x1] = grow(least(0), most(0));
  const [y0, y1] = grow(least(1), most(1));
  return [x0, y0, x1, y1];
}
