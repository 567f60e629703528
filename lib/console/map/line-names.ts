/** The names of lines, each where its line is farthest from the others, so that it is clear which one is meant. */
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import type OlMap from 'ol/Map.js';
import Style from 'ol/style/Style.js';
import { clearest, type Pixel, sameWays } from './clear-places.ts';
import { type Box, type Labelled, labelBox, labelSides } from './label-sides.ts';
import type { MapLine } from './line-layer.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { colourOf, LINES } from './palette.ts';
import { PlaceName } from './place-name.ts';
import { projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

/** From one place on a line that may bear its name to the next, pixels. */
const STEP_PX = 14;
/** Half the width of a line, and of one with what is left free beside it. */
const BORDER_PX = 3;
const HALF_WIDTH_PX = 6;

/** A hand that does not move for so long rests. */
const REST_MS = 150;
const NAMES = Object.keys(LINES);

export class LineNames extends OverlayLayer {
  #lines: readonly MapLine[] = [];
  #taken: () => readonly Box[] = () => [];
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** What the names cover; pixels. */
  boxes: readonly Box[] = [];

  constructor() {
    super({ zIndex: 5 });
  }

  /** Lines that are others have no names until these are laid out anew: not while they follow a hand. */
  setLines(lines: readonly MapLine[]): void {
    const isSame =
      lines.length === this.#lines.length &&
      lines.every(({ coordinates }, i) => coordinates === this.#lines[i]!.coordinates);
    this.#lines = lines;
    if (isSame) return;
    this.getSource()!.clear(true);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.drawAnew(), REST_MS);
  }

  /** @param taken what lies over the map, and what marks and names of places cover; pixels */
  keepOff(taken: () => readonly Box[]): void {
    this.#taken = taken;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    const map = this.getMapInternal();
    const taken = this.#taken();
    if (!map) return;
    const source = this.getSource()!;
    source.clear(true);
    const boxes: Box[] = [];
    // one line needs no name
    const lines = this.#lines.length > 1 ? this.#lines : [];
    const paths = lines.map(({ coordinates }) => pixelsAlong(map, this.#project(coordinates)));
    const ofLines = paths.map((path) => path.map(around));
    for (const group of sameWays(paths)) {
      const [first] = group;
      const text = this.#nameOf(group.map((i) => lines[i]!));
      const others = paths.filter((_, i) => !group.includes(i));
      const ofOthers = ofLines.flatMap((line, i) => (group.includes(i) ? [] : line));
      const own = group.flatMap((i) => ofLines[i]!);
      for (const [x, y] of clearest(paths[first!]!, others)) {
        const { width, halfHeight } = text;
        const item: Labelled = { x, y, radius: HALF_WIDTH_PX, width, halfHeight, isOptional: true };
        const farther = own.filter((box) => !isNear(box, x, y));
        const [side] = labelSides([item], [...taken, ...boxes, ...ofOthers, ...farther]);
        if (!side) continue;
        text.write(HALF_WIDTH_PX, side);
        boxes.push(labelBox(item, side));
        const feature = new Feature(new Point(map.getCoordinateFromPixel([x, y])));
        feature.setStyle(new Style({ text: text.text }));
        source.addFeature(feature);
        break;
      }
    }
    this.boxes = boxes;
  }

  /** In the colour of the line, or below each other in that of all names where they are one line. */
  #nameOf(lines: readonly MapLine[]): PlaceName {
    const inOrder = lines.toSorted((a, b) => NAMES.indexOf(a.line) - NAMES.indexOf(b.line));
    const ink = lines.length === 1 ? { ink: colourOf(lines[0]!.line, this.palette) } : {};
    return new PlaceName(inOrder.map(({ name }) => name).join('\n'), true, this.palette, ink);
  }

  #project(coordinates: MapLine['coordinates']): number[][] {
    const project = projector(this.projection);
    return rhumbLine(coordinates).map(([lon, lat]) => [...project(lon, lat)]);
  }
}

const around = ([x, y]: Pixel): Box => ({
  left: x - BORDER_PX,
  right: x + BORDER_PX,
  top: y - BORDER_PX,
  bottom: y + BORDER_PX,
});

/** Where a name begins its own line is no hindrance to it. */
const isNear = ({ left, top }: Box, x: number, y: number): boolean =>
  Math.hypot(left + BORDER_PX - x, top + BORDER_PX - y) < 1.5 * STEP_PX;

/** Places in equal steps along a line, in pixels; only those that are on the map. */
function pixelsAlong(map: OlMap, coordinates: readonly number[][]): Pixel[] {
  const [width = 0, height = 0] = map.getSize() ?? [];
  const places: Pixel[] = [];
  let rest = STEP_PX;
  let from: Pixel | null = null;
  for (const coordinate of coordinates) {
    const to = map.getPixelFromCoordinate(coordinate) as unknown as Pixel | null;
    if (!to) return []; // the map was not drawn yet
    if (from) {
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      // what is far away is not walked along
      const isNear = length < 4 * (width + height);
      for (; isNear && rest < length; rest += STEP_PX) {
        const part = rest / length;
        const [x, y] = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
        if (x > 0 && x < width && y > 0 && y < height) places.push([x, y]);
      }
      rest = isNear ? rest - length : STEP_PX;
    }
    from = to;
  }
  return places;
}
