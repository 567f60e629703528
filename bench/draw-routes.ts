/**
 * Draws the pictures of docs/engine.md from real routes: ours, the published one, the cells underneath.
 *
 *     npm run draw
 */
import { writeFileSync } from 'node:fs';
import { Chart, type LabelPlace } from '../lib/chart/chart.ts';
import { colours } from '../lib/chart/colours.ts';
import { drawIce } from '../lib/chart/ice-cells.ts';
import type { LineStyle } from '../lib/chart/legend.ts';
import type { Rectangle } from '../lib/chart/outline.ts';
import type { Position } from '../lib/chart/projection.ts';
import { addLegend, CHART_WIDTH } from '../lib/chart/route-chart.ts';
import { costsFor } from '../lib/engine/cost/cost.ts';
import { evaluatePath } from '../lib/engine/path/evaluate.ts';
import { planRoute } from '../lib/engine/plan-route.ts';
import { hasReference, referenceMesh, referenceRoutes, SKIP_REASON } from '../test/engine/reference.ts';
import { drawCrossings } from './drawing/crossings.ts';

const OURS: LineStyle = { stroke: colours.fastest, width: 3 };
const PUBLISHED: LineStyle = { stroke: colours.leastConsumption, width: 2.4, dash: '7 5' };

interface RoutePicture {
  readonly file: string;
  readonly mesh: 'weddell-sea-8k' | 'antarctic-peninsula-4k';
  readonly pair: string;
  readonly title: string;
  readonly subtitle: string;
  readonly region: Rectangle;
  readonly places: readonly ({ readonly at: Position; readonly name: string } & LabelPlace)[];
}

const PICTURES: readonly RoutePicture[] = [
  {
    file: 'falklands-rothera.svg',
    mesh: 'weddell-sea-8k',
    pair: 'falklands-rothera',
    title: 'Falklands to Rothera, the fastest way',
    subtitle: 'Weddell Sea, 8,302 cells, ice of 11–13 February 2024',
    region: [-70, -69, -45, -50.8],
    places: [
      { at: [-58.24205, -51.99215], name: 'Falklands', dx: -12, dy: 16, anchor: 'end' },
      { at: [-68.02, -67.764], name: 'Rothera', dx: 14, dy: 16, anchor: 'start' },
    ],
  },
  {
    file: 'bird-signy.svg',
    mesh: 'weddell-sea-8k',
    pair: 'bird-signy',
    title: 'Bird Island to Signy, the fastest way',
    subtitle:
      'The corridor of the coarse search passes the South Orkneys in the west, and smoothing cannot leave it',
    region: [-48, -62, -33.5, -52.8],
    places: [
      { at: [-38.1108, -54.1602], name: 'Bird Island', dx: -12, dy: -4, anchor: 'end' },
      { at: [-45.51178, -60.85944], name: 'Signy', dx: -12, dy: 18, anchor: 'end' },
    ],
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
  const publishedDays = evaluatePath(mesh, costsFor(mesh, 'traveltime'), published).timeDays.at(-1)!;
  const lines = [
    {
      points: published,
      style: PUBLISHED,
      name: 'Published method',
      value: `${publishedDays.toFixed(3)} days`,
    },
    {
      points: ours!.track.coordinates,
      style: OURS,
      name: 'Polynya',
      value: `${ours!.track.timeDays.at(-1)!.toFixed(3)} days`,
    },
  ];
  const [west, south, east, north] = region;
  const chart = new Chart(
    [
      [west, south],
      [east, north],
    ],
    CHART_WIDTH,
  );
  const swatches = drawIce(chart, mesh);
  chart.land();
  chart.graticule();
  chart.routes(lines);
  for (const { at, name: place, ...beside } of picture.places) {
    chart.mark(at);
    chart.label(at, [place], beside);
  }
  chart.scaleBar();
  addLegend(
    chart,
    lines.flatMap(({ points }) => points),
    lines,
    [...swatches, { fill: colours.land, name: 'land' }],
  );
  write(picture.file, chart.svg(picture.title, picture.subtitle));
}

function write(file: string, svg: string): void {
  const url = new URL(`../docs/${file}`, import.meta.url);
  writeFileSync(url, svg);
  console.log(`docs/${file}: ${Math.ceil(svg.length / 1024)} KB`);
}
