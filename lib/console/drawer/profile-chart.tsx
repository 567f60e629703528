import { useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { formatNumber } from '../../route-files/shown-text.ts';
import { LINES } from '../map/palette.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { distanceIn } from '../units.ts';
import { ValuesThere } from './place-along.tsx';
import { type Axis, metresAt, placeAt, type Quantity, sampleProfiles } from './profile-data.ts';

/** The pointer is in all charts at once. */
const pointers = uPlot.sync('profile');

interface ProfileChartProps {
  readonly quantity: Quantity;
  readonly routes: readonly ShownRoute[];
  readonly axis: Axis;
  /** The lowest of several charts has it for all of them. */
  readonly hasXAxis: boolean;
}

/** One quantity along all routes, with its limit where the vessel has one. */
export function ProfileChart({ quantity, routes, axis: kind, hasXAxis }: ProfileChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ chart: uPlot; places: number[] } | null>(null);
  const { mesh } = state.sea.value!;
  const units = state.units.value;
  const theme = state.theme.value;
  const limit = quantity.limit?.(state.vehicle.value) ?? null;
  const unit = quantity.unit(units, mesh);
  const lines = routes.map(({ line }) => line).join();
  // a new chart only for other lines, units or colours; while the hand moves, its data change
  useEffect(() => {
    const element = holder.current!;
    const chart = new uPlot(
      options(element, routes, {
        hasXAxis,
        limit,
        span: quantity.span ?? 0,
        onPlace: (index) => pointAtSample(index === null ? null : drawn.current!.places[index], kind),
      }),
      [[], ...routes.map(() => []), ...(limit === null ? [] : [[]])],
      element,
    );
    drawn.current = { chart, places: [] };
    followFinger(chart, (index) => pointAtSample(drawn.current?.places[index], kind, 'table'));
    const observer = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      drawn.current = null;
    };
  }, [quantity.id, lines, mesh, units, kind, theme, hasXAxis, limit]);
  const values = useMemo(
    () => routes.map((route) => quantity.ofLegs(route, route.mesh ?? mesh, units)),
    [quantity.id, routes, mesh, units],
  );
  useEffect(() => {
    const { places, series } = sampleProfiles(routes, values, kind);
    const shown = kind === 'distance' ? places.map((metres) => distanceIn(units, metres)) : places;
    drawn.current!.places = places;
    const ofLimit = limit === null ? [] : [places.map(() => limit)];
    drawn.current!.chart.setData([shown, ...series, ...ofLimit]);
  }, [values, kind, theme, hasXAxis, limit]);
  useSignalEffect(() => followMap(drawn.current?.chart ?? null, kind, state.pointed.value));
  return (
    <figure class="chart-with-name" aria-label={`${quantity.label} along the routes`}>
      <figcaption>
        {quantity.label} {unit && <span class="unit">{unit}</span>}
        {limit !== null && <span class="limit"> limit {formatNumber(limit, 0)}</span>}
        <ValuesThere routes={routes} axis={kind} values={values} />
      </figcaption>
      <div class={`chart ${hasXAxis ? 'with-axis' : ''}`} ref={holder} />
    </figure>
  );
}

const sizeOf = (element: HTMLElement) => ({
  width: element.clientWidth,
  height: Math.max(40, element.clientHeight),
});

/** uPlot follows a mouse; of a finger it would see taps alone, as if a mouse came and left. */
function followFinger({ over, posToIdx }: uPlot, onPlace: (index: number) => void): void {
  const follow = ({ pointerType, clientX }: PointerEvent) => {
    if (pointerType === 'touch') onPlace(posToIdx(clientX - over.getBoundingClientRect().left));
  };
  over.addEventListener('pointerdown', follow);
  over.addEventListener('pointermove', follow);
  over.addEventListener('touchend', (event) => event.cancelable && event.preventDefault()); // no events of a mouse follow
  let begun = { clientX: 0, clientY: 0 };
  over.addEventListener('touchstart', ({ touches }) => {
    begun = touches[0]!;
  });
  // to the browser a quick drag across is a fling, and a tap right after it only ends that; up and down it still scrolls
  const keepAcross = (event: TouchEvent) => {
    const { clientX, clientY } = event.touches[0]!;
    const isAcross = Math.abs(clientX - begun.clientX) > Math.abs(clientY - begun.clientY);
    if (isAcross && event.cancelable) event.preventDefault();
  };
  over.addEventListener('touchmove', keepAcross, { passive: false });
}

/** The pointer is in the chart: the map shows the place on the chosen route. */
function pointAtSample(
  place: number | null | undefined,
  kind: Axis,
  from: 'profile' | 'table' = 'profile',
): void {
  const route = state.chosenRoute.peek();
  if (place === null || place === undefined) {
    if (state.pointed.peek()?.from === 'profile') state.pointed.value = null;
  } else if (route) {
    state.pointed.value = { line: route.line, metres: metresAt(route, kind, place), from };
  }
}

/** The pointer is on a route in the map: the chart's cursor goes there. */
function followMap(chart: uPlot | null, kind: Axis, pointed: typeof state.pointed.value): void {
  if (!chart || pointed?.from === 'profile') return;
  const route = pointed && state.lines.peek().find(({ line }) => line === pointed.line);
  if (!pointed || !route) {
    chart.setCursor({ left: -10, top: -10 }, false);
    return;
  }
  const place = placeAt(route, kind, pointed.metres);
  const shown = kind === 'distance' ? distanceIn(state.units.peek(), place) : place;
  chart.setCursor({ left: chart.valToPos(shown, 'x'), top: 10 }, false);
}

interface ChartTexts {
  readonly hasXAxis: boolean;
  readonly limit: number | null;
  readonly span: number;
  readonly onPlace: (index: number | null) => void;
}

function options(element: HTMLElement, routes: readonly ShownRoute[], texts: ChartTexts): uPlot.Options {
  const style = getComputedStyle(element);
  const ink = style.getPropertyValue('--ink').trim();
  const problem = style.getPropertyValue('--problem').trim();
  const rule = style.getPropertyValue('--rule').trim();
  const axisStyle = {
    stroke: ink,
    grid: { stroke: rule, width: 1 },
    ticks: { stroke: rule, width: 1, size: 4 },
    gap: 3,
    font: '11px system-ui',
  };
  return {
    ...sizeOf(element),
    legend: { show: false },
    // alike in all charts, so that one lies exactly above the other
    padding: [17, 14, texts.hasXAxis ? 0 : 4, 0],
    scales: {
      x: { time: false },
      y: {
        range: (_, least, greatest) => [
          Math.min(0, 1.05 * least),
          Math.max(texts.span, 1.05 * greatest) || 1,
        ],
      },
    },
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: pointers.key } },
    axes: [
      texts.hasXAxis
        ? { ...axisStyle, size: 22, values: numbers }
        : { ...axisStyle, ticks: { show: false }, size: 0, values: () => [] },
      {
        ...axisStyle,
        size: 40,
        incrs: STEPS,
        space: (_, __, ___, ____, pixels) => spaceOn(pixels),
        values: numbers,
      },
    ],
    series: [
      {},
      ...routes.map(({ line, label }) => ({
        label,
        stroke: chartColour(line, style),
        width: 2,
        dash: [...LINES[line].dash],
        points: { show: false },
        spanGaps: false,
      })),
      ...(texts.limit === null
        ? []
        : [{ label: 'limit', stroke: problem, width: 1.5, dash: [4, 3], points: { show: false } }]),
    ],
    hooks: {
      setCursor: [(chart) => texts.onPlace(chart.cursor.left! >= 0 ? (chart.cursor.idx ?? null) : null)],
    },
  };
}

/** Steps between numbers close enough to each other that low charts have three of them as a rule. */
const STEPS = [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000].flatMap((power) =>
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((each) => Number((each * power).toPrecision(2))),
);
/** Pixels from number to number on an axis of so many; they are 11 high. */
const spaceOn = (pixels: number): number => Math.max(13, Math.min(22, 0.4 * pixels));

/** Numbers as everywhere on the page. */
const numbers = (_: uPlot, splits: number[]): string[] => {
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6;
  const digits = [0, 1, 2].find((each) => splits.every((value) => isWhole(value * 10 ** each))) ?? 3;
  return splits.map((value) => formatNumber(value, digits));
};

/** On dark paper the dark lines take the page's ink. */
function chartColour(line: keyof typeof LINES, style: CSSStyleDeclaration): string {
  return style.getPropertyValue(`--line-${line}`).trim() || LINES[line].colour;
}
