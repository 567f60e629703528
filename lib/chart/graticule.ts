/** Meridians and parallels of a chart, and their names where they leave the frame. */
import type { ChartProjection, Pixel, Position } from './projection.ts';
import { text } from './svg.ts';

/** Degrees between two lines of the graticule: the first that gives few enough lines. */
const SPACINGS = [0.25, 0.5, 1, 2, 5, 10, 15, 30, 45];
const MAX_PARALLELS = 9;
const MAX_MERIDIANS = 12;
/** Points along the frame and across it at which positions are looked up. */
const SAMPLES = 24;
const LABEL = { size: 11, fill: '#5c7186' } as const;

export interface Graticule {
  readonly lines: readonly (readonly Position[])[];
  readonly labels: readonly string[];
}

export function graticule(projection: ChartProjection): Graticule {
  const positions = sampleFrame(projection);
  const [south, north] = extent(positions.map(([, lat]) => lat));
  const centre = positions[positions.length >> 1]![0];
  const [west, east] = extent(positions.map(([lon]) => centre + wrap(lon - centre)));
  const latStep = SPACINGS.find((step) => (north - south) / step <= MAX_PARALLELS) ?? 45;
  const lonStep = SPACINGS.find((step) => (east - west) / step <= MAX_MERIDIANS) ?? 45;
  // not beyond the last parallel, where meridians would run together at the pole
  const limit = 90 - latStep;
  const meridians = multiples(lonStep, west, east).map((lon) =>
    steps(Math.max(-limit, south), Math.min(limit, north)).map((lat): Position => [wrap(lon), lat]),
  );
  const parallels = multiples(latStep, south, north)
    .filter((lat) => Math.abs(lat) < 90)
    .map((lat) => steps(west, east).map((lon): Position => [wrap(lon), lat]));
  const labels = [
    ...meridians.map((line) => meridianLabel(projection, line)),
    ...parallels.map((line) => parallelLabel(projection, line)),
  ];
  return { lines: [...meridians, ...parallels], labels: labels.filter((label) => label !== null) };
}

/** Below the frame, where the meridian leaves it. */
function meridianLabel({ project, frame }: ChartProjection, line: readonly Position[]): string | null {
  const bottom = frame.top + frame.height;
  const at = crossing(line.map(project), 1, bottom);
  if (at === null || at < frame.left || at > frame.left + frame.width) return null;
  return text([at, bottom + 17], named(line[0]![0], 'E', 'W'), { ...LABEL, anchor: 'middle' });
}

/** Left of the frame, where the parallel leaves it. */
function parallelLabel({ project, frame }: ChartProjection, line: readonly Position[]): string | null {
  const at = crossing(line.map(project), 0, frame.left);
  if (at === null || at < frame.top || at > frame.top + frame.height) return null;
  return text([frame.left - 7, at + 4], named(line[0]![1], 'N', 'S'), { ...LABEL, anchor: 'end' });
}

/** The other coordinate where a line first crosses x (axis 0) or y (axis 1) = `value`; null where it does not. */
function crossing(pixels: readonly (Pixel | null)[], axis: 0 | 1, value: number): number | null {
  for (let i = 1; i < pixels.length; i++) {
    const [a, b] = [pixels[i - 1], pixels[i]];
    if (!a || !b || a[axis] < value === b[axis] < value) continue;
    const f = (value - a[axis]) / (b[axis] - a[axis]);
    return a[1 - axis]! + f * (b[1 - axis]! - a[1 - axis]!);
  }
  return null;
}

function sampleFrame({ frame, invert }: ChartProjection): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i <= SAMPLES; i++) {
    for (let j = 0; j <= SAMPLES; j++) {
      const x = frame.left + (i / SAMPLES) * frame.width;
      const at = invert([x, frame.top + (j / SAMPLES) * frame.height]);
      if (at) positions.push(at);
    }
  }
  return positions;
}

const extent = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

/** From `low` to `high`, close enough together for a curve. */
const steps = (low: number, high: number): number[] =>
  Array.from({ length: 121 }, (_, i) => low + (i / 120) * (high - low));

function multiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

/** A longitude in [−180, 180). */
const wrap = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

/** `67°30′S`; minutes only where there are any. */
function named(degrees: number, positive: string, negative: string): string {
  const minutes = Math.round(Math.abs(degrees) * 60);
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  const hemisphere = whole === 180 || minutes === 0 ? '' : degrees > 0 ? positive : negative;
  return `${whole}°${rest === 0 ? '' : `${String(rest).padStart(2, '0')}′`}${hemisphere}`;
}
