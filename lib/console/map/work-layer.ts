/** Lines and boxes that are stops, below the routes: dashed, with their speed and hours. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import { measureTextWidth } from 'ol/render/canvas.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Point } from '../../engine/geometry/sphere.ts';
import { denseRing } from '../../zones/geometry/dense-ring.ts';
import { closedRing, unwrap } from '../../zones/geometry/polygon.ts';
import { type Box, markOf } from './label-sides.ts';
import { BROADEST_PX } from './line-layer.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

/** A line, or the border of a box, [lon, lat]. */
export interface DrawnWork {
  readonly name: string;
  readonly kind: 'line' | 'box';
  readonly points: readonly Point[];
  /** Its speed and its hours, as far as they are known. */
  readonly text: string;
}

const FONT = '12px sans-serif';
/** Height of what is written, with what is left free beside it. */
const TEXT_PX = 14;
/** From the middle of the line to what is written: the route that sails the line lies broad upon it. */
const OFF_LINE_PX = BROADEST_PX / 2;

export class WorkLayer extends OverlayLayer {
  #works: readonly DrawnWork[] = [];

  constructor() {
    super({ zIndex: 5 });
  }

  setWorks(works: readonly DrawnWork[]): void {
    this.#works = works;
    this.drawAnew();
  }

  /** What the speeds and hours cover that are written, each at the middle of its line; pixels. */
  get texts(): Box[] {
    const map = this.getMapInternal();
    const resolution = map?.getView().getResolution() ?? Infinity;
    return this.getSource()!
      .getFeatures()
      .flatMap((feature) => {
        const line = feature.getGeometry() as LineString;
        const textPx: number = feature.get('textPx');
        const part = (textPx * resolution) / line.getLength();
        if (!(part < 1)) return []; // too short for them
        const count = Math.ceil(textPx / TEXT_PX);
        return Array.from({ length: count }, (_, k) => {
          const at = line.getCoordinateAt(0.5 + part * ((k + 0.5) / count - 0.5));
          const [x = 0, y = 0] = map?.getPixelFromCoordinate(at) ?? [];
          return markOf({ x, y, radius: OFF_LINE_PX + TEXT_PX, width: 0 });
        });
      });
  }

  protected override drawAnew(): void {
    const project = projector(this.projection);
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures(
      this.#works.map(({ name, kind, points, text }) => {
        const shown = kind === 'line' ? rhumbLine(points) : denseRing(unwrap(closedRing(points)).ring);
        const line = new LineString(shown.map(([lon, lat]) => project(lon, lat)));
        const feature = new Feature({ geometry: line, work: name, textPx: measureTextWidth(FONT, text) });
        feature.setStyle(this.#style(text));
        return feature;
      }),
    );
  }

  #style(text: string): Style {
    return new Style({
      stroke: new Stroke({ color: this.palette.label, width: 1.6, lineDash: [7, 4] }),
      text: new Text({
        text,
        placement: 'line',
        textBaseline: 'bottom',
        offsetY: -OFF_LINE_PX,
        font: FONT,
        overflow: false,
        fill: new Fill({ color: this.palette.label }),
        stroke: new Stroke({ color: this.palette.labelHalo, width: 3 }),
      }),
    });
  }
}
