/**
 * A chart as SVG: cells, land, graticule, lines and places in one projection, with a heading and a legend.
 *
 * Lines between positions are rhumb lines; those that are not straight in the projection are drawn through points in
 * between.
 */
import { geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import land50m from 'world-atlas/land-50m.json' with { type: 'json' };
import { alongRhumbLines } from './along-rhumb-lines.ts';
import { colours } from './colours.ts';
import { graticule } from './graticule.ts';
import type { LineStyle } from './legend.ts';
import { outlineOf, type Rectangle } from './outline.ts';
import { type ChartProjection, fitProjection, type Pixel, type Position } from './projection.ts';
import { scaleBar } from './scale-bar.ts';
import { element, pixel, text } from './svg.ts';

const MARGIN = { top: 74, right: 24, bottom: 36, left: 56 };

export interface LabelPlace {
  /** Pixels right of the place. */
  readonly dx: number;
  /** Pixels below it. */
  readonly dy: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Of names of places, pixels. */
const LABEL_SIZE = 14;
/** The rest of longer names is left out. */
const MOST_LETTERS = 32;
/** Of places that have a name, pixels. */
const MARK_RADIUS = 5.5;

/** Width of a letter as a fraction of its size, about: fonts differ. */
const LETTER_WIDTH = 0.62;
/** The same of headings, which may come near the border of the drawing. */
const HEADING_WIDTH = 0.55;

/** What a name covers. */
function labelBox([x, y]: Pixel, name: string, { dx, dy, anchor }: LabelPlace): Box {
  const width = LETTER_WIDTH * LABEL_SIZE * name.length;
  const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
  return [left, y + dy - LABEL_SIZE, left + width, y + dy + 0.3 * LABEL_SIZE];
}

/** A text without what has no room. */
function cut(content: string, most: number): string {
  return content.length > most ? `${content.slice(0, most)}…` : content;
}

const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

export class Chart {
  readonly width: number;
  height: number;
  readonly projection: ChartProjection;
  /** What lies inside the frame, in the order in which it is drawn. */
  private readonly inside: string[] = [];
  /** What names keep off: each other, the places themselves, the legend. */
  private readonly taken: Box[] = [];
  /** What lies over the frame and around it. */
  private readonly around: string[] = [];

  /** @param shown positions that must be seen; @param width of the whole drawing, pixels */
  constructor(shown: readonly Position[], width: number) {
    this.width = width;
    this.projection = fitProjection(shown, {
      left: MARGIN.left,
      top: MARGIN.top,
      width: width - MARGIN.left - MARGIN.right,
    });
    this.height = this.projection.frame.height + MARGIN.top + MARGIN.bottom;
  }

  /** Whether any of a rectangle of degrees may be seen. */
  shows([west, south, east, north]: Rectangle): boolean {
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ] as const;
    const pixels = corners.map((corner) => this.projection.project(corner));
    const { left, top, width, height } = this.projection.frame;
    const xs = pixels.map((at) => at?.[0] ?? Number.NaN);
    const ys = pixels.map((at) => at?.[1] ?? Number.NaN);
    // a cell's sides may bulge beyond its corners by a little
    const slack = Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
    return (
      Math.min(...xs) - slack < left + width &&
      Math.max(...xs) + slack > left &&
      Math.min(...ys) - slack < top + height &&
      Math.max(...ys) + slack > top
    );
  }

  /** Fills cells with one colour, as one path without the sides that they share. */
  cells(rectangles: readonly Rectangle[], fill: string, detail = 0.1): void {
    const loops = outlineOf(rectangles).map((loop) => this.loop(loop, detail));
    this.inside.push(element('path', { fill, 'fill-rule': 'evenodd', d: loops.join('') }));
  }

  /** Fills what rings enclose, but for their holes; within an outline palely, so that the sea below is seen. */
  area(rings: readonly (readonly Position[])[], fill: string, outline?: LineStyle): void {
    const loops = rings.map((ring) => this.loop(ring));
    const border = outline && {
      'fill-opacity': 0.16,
      stroke: outline.stroke,
      'stroke-width': outline.width,
      'stroke-dasharray': outline.dash,
    };
    this.inside.push(element('path', { fill, 'fill-rule': 'evenodd', ...border, d: loops.join('') }));
  }

  /** The sides of cells, thin. */
  cellBorders(rectangles: readonly Rectangle[], stroke: string, width: number): void {
    const loops = rectangles.map(([west, south, east, north]) =>
      this.loop([
        [west, north],
        [east, north],
        [east, south],
        [west, south],
      ]),
    );
    this.inside.push(element('path', { fill: 'none', stroke, 'stroke-width': width, d: loops.join('') }));
  }

  /** Land, from Natural Earth 1:50m. */
  land(): void {
    const shapes = feature(land50m, land50m.objects.land);
    const d = geoPath(this.projection.geo).digits(1)(shapes);
    if (d)
      this.inside.push(
        element('path', { fill: colours.land, stroke: colours.coast, 'stroke-width': 0.5, d }),
      );
  }

  /** Meridians and parallels, named in the margin. */
  graticule(): void {
    const { lines, labels } = graticule(this.projection);
    const d = lines.map((line) => this.line(line)).join('');
    this.inside.push(
      element('path', { fill: 'none', stroke: colours.ink, 'stroke-opacity': 0.18, 'stroke-width': 0.7, d }),
    );
    this.around.push(...labels);
  }

  scaleBar(): void {
    this.around.push(scaleBar(this.projection));
  }

  /** Lines of rhumb lines, the last on top; pale casings below all of them set them off from the sea. */
  routes(routes: readonly { readonly points: readonly Position[]; readonly style: LineStyle }[]): void {
    const shapes = routes.map(({ points }) => ({
      fill: 'none',
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
      d: this.line(points),
    }));
    for (const [i, { style }] of routes.entries()) {
      const casing = { stroke: colours.paper, 'stroke-opacity': 0.75, 'stroke-width': style.width + 2.5 };
      this.inside.push(element('path', { ...shapes[i], ...casing }));
    }
    for (const [i, { style }] of routes.entries()) {
      const line = { stroke: style.stroke, 'stroke-width': style.width, 'stroke-dasharray': style.dash };
      this.inside.push(element('path', { ...shapes[i], ...line }));
    }
  }

  dot(at: Position, radius: number, fill: string, stroke: string = colours.paper, strokeWidth = 1.5): void {
    const place = this.projection.project(at);
    if (!place) return;
    const [cx, cy] = place.map(pixel);
    this.inside.push(element('circle', { cx, cy, r: radius, fill, stroke, 'stroke-width': strokeWidth }));
  }

  /** A place that has a name. */
  mark(at: Position): void {
    this.dot(at, MARK_RADIUS, colours.ink);
    const place = this.projection.project(at);
    if (!place) return;
    const [x, y] = place;
    this.keepFree([x - MARK_RADIUS, y - MARK_RADIUS, x + MARK_RADIUS, y + MARK_RADIUS]);
  }

  /** No name is written there. */
  keepFree(box: Box): void {
    this.taken.push(box);
  }

  /** Names a place: by the first of its names that has room at one of the places wanted, or not at all. */
  label(at: Position, names: readonly string[], ...wanted: readonly LabelPlace[]): void {
    const place = this.projection.project(at);
    if (!place) return;
    const { left, top, width, height } = this.projection.frame;
    const isFree = (box: Box) =>
      box[0] >= left &&
      box[1] >= top &&
      box[2] <= left + width &&
      box[3] <= top + height &&
      !this.taken.some((other) => overlap(box, other));
    const shown = names
      .map((name) => cut(name, MOST_LETTERS))
      .flatMap((name) => wanted.map((by) => ({ name, by, box: labelBox(place, name, by) })))
      .find(({ box }) => isFree(box));
    if (!shown) return;
    const { dx, dy, anchor } = shown.by;
    this.keepFree(shown.box);
    const halo = { 'paint-order': 'stroke', stroke: colours.paper, 'stroke-opacity': 0.9, 'stroke-width': 4 };
    const style = { size: LABEL_SIZE, weight: 600, fill: colours.ink, anchor, ...halo };
    this.inside.push(text([place[0] + dx, place[1] + dy], shown.name, style));
  }

  /** Makes the drawing higher. @returns the upper left corner of the room below the frame */
  roomBelow(height: number): Pixel {
    const top = this.height;
    this.height += height + MARGIN.right;
    return [this.projection.frame.left, top];
  }

  /** Anything else, in pixels of the whole drawing. */
  overlay(...parts: readonly string[]): void {
    this.around.push(...parts);
  }

  /** The whole drawing. */
  svg(title: string, subtitle: string): string {
    const { frame } = this.projection;
    const box = { x: frame.left, y: frame.top, width: frame.width, height: frame.height };
    const heading = (content: string, size: number) =>
      cut(content, Math.floor((this.width - frame.left) / (HEADING_WIDTH * size)) - 1);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" role="img">`,
      element('title', {}, title),
      element('rect', { width: this.width, height: this.height, rx: 8, fill: colours.paper }),
      text([frame.left, 34], heading(title, 21), { size: 21, weight: 650, fill: colours.ink }),
      text([frame.left, 56], heading(subtitle, 13), { size: 13, fill: colours.faint }),
      // a nested drawing clips what is in it to the frame
      `<svg aria-hidden="true" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" viewBox="${Object.values(box).join(' ')}">`,
      element('rect', { ...box, fill: colours.outside }),
      ...this.inside,
      '</svg>',
      element('rect', { ...box, fill: 'none', stroke: colours.ink, 'stroke-opacity': 0.35 }),
      ...this.around,
      '</svg>',
      '',
    ].join('\n');
  }

  private line(points: readonly Position[], close = false, detail = 0.1): string {
    const pixels = alongRhumbLines(points, this.projection.kind === 'polar stereographic')
      .map((position) => this.projection.project(position))
      .filter((at) => at !== null);
    const path = polyline(pixels, detail);
    return close && path ? `${path}z` : path;
  }

  private loop(points: readonly Position[], detail = 0.1): string {
    return this.line([...points, points[0]!], true, detail);
  }
}

/** A path through pixels, rounded to `detail` pixels; points that fall together are drawn once. */
function polyline(pixels: readonly Pixel[], detail: number): string {
  const at = (value: number) => pixel(Math.round(value / detail) * detail);
  const points = pixels.map(([x, y]) => `${at(x)} ${at(y)}`);
  const distinct = points.filter((point, i) => point !== points[i - 1]);
  return distinct.length < 2 ? '' : `M${distinct.join('L')}`;
}
