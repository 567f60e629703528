import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import * as state from '../state/state.ts';
import { consumptionRateUnit, speedIn, speedUnit } from '../units.ts';
import type { Vehicle } from './vehicle-fields.ts';

const THICKNESSES_M = [0.3, 0.6, 1, 1.5];
const HEIGHT_PX = 170;

/** Speed (left) and consumption (right) of a vehicle against ice concentration. */
export function CurvesChart({ vehicle }: { vehicle: Vehicle }) {
  const holder = useRef<HTMLDivElement>(null);
  const [thickness, setThickness] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const units = state.units.value;
  const theme = state.theme.value;
  useEffect(() => {
    let chart: uPlot | null = null;
    let stopped = false;
    draw(holder.current!, vehicle, thickness).then(
      (drawn) => {
        if (stopped) drawn.destroy();
        else chart = drawn;
        setProblem(null);
      },
      (error: Error) => setProblem(error.message),
    );
    return () => {
      stopped = true;
      chart?.destroy();
    };
  }, [vehicle, thickness, units, theme]);
  return (
    <figure class="curves">
      <figcaption>
        Against ice of{' '}
        <select
          aria-label="Thickness of the ice"
          value={thickness}
          onChange={(event) => setThickness(Number(event.currentTarget.value))}
        >
          {THICKNESSES_M.map((metres) => (
            <option key={metres} value={metres}>
              {metres} m
            </option>
          ))}
        </select>
      </figcaption>
      {problem && <p class="field-problem">{problem}</p>}
      <div ref={holder} />
    </figure>
  );
}

async function draw(element: HTMLElement, vehicle: Vehicle, thickness: number): Promise<uPlot> {
  const { vehicleCurves } = await import('./vehicle-curves.ts');
  const { consumes, concentration, speedKmh, perDay } = vehicleCurves(vehicle, thickness);
  const units = state.units.peek();
  const speeds = speedKmh.map((speed) => (speed === null ? null : speedIn(units, speed / 3.6)));
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = (label: string, more: Partial<uPlot.Axis>): uPlot.Axis => ({
    label,
    labelSize: 14,
    labelFont: '11px system-ui',
    font: '11px system-ui',
    stroke: colour('--ink'),
    grid: { stroke: colour('--rule'), width: 1 },
    ticks: { size: 4 },
    gap: 3,
    ...more,
  });
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, speed: { range: [0, null] }, rate: { range: [0, null] } },
      axes: [
        axis('Ice concentration, %', { size: 24 }),
        axis(`Speed, ${speedUnit(units)} (solid)`, { scale: 'speed', size: 34 }),
        axis(`${consumptionRateUnit(consumes)} (dashed)`, {
          scale: 'rate',
          side: 1,
          size: 38,
          grid: { show: false },
        }),
      ],
      series: [
        {},
        { scale: 'speed', stroke: colour('--line-traveltime'), width: 2, points: { show: false } },
        { scale: 'rate', stroke: colour('--line-fuel'), width: 2, dash: [6, 4], points: { show: false } },
      ],
    },
    [concentration, speeds, perDay],
    element,
  );
}
