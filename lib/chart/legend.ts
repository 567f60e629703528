import { colours } from './colours.ts';
import type { Frame } from './projection.ts';
import { element, text } from './svg.ts';

export interface LineStyle {
  readonly stroke: string;
  readonly width: number;
  /** As SVG's stroke-dasharray. */
  readonly dash?: string;
}

export interface LegendLine {
  readonly style: LineStyle;
  readonly name: string;
  readonly value: string;
  /** A second line; empty as if there were none. */
  readonly detail?: string;
}

export interface Swatch {
  readonly fill: string;
  readonly name: string;
}

export type FrameCorner = 'top right' | 'top left' | 'bottom right' | 'bottom left';

export const LEGEND_WIDTH = 470;
const DISTANCE_FROM_FRAME = 14;

const LINE = 22;
const DETAIL = 17;
const SWATCH = 19;
/** Of swatches, beside each other. */
const COLUMNS = 2;

export const legendHeight = (lines: readonly LegendLine[], swatches: readonly Swatch[]): number =>
  16 + heightOf(lines) + SWATCH * Math.ceil(swatches.length / COLUMNS);

const heightOf = (lines: readonly LegendLine[]): number =>
  lines.reduce((sum, { detail }) => sum + LINE + (detail ? DETAIL : 0), 0);

/** Pixels of the upper left corner of a legend in a corner of the frame. */
export function legendPlace(corner: FrameCorner, frame: Frame, height: number): [x: number, y: number] {
  const right = frame.left + frame.width - LEGEND_WIDTH - DISTANCE_FROM_FRAME;
  // above the scale bar, which is at the bottom left
  const bottom = frame.top + frame.height - height - (corner === 'bottom left' ? 46 : DISTANCE_FROM_FRAME);
  return [
    corner.endsWith('right') ? right : frame.left + DISTANCE_FROM_FRAME,
    corner.startsWith('bottom') ? bottom : frame.top + DISTANCE_FROM_FRAME,
  ];
}

/** A box with the lines of a chart, their figures, and what its colours mean. */
export function legend(
  [x, y]: readonly [number, number],
  lines: readonly LegendLine[],
  swatches: readonly Swatch[],
): string {
  const box = { x, y, width: LEGEND_WIDTH, height: legendHeight(lines, swatches), rx: 6 };
  const parts = [
    element('rect', {
      ...box,
      fill: colours.paper,
      'fill-opacity': 0.93,
      stroke: colours.ink,
      'stroke-opacity': 0.18,
    }),
  ];
  for (const [i, { style, name, value, detail }] of lines.entries()) {
    const at = y + LINE + heightOf(lines.slice(0, i));
    parts.push(
      element('path', {
        d: `M${x + 14} ${at - 4}h28`,
        stroke: style.stroke,
        'stroke-width': style.width,
        'stroke-linecap': 'round',
        'stroke-dasharray': style.dash,
      }),
      text([x + 52, at], name, { size: 13, weight: 600, fill: colours.ink }),
      text([x + LEGEND_WIDTH - 14, at], value, { size: 12, weight: 600, fill: colours.ink, anchor: 'end' }),
    );
    if (detail) parts.push(text([x + LEGEND_WIDTH - 14, at + DETAIL], detail, { anchor: 'end' }));
  }
  for (const [i, { fill, name }] of swatches.entries()) {
    const at = y + LINE + heightOf(lines) + SWATCH * Math.floor(i / COLUMNS);
    const left = x + 14 + (LEGEND_WIDTH / COLUMNS) * (i % COLUMNS);
    parts.push(
      element('rect', {
        x: left,
        y: at - 10,
        width: 28,
        height: 12,
        rx: 2,
        fill,
        stroke: colours.ink,
        'stroke-opacity': 0.2,
      }),
      text([left + 38, at], name),
    );
  }
  return parts.join('\n');
}
