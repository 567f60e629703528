/** The names of meridians and parallels, where they leave what is seen of the map; never on each other or on a place. */
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Covered } from './fit-view.ts';
import { graticuleLines } from './graticule.ts';
import type { Box } from './label-sides.ts';
import type { MapPalette } from './palette.ts';
import { type ProjectionName, projector } from './projections.ts';
import { UprightLayer } from './upright-layer.ts';

type Pixel = readonly [x: number, y: number];

interface ProjectedLine {
  readonly isMeridian: boolean;
  readonly label: string;
  /** Projected metres. */
  readonly points: readonly Pixel[];
}

/** Between a label and the edge, and between two labels, pixels. */
const INSET = { x: 22, y: 12 };
const APART = { x: 44, y: 24 };

export class GraticuleLabels extends UprightLayer {
  #palette: MapPalette;
  /** Those of a projection; they are reckoned once for each. */
  readonly #lines = new Map<ProjectionName, readonly ProjectedLine[]>();

  constructor(palette: MapPalette) {
    super({ source: new VectorSource(), zIndex: 3 });
    this.#palette = palette;
    this.setStyle((feature) => this.#style(feature.get('label')));
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
    this.changed();
  }

  /**
   * Places the labels for the present view, where nothing lies over the map.
   *
   * @param taken what lies over the map, and what the names of places cover; pixels
   */
  update(map: OlMap, name: ProjectionName, { left, top, bottom }: Covered, taken: readonly Box[]): void {
    const [width = 0, height = 0] = map.getSize() ?? [];
    const frame = { left, top, right: width, bottom: height - bottom };
    const pixelOf = (point: Pixel) => map.getPixelFromCoordinate([...point]) as unknown as Pixel | null;
    const placed: Pixel[] = [];
    const isFree = (at: Pixel) =>
      !placed.some((other) => isNear(at, other)) && !taken.some((part) => isWithin(at, part));
    const features: Feature[] = [];
    for (const line of this.#linesOf(name)) {
      const at = leaving(line, pixelOf, frame, isFree);
      if (!at) continue;
      placed.push(at);
      const point = new Point(map.getCoordinateFromPixel([...at]));
      features.push(new Feature({ geometry: point, label: line.label }));
    }
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures(features);
  }

  #linesOf(name: ProjectionName): readonly ProjectedLine[] {
    const known = this.#lines.get(name);
    if (known) return known;
    const project = projector(name);
    const lines = graticuleLines(name).map((line) => ({
      ...line,
      points: line.points.map(([lon, lat]) => project(lon, lat)),
    }));
    this.#lines.set(name, lines);
    return lines;
  }

  #style(label: string): Style {
    const { label: ink, labelHalo } = this.#palette;
    return new Style({
      text: new Text({
        text: label,
        font: '11px system-ui, sans-serif',
        fill: new Fill({ color: ink }),
        stroke: new Stroke({ color: labelHalo, width: 3 }),
      }),
    });
  }
}

const isNear = (a: Pixel, b: Pixel): boolean =>
  Math.abs(a[0] - b[0]) < APART.x && Math.abs(a[1] - b[1]) < APART.y;

const isWithin = ([x, y]: Pixel, { left, top, right, bottom }: Box): boolean =>
  x > left - INSET.x && x < right + INSET.x && y > top - INSET.y && y < bottom + INSET.y;

/** The first free place where a line crosses the frame: a meridian its upper or lower edge, a parallel those at the sides. */
function leaving(
  line: ProjectedLine,
  pixelOf: (point: Pixel) => Pixel | null,
  { left, top, right, bottom }: Box,
  isFree: (at: Pixel) => boolean,
): Pixel | null {
  const frame = {
    left: left + INSET.x,
    right: right - INSET.x,
    top: top + INSET.y,
    bottom: bottom - INSET.y,
  };
  const pixels = line.points.map(pixelOf).filter((pixel) => pixel !== null);
  const ofX = [frame.left, frame.right].map((at) => ({ k: 0 as const, at }));
  const ofY = [frame.top, frame.bottom].map((at) => ({ k: 1 as const, at }));
  for (const { k, at } of line.isMeridian ? [...ofY, ...ofX] : [...ofX, ...ofY]) {
    for (let i = 1; i < pixels.length; i++) {
      // named one by one: an array of both for each of thousands of pairs takes most of the time
      const a = pixels[i - 1]!;
      const b = pixels[i]!;
      if (a[k] < at === b[k] < at || Math.hypot(b[0] - a[0], b[1] - a[1]) > 2000) continue;
      const part = (at - a[k]) / (b[k] - a[k]);
      const [x, y] = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
      const isInside =
        x >= frame.left - 1 && x <= frame.right + 1 && y >= frame.top - 1 && y <= frame.bottom + 1;
      if (isInside && isFree([x, y])) return [x, y];
    }
  }
  return null;
}
