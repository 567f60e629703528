/** Lines and boxes that are stops, below the routes: dashed, with their speed and hours. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Point } from '../../engine/geometry/sphere.ts';
import { denseRing } from '../../zones/geometry/dense-ring.ts';
import { unwrap } from '../../zones/geometry/polygon.ts';
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

export class WorkLayer extends OverlayLayer {
  #works: readonly DrawnWork[] = [];

  constructor() {
    super({ zIndex: 5 });
  }

  setWorks(works: readonly DrawnWork[]): void {
    this.#works = works;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    const project = projector(this.projection);
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures(
      this.#works.map(({ name, kind, points, text }) => {
        const shown = kind === 'line' ? rhumbLine(points) : denseRing(unwrap(points).ring);
        const line = new LineString(shown.map(([lon, lat]) => project(lon, lat)));
        const feature = new Feature({ geometry: line, work: name });
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
        font: '12px sans-serif',
        overflow: false,
        fill: new Fill({ color: this.palette.label }),
        stroke: new Stroke({ color: this.palette.labelHalo, width: 3 }),
      }),
    });
  }
}
