import { signal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { LINES } from '../map/palette.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { distanceIn, distanceUnit } from '../units.ts';
import { type Axis, metresAt, placeAt, type Quantity, quantitiesOf, sampleProfiles } from './profile-data.ts';

const quantityId = signal('speed');
const axis = signal<Axis>('distance');

/** A quantity along the routes; the pointer shows the same place on the map. */
export function Profile() {
  const sea = state.sea.value;
  const routes = state.lines.value;
  if (!sea || routes.length === 0) return null;
  const quantities = quantitiesOf(routes, sea.mesh);
  const quantity = quantities.find(({ id }) => id === quantityId.value) ?? quantities[0]!;
  return (
    <div class="profile">
      <div class="row profile-controls">
        <fieldset class="tabs small" aria-label="Quantity">
          {quantities.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === quantity.id}
              onClick={() => {
                quantityId.value = id;
              }}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <select
          aria-label="Axis"
          value={axis.value}
          onChange={(event) => {
            axis.value = event.currentTarget.value as Axis;
          }}
        >
          <option value="distance">by distance</option>
          <option value="time">by time</option>
        </select>
      </div>
      <Chart quantity={quantity} routes={routes} />
    </div>
  );
}

function Chart({ quantity, routes }: { quantity: Quantity; routes: readonly ShownRoute[] }) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ chart: uPlot; places: number[] } | null>(null);
  const { mesh } = state.sea.value!;
  const units = state.units.value;
  const kind = axis.value;
  const theme = state.theme.value;
  const lines = routes.map(({ line }) => line).join();
  // a new chart only for other lines, units or colours; while the hand moves, its data change
  useEffect(() => {
    const element = holder.current!;
    const chart = new uPlot(
      options(element, routes, {
        yLabel: [quantity.label, quantity.unit(units, mesh)].filter(Boolean).join(', '),
        xLabel: kind === 'distance' ? `Distance, ${distanceUnit(units)}` : 'Days under way',
        onPlace: (index) => pointAtSample(index === null ? null : drawn.current!.places[index], kind),
      }),
      [[], ...routes.map(() => [])],
      element,
    );
    drawn.current = { chart, places: [] };
    const observer = new ResizeObserver(() => chart.setSize(sizeOf(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      drawn.current = null;
    };
  }, [quantity.id, lines, mesh, units, kind, theme]);
  useEffect(() => {
    const values = routes.map((route) => quantity.ofLegs(route, mesh, units));
    const { places, series } = sampleProfiles(routes, values, kind);
    const shown = kind === 'distance' ? places.map((metres) => distanceIn(units, metres)) : places;
    drawn.current!.places = places;
    drawn.current!.chart.setData([shown, ...series]);
  }, [quantity.id, routes, mesh, units, kind, theme]);
  useSignalEffect(() => followMap(drawn.current?.chart ?? null, state.pointed.value));
  return <div class="chart" ref={holder} />;
}

const sizeOf = (element: HTMLElement) => ({
  width: element.clientWidth,
  height: Math.max(80, element.clientHeight),
});

/** The pointer is in the chart: the map shows the place on the chosen route. */
function pointAtSample(place: number | null | undefined, kind: Axis): void {
  const route = state.chosenRoute.peek();
  if (place === null || place === undefined) {
    if (state.pointed.peek()?.from === 'profile') state.pointed.value = null;
  } else if (route) {
    state.pointed.value = { line: route.line, metres: metresAt(route, kind, place), from: 'profile' };
  }
}

/** The pointer is on a route in the map: the chart's cursor goes there. */
function followMap(chart: uPlot | null, pointed: typeof state.pointed.value): void {
  if (!chart || pointed?.from === 'profile') return;
  const route = pointed && state.lines.peek().find(({ line }) => line === pointed.line);
  if (!pointed || !route) {
    chart.setCursor({ left: -10, top: -10 }, false);
    return;
  }
  const place = placeAt(route, axis.peek(), pointed.metres);
  const shown = axis.peek() === 'distance' ? distanceIn(state.units.peek(), place) : place;
  chart.setCursor({ left: chart.valToPos(shown, 'x'), top: 10 }, false);
}

interface ChartTexts {
  readonly xLabel: string;
  readonly yLabel: string;
  readonly onPlace: (index: number | null) => void;
}

function options(element: HTMLElement, routes: readonly ShownRoute[], texts: ChartTexts): uPlot.Options {
  const style = getComputedStyle(element);
  const ink = style.getPropertyValue('--ink').trim();
  const rule = style.getPropertyValue('--rule').trim();
  const axisStyle = {
    stroke: ink,
    grid: { stroke: rule, width: 1 },
    ticks: { stroke: rule, width: 1 },
    font: '11px system-ui',
  };
  return {
    ...sizeOf(element),
    legend: { show: false },
    scales: {
      x: { time: false },
      y: { range: (_, least, greatest) => [Math.min(0, least), 1.05 * greatest || 1] },
    },
    cursor: { y: false, drag: { x: false, y: false } },
    axes: [
      { ...axisStyle, label: texts.xLabel, labelSize: 16, labelFont: '11px system-ui', size: 26 },
      { ...axisStyle, label: texts.yLabel, labelSize: 16, labelFont: '11px system-ui', size: 40 },
    ],
    series: [
      {},
      ...routes.map(({ line }) => ({
        label: LINES[line].label,
        stroke: chartColour(line, style),
        width: 2,
        dash: [...LINES[line].dash],
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      setCursor: [(chart) => texts.onPlace(chart.cursor.left! >= 0 ? (chart.cursor.idx ?? null) : null)],
    },
  };
}

/** On dark paper the dark lines take the page's ink. */
function chartColour(line: keyof typeof LINES, style: CSSStyleDeclaration): string {
  return style.getPropertyValue(`--line-${line}`).trim() || LINES[line].colour;
}
