import { CLOSED_REASONS } from '../engine/mesh/environment.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Chart } from './chart.ts';
import type { Swatch } from './legend.ts';
import type { Rectangle } from './outline.ts';

/** Open cells by ice concentration, from so many per cent on. */
const OPEN = [
  { from: 0, fill: '#ecf4f7', name: 'open water' },
  { from: 15, fill: '#d7e0eb', name: 'ice from 15 %' },
  { from: 40, fill: '#c0cadf', name: 'ice from 40 %' },
  { from: 60, fill: '#a9b4d2', name: 'ice from 60 %' },
];

const CLOSED = { fill: '#cdc2a5', name: 'closed: land or shoal' };
const CLOSED_BY_ICE = { fill: '#7f8cb4', name: 'closed: ice' };
const CLOSED_OTHERWISE = { fill: '#d0aeb0', name: 'closed: waves, zone or risk' };

/**
 * Draws the cells that a chart shows; returns the legend to the colours that it took.
 *
 * @param detail to how many pixels the borders of cells are rounded
 */
export function drawIce(chart: Chart, mesh: Mesh, detail = 0.1): Swatch[] {
  const swatches: Swatch[] = [...OPEN, CLOSED, CLOSED_BY_ICE, CLOSED_OTHERWISE];
  const rectangles = new Map(swatches.map((swatch): [Swatch, Rectangle[]] => [swatch, []]));
  for (let cell = 0; cell < mesh.cellCount; cell++) {
    const rectangle = rectangleOf(mesh, cell);
    if (chart.shows(rectangle)) rectangles.get(swatchOf(mesh, cell))!.push(rectangle);
  }
  const shown = swatches.filter((swatch) => rectangles.get(swatch)!.length > 0);
  for (const swatch of shown) chart.cells(rectangles.get(swatch)!, swatch.fill, detail);
  return shown;
}

function swatchOf(mesh: Mesh, cell: number): Swatch {
  if (cell < mesh.openCount) {
    const percent = mesh.environment.columns.iceConcentration?.[cell] || 0;
    return OPEN.findLast(({ from }) => percent >= from) ?? OPEN[0]!;
  }
  const reason = CLOSED_REASONS[mesh.closedReason[cell]!];
  if (reason === 'ice') return CLOSED_BY_ICE;
  return reason === 'waves' || reason === 'zone' || reason === 'risk' ? CLOSED_OTHERWISE : CLOSED;
}

/** A cell of the mesh, degrees. */
export function rectangleOf({ bounds }: Mesh, cell: number): Rectangle {
  return [...bounds.subarray(4 * cell, 4 * cell + 4)] as unknown as Rectangle;
}
