/**
 * Draws the pictures of docs/engine.md from real routes: ours, the published one, the cells underneath.
 *
 *     npm run draw
 */
import { writeFileSync } from 'node:fs';
import { costsFor } from '../lib/engine/cost/cost.ts';
import { evaluatePath } from '../lib/engine/path/evaluate.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import {
  hasReference,
  referenceMesh,
  referenceRoutes,
  referenceSource,
  SKIP_REASON,
} from '../test/engine/reference.ts';
import { drawCells, type Swatch } from './drawing/cells.ts';
import { Chart, type Position } from './drawing/chart.ts';
import { drawCrossings } from './drawing/crossings.ts';
import type { Rectangle } from './drawing/outline.ts';

const OURS = '#d6283f';
const PUBLISHED = '#1c3f72';

interface RoutePicture {
  readonly file: string;
  readonly mesh: 'weddell-sea-8k' | 'antarctic-peninsula-4k';
  readonly pair: string;
  readonly title: string;
  readonly subtitle: string;
  readonly region: Rectangle;
  readonly width: number;
  readonly graticule: { lon: number; lat: number };
  readonly places: readonly { at: Position; name: string; dx?: number; dy?: number; anchor?: string }[];
  /** Corner of the map where the legend leaves the routes alone. */
  readonly legend: 'top right' | 'bottom right' | 'bottom left';
}

const PICTURES: readonly RoutePicture[] = [
  {
    file: 'falklands-rothera.svg',
    mesh: 'weddell-sea-8k',
    pair: 'falklands-rothera',
    title: 'Falklands to Rothera, the fastest way',
    subtitle: 'Weddell Sea, 8,302 cells, ice of 11–13 February 2024',
    region: [-70, -69, -45, -50.8],
    width: 820,
    graticule: { lon: 5, lat: 5 },
    places: [
      { at: [-58.24205, -51.99215], name: 'Falklands', dx: -12, dy: 16, anchor: 'end' },
      { at: [-68.02, -67.764], name: 'Rothera', dx: 14, dy: 16 },
    ],
    legend: 'top right',
  },
  {
    file: 'bird-signy.svg',
    mesh: 'weddell-sea-8k',
    pair: 'bird-signy',
    title: 'Bird Island to Signy, the fastest way',
    subtitle:
      'The corridor of the coarse search passes the South Orkneys in the west, and smoothing cannot leave it',
    region: [-48, -62, -33.5, -52.8],
    width: 820,
    graticule: { lon: 2, lat: 1 },
    places: [
      { at: [-38.1108, -54.1602], name: 'Bird Island', dx: -12, dy: -4, anchor: 'end' },
      { at: [-45.51178, -60.85944], name: 'Signy', dx: -12, dy: 18, anchor: 'end' },
    ],
    legend: 'bottom right',
  },
];

if (hasReference) for (const picture of PICTURES) drawRoutes(picture);
else console.log(`route pictures left as they are: ${SKIP_REASON}`);
write('crossings.svg', drawCrossings());

function drawRoutes(picture: RoutePicture): void {
  const { mesh: name, pair, region } = picture;
  const wanted = referenceRoutes(name).find(
    (route) => route.pair === pair && route.objective === 'traveltime',
  )!;
  const mesh = referenceMesh(name);
  const [ours] = planRoute(mesh, wanted.start, wanted.end).routes;
  const published = wanted.published.smoothed?.coordinates ?? wanted.published.coordinates!;
  const costs = costsFor(mesh, 'traveltime');
  const chart = new Chart(region, picture.width);
  const swatches = drawCells(chart, referenceSource(name));
  chart.graticule(picture.graticule);
  chart.line(published, PUBLISHED, 2.4, '7 5');
  chart.line(ours!.track.coordinates, OURS, 3);
  for (const { at, name: place, dx, dy, anchor } of picture.places) {
    chart.dot(at, 5.5, '#12263a');
    chart.label(at, place, dx, dy, anchor);
  }
  const publishedDays = evaluatePath(mesh, costs, published).timeDays.at(-1)!;
  drawLegend(chart, picture.legend, swatches, [
    { stroke: OURS, dash: '', text: 'Polynya', value: `${ours!.track.timeDays.at(-1)!.toFixed(3)} days` },
    { stroke: PUBLISHED, dash: '7 5', text: 'published method', value: `${publishedDays.toFixed(3)} days` },
  ]);
  write(picture.file, chart.svg(picture.title, picture.subtitle));
}

interface LegendLine {
  readonly stroke: string;
  readonly dash: string;
  readonly text: string;
  readonly value: string;
}

function drawLegend(
  chart: Chart,
  corner: RoutePicture['legend'],
  swatches: readonly Swatch[],
  lines: readonly LegendLine[],
): void {
  const width = 290;
  const height = 26 + 22 * lines.length + 19 * swatches.length;
  const x = corner.endsWith('right') ? chart.width - 24 - width - 14 : 56 + 14;
  const y = corner.startsWith('top') ? 74 + 14 : chart.height - 36 - height - 14;
  chart.raw(
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#fff" fill-opacity=".93" stroke="#12263a" stroke-opacity=".18"/>`,
  );
  lines.forEach(({ stroke, dash, text, value }, i) => {
    const at = y + 22 + 22 * i;
    const dashes = dash && ` stroke-dasharray="${dash}"`;
    chart.raw(
      `<path d="M${x + 14} ${at - 4}h28" stroke="${stroke}" stroke-width="3" stroke-linecap="round"${dashes}/>`,
    );
    chart.text(x + 52, at, text, 13, '#12263a', 600);
    chart.text(x + width - 14, at, value, 13, '#12263a', 600, 'end');
  });
  swatches.forEach(({ fill, name }, i) => {
    const at = y + 32 + 22 * lines.length + 19 * i;
    chart.raw(
      `<rect x="${x + 14}" y="${at - 10}" width="28" height="12" rx="2" fill="${fill}" stroke="#12263a" stroke-opacity=".2"/>`,
    );
    chart.text(x + 52, at, name);
  });
}

function write(file: string, svg: string): void {
  const url = new URL(`../docs/${file}`, import.meta.url);
  writeFileSync(url, svg);
  console.log(`docs/${file}: ${Math.ceil(svg.length / 1024)} KB`);
}
