/** The chart of a calculated route, for a report or an e-mail: sea, ice, land, all routes and their waypoints. */

import type { Mesh } from '../engine/mesh/mesh.ts';
import { describeEmissions, describeTotals } from '../route-files/describe-totals.ts';
import { passagePlan } from '../route-files/passage-plan.ts';
import type { RouteEntry } from '../route-files/route-entry.ts';
import { formatPosition } from '../route-files/shown-text.ts';
import { countsWithin } from '../zones/in-season.ts';
import type { Zone } from '../zones/zone.ts';
import { alongRhumbLines } from './along-rhumb-lines.ts';
import { Chart } from './chart.ts';
import { colours } from './colours.ts';
import { drawIce } from './ice-cells.ts';
import {
  type FrameCorner,
  LEGEND_WIDTH,
  type LegendLine,
  type LineStyle,
  legend,
  legendHeight,
  legendPlace,
  type Swatch,
} from './legend.ts';
import type { Position } from './projection.ts';
import { drawZones, nameZones } from './zone-areas.ts';

export const CHART_WIDTH = 820;
/** A chart stays below this, so that it can be mailed. */
const MAX_BYTES = 480_000;
/** To how many pixels the borders of cells are rounded: coarser on meshes of very many cells. */
const DETAILS = [0.1, 0.5, 1, 2, 4];

export interface RouteChart {
  /** The entries of a route document. */
  readonly routes: readonly RouteEntry[];
  /** The mesh that they lead through; null where it is not at hand: then the chart shows land alone. */
  readonly mesh: Mesh | null;
  /** Those whose season is another than that of the voyage are left out. */
  readonly zones?: readonly Zone[];
  /** What is written below the title; by default the name of the mesh and its days. */
  readonly caption?: string;
}

const STYLES: Record<RouteEntry['type'], LineStyle> = {
  traveltime: { stroke: colours.fastest, width: 3 },
  fuel: { stroke: colours.leastConsumption, width: 3, dash: '7 6' },
  battery: { stroke: colours.leastConsumption, width: 3, dash: '7 6' },
  within: { stroke: colours.within, width: 3, dash: '2 5' },
  cost: { stroke: colours.leastMoney, width: 3, dash: '10 4 2 4' },
};
const NAMES: Record<RouteEntry['type'], string> = {
  traveltime: 'Fastest',
  fuel: 'Least fuel',
  battery: 'Least battery',
  within: 'Within the limit',
  cost: 'Least money',
};

export function drawRouteChart(input: RouteChart): string {
  if (!input.mesh) return draw(input, 0.1);
  const bytes = (svg: string) => new TextEncoder().encode(svg).length;
  for (const detail of DETAILS) {
    const svg = draw(input, detail);
    if (bytes(svg) <= MAX_BYTES) return svg;
  }
  return draw({ ...input, mesh: null }, 0.1);
}

function draw({ routes, mesh, zones = [], caption }: RouteChart, detail: number): string {
  const lines = routes.map(({ path }) => path.features[0]!.geometry.coordinates);
  const others = routes.flatMap(({ type, alternatives = [] }) =>
    alternatives.map(({ path }) => ({
      points: path.features[0]!.geometry.coordinates,
      style: { ...STYLES[type], width: 1.2 },
    })),
  );
  const chart = new Chart([...lines, ...others.map(({ points }) => points)].flat(), CHART_WIDTH);
  const swatches = mesh ? drawIce(chart, mesh, detail) : [];
  chart.land();
  chart.graticule();
  const [departure, days] = [routes[0]!.departure ?? null, Math.max(...routes.map(daysOf))];
  const heeded = zones.filter((zone) => countsWithin(zone, departure, days));
  const kinds = drawZones(chart, heeded);
  chart.routes(others);
  chart.routes(routes.map(({ type }, i) => ({ points: lines[i]!, style: STYLES[type] })));
  for (const route of [...routes].reverse()) drawWaypoints(chart, route);
  // not only where they turn: a long leg may lie below the legend too
  const along = lines.flatMap((line) => alongRhumbLines(line, true));
  const land = { fill: colours.land, name: 'land' };
  addLegend(chart, along, routes.map(legendLine), [...swatches, land, ...kinds]);
  drawEnds(chart, routes[0]!);
  nameZones(chart, heeded);
  chart.scaleBar();
  const below = caption ?? meshLine(routes[0]!);
  return chart.svg(titleOf(routes[0]!), `${below} · ${chart.projection.kind} projection`);
}

const daysOf = ({ waypoints: { sailing } }: RouteEntry): number => sailing.traveltime.at(-1)!;

function drawWaypoints(chart: Chart, route: RouteEntry): void {
  const { waypoints } = passagePlan(route, { points: 'sailing', departure: null });
  for (const { lon, lat } of waypoints)
    chart.dot([lon, lat], 3.2, STYLES[route.type].stroke, colours.paper, 1);
}

function drawEnds(chart: Chart, route: RouteEntry): void {
  const {
    waypoints: { start, end },
    path,
  } = route;
  const { coordinates } = path.features[0]!.geometry;
  // where a name has no room, they are called as in the schedule
  const ends = [
    { at: coordinates[0]!, name: start.name || 'Start', short: 'A' },
    { at: coordinates.at(-1)!, name: end.name || 'End', short: 'B' },
  ];
  const centre = chart.projection.frame.left + chart.projection.frame.width / 2;
  // a round trip begins where it ends
  const places = new Map([...ends, ...stopsOf(route)].map((each) => [`${each.name} ${each.at}`, each]));
  for (const { at } of places.values()) chart.mark(at);
  for (const { at, name, short } of places.values()) {
    const isRight = (chart.projection.project(at)?.[0] ?? 0) > centre;
    const [left, right] = [
      { dx: -12, dy: 5, anchor: 'end' } as const,
      { dx: 12, dy: 5, anchor: 'start' } as const,
    ];
    const [first, second] = isRight ? [left, right] : [right, left];
    const beyond = [-12, 22].map((dy) => ({ dx: 0, dy, anchor: 'middle' }) as const);
    chart.label(at, [name, short], first, second, ...beyond);
  }
}

/** Between start and end. */
const stopsOf = ({ stops = [] }: RouteEntry) =>
  stops.slice(1, -1).map(({ lon, lat, name }, k) => ({
    at: [lon, lat] as const,
    name: name ?? 'Stop',
    short: String(k + 1),
  }));

function legendLine(route: RouteEntry): LegendLine {
  const plan = passagePlan(route, { points: 'all', departure: null });
  return {
    style: STYLES[route.type],
    name: NAMES[route.type],
    value: describeTotals(plan),
    detail: describeEmissions(plan),
  };
}

/** Puts the legend into a corner of the frame in which it hides nothing of the routes, or else below it; names keep off it. */
export function addLegend(
  chart: Chart,
  shown: readonly Position[],
  lines: readonly LegendLine[],
  swatches: readonly Swatch[],
): void {
  const { frame, project } = chart.projection;
  const height = legendHeight(lines, swatches);
  const pixels = shown.map(project).filter((at) => at !== null);
  const place =
    CORNERS.map((corner) => legendPlace(corner, frame, height)).find(([x, y]) =>
      pixels.every(
        (at) => at[0] < x - 10 || at[0] > x + LEGEND_WIDTH + 10 || at[1] < y - 10 || at[1] > y + height + 10,
      ),
    ) ?? chart.roomBelow(height);
  const [x, y] = place;
  chart.keepFree([x, y, x + LEGEND_WIDTH, y + height]);
  chart.overlay(legend(place, lines, swatches));
}

const CORNERS: readonly FrameCorner[] = ['top right', 'top left', 'bottom right', 'bottom left'];

function titleOf({ waypoints: { start, end } }: RouteEntry): string {
  return [start, end].map((place) => place.name || formatPosition(place)).join(' to ');
}

function meshLine({ mesh: { name, validDateStart, validDateEnd } }: RouteEntry): string {
  const days = [validDateStart, validDateEnd].filter((day) => day !== null);
  return days.length === 0 ? `Mesh ${name}` : `Mesh ${name}, ${[...new Set(days)].join(' to ')}`;
}
