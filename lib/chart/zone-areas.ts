/** Zones on a chart, told apart by colour and dash; the legend names their kinds, and each its own name. */
import { denseRing } from '../zones/geometry/dense-ring.ts';
import { polygonsOf } from '../zones/geometry/polygon.ts';
import type { Zone, ZoneKind } from '../zones/zone.ts';
import type { Chart } from './chart.ts';
import type { LineStyle, Swatch } from './legend.ts';
import type { Pixel } from './projection.ts';

const STYLES: Readonly<Record<ZoneKind, LineStyle>> = {
  closed: { stroke: '#a3200d', width: 1.8 },
  speed_limit: { stroke: '#8a5a00', width: 1.8, dash: '8 4' },
  report: { stroke: '#5b2a86', width: 1.8, dash: '2 4' },
};
const KINDS: Readonly<Record<ZoneKind, string>> = {
  closed: 'closed zone',
  speed_limit: 'zone with a speed limit',
  report: 'zone to report in',
};

/** @returns what the legend says of them, each kind once */
export function drawZones(chart: Chart, zones: readonly Zone[]): Swatch[] {
  for (const { kind, geometry } of zones) {
    const style = STYLES[kind];
    for (const { rings } of polygonsOf(geometry)) chart.area(rings.map(denseRing), style.stroke, style);
  }
  return (Object.keys(STYLES) as ZoneKind[])
    .filter((kind) => zones.some((zone) => zone.kind === kind))
    .map((kind) => ({ fill: STYLES[kind].stroke, name: KINDS[kind] }));
}

/** After all other names, which it keeps off: pixels below the middle of what is seen of a zone. */
const NAME_PLACES = [5, 25, -15, 45, -35].map((dy) => ({ dx: 0, dy, anchor: 'middle' }) as const);

export function nameZones(chart: Chart, zones: readonly Zone[]): void {
  for (const { name, geometry } of zones) {
    for (const { rings } of polygonsOf(geometry)) {
      const seen = denseRing(rings[0]!).filter((at) => isWithin(chart, chart.projection.project(at)));
      if (seen.length === 0) continue;
      const lons = seen.map(([lon]) => lon);
      const lats = seen.map(([, lat]) => lat);
      chart.label([middle(lons), middle(lats)], [name], ...NAME_PLACES);
    }
  }
}

const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;

function isWithin({ projection: { frame } }: Chart, pixel: Pixel | null): boolean {
  if (!pixel) return false;
  const [x, y] = [pixel[0] - frame.left, pixel[1] - frame.top];
  return x > 0 && y > 0 && x < frame.width && y < frame.height;
}
