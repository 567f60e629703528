import { haversineNm } from '../engine/geometry/sphere.ts';
import { colours } from './colours.ts';
import type { ChartProjection } from './projection.ts';
import { element, text } from './svg.ts';

const LENGTHS_NM = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const MAX_PIXELS = 160;

/** A bar of a round number of nautical miles, true at the centre of the chart. */
export function scaleBar({ frame, invert }: ChartProjection): string {
  const middle = frame.top + frame.height / 2;
  const centre = frame.left + frame.width / 2;
  const [from, to] = [invert([centre - 5, middle]), invert([centre + 5, middle])];
  if (!from || !to) return '';
  const nmPerPixel = haversineNm({ lon: from[0], lat: from[1] }, { lon: to[0], lat: to[1] }) / 10;
  const nm = LENGTHS_NM.findLast((length) => length / nmPerPixel <= MAX_PIXELS) ?? LENGTHS_NM[0]!;
  const width = nm / nmPerPixel;
  const x = frame.left + 16;
  const y = frame.top + frame.height - 18;
  return [
    element('path', {
      d: `M${x} ${y - 5}v5h${Math.round(width)}v-5`,
      fill: 'none',
      stroke: colours.ink,
      'stroke-width': 1.6,
    }),
    text([x + width / 2, y - 7], `${nm} NM`, { size: 12, weight: 600, fill: colours.ink, anchor: 'middle' }),
  ].join('');
}
