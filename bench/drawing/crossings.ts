/** How a route is found, step by step, on a mesh small enough to see every cell. */

import { Chart } from '../../lib/chart/chart.ts';
import { colours } from '../../lib/chart/colours.ts';
import { drawIce, rectangleOf } from '../../lib/chart/ice-cells.ts';
import type { Rectangle } from '../../lib/chart/outline.ts';
import type { Position } from '../../lib/chart/projection.ts';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { RADIANS } from '../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { layOutPatch } from '../../lib/engine/search/patch.ts';
import { randomMesh } from '../../test/engine/random-mesh.ts';

const ROUTE = colours.fastest;
const POINT = colours.leastConsumption;
const WIDTH = 350;
const GAP = 10;

/** A mesh with an island between the ends of the route, and ice. */
const SEED = 1;

export function drawCrossings(seed = SEED): string {
  const { source } = randomMesh(seed, {
    cells: 60,
    place: 'region',
    currents: 'none',
    headings: 'alike',
    closed: 'islands',
  });
  const mesh = openMesh(compileMesh(source));
  const region = extentOf(source.bounds);
  const inset = (part: number, low: number, high: number) => low + part * (high - low);
  const start = { lat: inset(0.07, region[1], region[3]), lon: inset(0.08, region[0], region[2]) };
  const end = { lat: inset(0.92, region[1], region[3]), lon: inset(0.93, region[0], region[2]) };
  const route = planRoute(mesh, start, end).routes[0]!;
  const panel = (title: string, subtitle: string, draw: (chart: Chart) => void) => {
    const [west, south, east, north] = region;
    const corners = [
      [west, south],
      [east, north],
    ] as const;
    const chart = new Chart(corners, WIDTH);
    drawIce(chart, mesh);
    chart.cellBorders(
      Array.from({ length: mesh.cellCount }, (_, cell) => rectangleOf(mesh, cell)),
      colours.ink,
      0.35,
    );
    draw(chart);
    for (const end of [route.track.coordinates[0]!, route.track.coordinates.at(-1)!]) {
      chart.dot(end, 5.5, colours.ink);
    }
    return { chart, svg: chart.svg(title, subtitle) };
  };
  const cells = Int32Array.from({ length: mesh.openCount }, (_, cell) => cell);
  const { λ, φ } = layOutPatch(mesh, cells, () => [1, 2, 3, 4, 5, 6, 7].map((k) => k / 8));
  const drawLine = (
    chart: Chart,
    points: readonly Position[],
    stroke: string = ROUTE,
    width = 2.4,
    dash?: string,
  ) => chart.routes([{ points, style: { stroke, width, ...(dash && { dash }) } }]);
  const panels = [
    panel('1  Search', 'from point to point on borders', (chart) => {
      for (let p = 0; p < λ.length; p++) chart.dot([λ[p]! / RADIANS, φ[p]! / RADIANS], 1.1, POINT, 'none', 0);
      drawLine(chart, route.unsmoothed.coordinates);
    }),
    panel('2  Refine', 'crossings slide, pass corners', (chart) => {
      drawLine(chart, route.unsmoothed.coordinates, POINT, 1.2, '4 4');
      drawLine(chart, route.track.coordinates);
      for (const at of route.track.coordinates) chart.dot(at, 3, ROUTE, '#fff', 1.2);
    }),
    panel('3  Sail', 'few waypoints, 0.1 % at most', (chart) => {
      drawLine(chart, route.sailing.coordinates);
      for (const at of route.sailing.coordinates) chart.dot(at, 4.5, ROUTE);
    }),
  ];
  return beside(panels);
}

function beside(panels: readonly { chart: Chart; svg: string }[]): string {
  const width = panels.length * WIDTH + (panels.length - 1) * GAP;
  const { height } = panels[0]!.chart;
  const placed = panels.map(({ svg }, i) =>
    svg.replace('<svg ', `<svg x="${i * (WIDTH + GAP)}" y="0" width="${WIDTH}" height="${height}" `),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">\n<title>Search, refine, sail</title>\n${placed.join('')}</svg>\n`;
}

function extentOf(bounds: Float64Array): Rectangle {
  const side = (k: number, pick: (...values: number[]) => number) =>
    pick(...bounds.filter((_, i) => i % 4 === k));
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}
