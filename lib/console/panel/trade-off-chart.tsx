import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { CurvePoint } from '../engine/protocol.ts';
import { consumptionUnit } from '../state/consumption.ts';
import * as state from '../state/state.ts';
import { consumptionAt, curveHours, moveAlongCurve, releaseCurve } from '../state/trade-off.ts';

const HOURS_PER_DAY = 24;
const HEIGHT_PX = 170;
/** Parts of the curve that an arrow key and a page key move by. */
const [STEP, PAGE] = [0.01, 0.1];

/** Fuel against time, with a point that is taken by mouse, finger or arrow keys; the route follows it. */
export function TradeOffChart({ points }: { points: readonly CurvePoint[] }) {
  const holder = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | null>(null);
  const theme = state.theme.value;
  const unit = consumptionUnit.value;
  const hours = points.map(({ days }) => HOURS_PER_DAY * days);
  const [shortest, longest] = [hours[0]!, hours.at(-1)!];
  const now = curveHours.value ?? shortest;
  const consumption = consumptionAt(points, now / HOURS_PER_DAY);
  const placeHandle = () => {
    const chart = drawn.current;
    const element = handle.current;
    if (!chart || !element) return;
    const { left, top } = chart.over.getBoundingClientRect();
    const from = holder.current!.getBoundingClientRect();
    element.style.left = `${left - from.left + chart.valToPos(now, 'x')}px`;
    element.style.top = `${top - from.top + chart.valToPos(consumption, 'y')}px`;
  };
  const place = useRef(placeHandle);
  place.current = placeHandle;
  useEffect(() => {
    const element = holder.current!;
    const chart = new uPlot(
      optionsOf(element, unit),
      [hours, points.map((point) => point.consumption)],
      element,
    );
    drawn.current = chart;
    const observer = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: HEIGHT_PX });
      place.current();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      drawn.current = null;
    };
  }, [points, theme, unit]);
  useEffect(placeHandle, [points, theme, unit, now]);
  const moveTo = (to: number) => moveAlongCurve(Math.min(longest, Math.max(shortest, to)));
  const follow = (event: PointerEvent) => {
    const chart = drawn.current!;
    moveTo(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x'));
  };
  const isHeld = useRef(false);
  return (
    <div
      class="trade-off"
      ref={holder}
      role="slider"
      tabIndex={0}
      aria-label="Time at sea, on the curve of fuel against time"
      aria-valuemin={round(shortest)}
      aria-valuemax={round(longest)}
      aria-valuenow={round(now)}
      aria-valuetext={`${formatDuration(now / HOURS_PER_DAY)}, ${formatNumber(consumption, 1)} ${unit}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isHeld.current = true;
        follow(event);
      }}
      onPointerMove={(event) => isHeld.current && follow(event)}
      onPointerUp={() => {
        isHeld.current = false;
        releaseCurve();
      }}
      onPointerCancel={() => {
        isHeld.current = false;
        releaseCurve();
      }}
      onKeyDown={(event) => {
        const to = timeOfKey(event.key, now, shortest, longest);
        if (to === null) return;
        event.preventDefault();
        moveTo(to);
      }}
      onKeyUp={(event) => timeOfKey(event.key, now, shortest, longest) !== null && releaseCurve()}
    >
      <div class="trade-off-handle" ref={handle} aria-hidden="true" />
    </div>
  );
}

const round = (hours: number): number => Math.round(100 * hours) / 100;

/** As of a slider in the ARIA patterns; null of a key that moves none. */
function timeOfKey(key: string, now: number, shortest: number, longest: number): number | null {
  if (key === 'Home') return shortest;
  if (key === 'End') return longest;
  const part = {
    ArrowRight: STEP,
    ArrowUp: STEP,
    ArrowLeft: -STEP,
    ArrowDown: -STEP,
    PageUp: PAGE,
    PageDown: -PAGE,
  }[key];
  return part === undefined ? null : now + part * (longest - shortest);
}

function optionsOf(element: HTMLElement, unit: string): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--ink'),
    grid: { stroke: colour('--rule'), width: 1 },
    ticks: { stroke: colour('--rule'), width: 1 },
    font: '11px system-ui',
    values: (_: uPlot, splits: number[]) =>
      splits.map((value) => formatNumber(value, Number.isInteger(value) ? 0 : 1)),
  };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { show: false },
    padding: [10, 12, 0, 0],
    scales: { x: { time: false } },
    axes: [
      { ...axis, label: 'Hours at sea', labelSize: 16, labelFont: '11px system-ui', size: 30 },
      {
        ...axis,
        label: unit === 't' ? 'Fuel, t' : 'Battery, Ah',
        labelSize: 14,
        labelFont: '11px system-ui',
        size: 40,
        space: 22,
      },
    ],
    series: [
      {},
      {
        stroke: colour('--line-within') || colour('--accent'),
        width: 2.5,
        points: { size: 5, fill: colour('--ink') },
      },
    ],
  };
}
