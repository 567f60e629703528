/** The curve of time and consumption as SVG: what each further hour at sea saves. */
import { formatDuration, formatNumber } from '../route-files/shown-text.ts';
import type { TradeOffEntry } from '../route-files/trade-off.ts';
import { colours } from './colours.ts';
import { element, pixel, text } from './svg.ts';

const SIZE = { width: 760, height: 460 };
const FRAME = { left: 72, top: 64, width: 656, height: 330 };
/** Lines of the grid in each direction, about. */
const GRID_LINES = 6;
/** Of a note below the frame, pixels; as many letters as fit beside each other. */
const NOTE = { line: 16, letters: 105, size: 11.5 };
const TICK = { size: 11, fill: colours.faint } as const;

/**
 * @param curve ascending in time, at least one voyage
 * @param note on all of it
 */
export function drawTradeOffChart(title: string, curve: readonly TradeOffEntry[], note?: string): string {
  const unit = curve[0]!.fuel_tonnes === undefined ? 'Ah' : 't';
  const consumed = curve.map((entry) => entry.fuel_tonnes ?? entry.battery_ah ?? 0);
  const days = curve.map((entry) => entry.days);
  const x = axis(days, FRAME.left, FRAME.left + FRAME.width);
  const y = axis(consumed, FRAME.top + FRAME.height, FRAME.top);
  const points = curve.map((_, i) => [pixel(x.at(days[i]!)), pixel(y.at(consumed[i]!))] as const);
  const bottom = FRAME.top + FRAME.height;
  const notes = linesOf(note ?? '');
  const size = { ...SIZE, height: SIZE.height + NOTE.line * notes.length };
  const grid = { stroke: colours.ink, 'stroke-opacity': 0.12 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img">`,
    element('title', {}, title),
    element('rect', { ...size, rx: 8, fill: colours.paper }),
    text([FRAME.left, 32], title, { size: 18, weight: 650, fill: colours.ink }),
    text([FRAME.left, 50], savedText(days, consumed, unit), { size: 12.5 }),
    ...x.ticks.flatMap((tick) => [
      element('path', { d: `M${pixel(x.at(tick))} ${FRAME.top}V${bottom}`, ...grid }),
      text([x.at(tick), bottom + 18], String(tick), { ...TICK, anchor: 'middle' }),
    ]),
    ...y.ticks.flatMap((tick) => [
      element('path', { d: `M${FRAME.left} ${pixel(y.at(tick))}h${FRAME.width}`, ...grid }),
      text([FRAME.left - 8, y.at(tick) + 4], String(tick), { ...TICK, anchor: 'end' }),
    ]),
    text([FRAME.left + FRAME.width / 2, bottom + 42], 'days under way', { anchor: 'middle' }),
    text([FRAME.left - 8, FRAME.top - 6], unit, { ...TICK, anchor: 'end' }),
    element('path', {
      d: `M${points.map(([px, py]) => `${px} ${py}`).join('L')}`,
      fill: 'none',
      stroke: colours.within,
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    }),
    ...notes.map((line, i) => text([FRAME.left, SIZE.height + NOTE.line * i], line, { size: NOTE.size })),
    ...points.map(([cx, cy], i) => voyage(cx, cy, curve[i]!, consumed[i]!, unit)),
    '</svg>',
    '',
  ].join('\n');
}

/** Broken between words. */
function linesOf(sentence: string): string[] {
  const words = new RegExp(`\\S.{0,${NOTE.letters - 1}}(?=\\s|$)`, 'g');
  return sentence.match(words) ?? [];
}

/** A dot, open where it has a note, with its figures for whoever points at it. */
function voyage(cx: number, cy: number, entry: TradeOffEntry, consumed: number, unit: string): string {
  const fill = entry.note === undefined ? colours.within : colours.paper;
  const figures = `${formatDuration(entry.days)}, ${formatNumber(consumed, 1)} ${unit}, ${formatNumber(entry.mean_speed_kn, 1)} kn`;
  const label = entry.note === undefined ? figures : `${figures}. ${entry.note}`;
  const dot = { cx, cy, r: 4.5, fill, stroke: colours.within, 'stroke-width': 1.5 };
  return `<g>${element('title', {}, label)}${element('circle', dot)}</g>`;
}

function savedText(days: readonly number[], consumed: readonly number[], unit: string): string {
  const saved = consumed[0]! - consumed.at(-1)!;
  const percent = consumed[0]! > 0 ? (100 * saved) / consumed[0]! : 0;
  const later = formatDuration(days.at(-1)! - days[0]!);
  return `From the fastest voyage to the slowest: ${formatNumber(saved, 1)} ${unit} less (${formatNumber(percent, 1)} %), ${later} later`;
}

/** A linear scale over values, with round numbers on it. */
function axis(values: readonly number[], from: number, to: number) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = 0.04 * (most - least) || 0.5;
  const [low, high] = [least - margin, most + margin];
  const rough = (high - low) / GRID_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.floor(high / step) - Math.ceil(low / step) + 1;
  const ticks = Array.from({ length: count }, (_, k) =>
    Number(((Math.ceil(low / step) + k) * step).toPrecision(10)),
  );
  return { ticks, at: (value: number) => from + ((value - low) / (high - low)) * (to - from) };
}
