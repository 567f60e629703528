import type { MeshSource } from '../../lib/engine/mesh/mesh-source.ts';
import type { Chart } from './chart.ts';
import type { Rectangle } from './outline.ts';

export interface Swatch {
  readonly fill: string;
  readonly name: string;
}

/** Open cells by ice concentration, from so many per cent on. */
const OPEN = [
  { from: 0, fill: '#b3d4e6', name: 'open water' },
  { from: 15, fill: '#cbe2ee', name: 'ice from 15 %' },
  { from: 40, fill: '#e1eff6', name: 'ice from 40 %' },
  { from: 60, fill: '#f6fafc', name: 'ice from 60 %' },
];

/** Cells that are closed to the vessel: by ice beyond its limit, else by depth. */
const CLOSED = [
  { from: 0, fill: '#77736a', name: 'closed: land or shoal' },
  { from: 80, fill: '#a9b4c6', name: 'closed: ice from 80 %' },
];

/** Draws the cells that a chart shows; returns the legend to the colours that it took. */
export function drawCells(chart: Chart, source: MeshSource): Swatch[] {
  const swatches = [...OPEN, ...CLOSED];
  const cells = swatches.map((): Rectangle[] => []);
  for (let row = 0; row < source.ids.length; row++) {
    const rectangle = rectangleOf(source, row);
    if (!chart.shows(rectangle)) continue;
    const kinds = source.accessible[row] ? OPEN : CLOSED;
    const kind = kinds.findLast(
      ({ from }) => (source.environment?.columns.iceConcentration?.[row] ?? 0) >= from,
    )!;
    cells[swatches.indexOf(kind)]!.push(rectangle);
  }
  swatches.forEach(({ fill }, k) => {
    if (cells[k]!.length > 0) chart.cells(cells[k]!, fill);
  });
  return swatches.filter((_, k) => cells[k]!.length > 0);
}

export function rectangleOf({ bounds }: MeshSource, row: number): Rectangle {
  return [...bounds.subarray(4 * row, 4 * row + 4)] as unknown as Rectangle;
}
