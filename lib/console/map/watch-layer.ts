/** A voyage that is watched: the planned way grey, the best way now, the ship, and a cross where it is closed. */
import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { ShownWatch, Way } from '../state/shown-watch.ts';
import { cross, dot } from './mark-styles.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { colourOf } from './palette.ts';
import { project, projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

const WIDTH = { planned: 3.5, now: 5 };
const CASING = 4;

export class WatchLayer extends OverlayLayer {
  #watch: ShownWatch | null = null;

  constructor() {
    super({ zIndex: 6 });
  }

  setWatch(watch: ShownWatch | null): void {
    this.#watch = watch;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    this.getSource()!.clear(true);
    if (!this.#watch) return;
    const { planned, now, ship, closed } = this.#watch;
    const { marks } = this.palette;
    this.#addWay('planned', planned, this.palette.planned, 0);
    if (now) this.#addWay('now', now, colourOf(now.line, this.palette), 2);
    if (closed) this.#add('closed', this.#point(closed), cross(marks, 10));
    this.#add('ship', this.#point(ship), [dot(marks.stop, marks.ring, 9, 12)]);
  }

  #addWay(watch: 'planned' | 'now', { coordinates }: Way, color: string, zIndex: number): void {
    const toMap = projector(this.projection);
    const geometry = new LineString(rhumbLine(coordinates).map(([lon, lat]) => toMap(lon, lat)));
    const width = WIDTH[watch];
    this.#add(watch, geometry, [
      new Style({ zIndex, stroke: new Stroke({ color: this.palette.casing, width: width + CASING }) }),
      new Style({ zIndex: zIndex + 1, stroke: new Stroke({ color, width }) }),
    ]);
  }

  #add(watch: keyof ShownWatch, geometry: Geometry, styles: Style[]): void {
    const feature = new Feature({ geometry, watch });
    feature.setStyle(styles);
    this.getSource()!.addFeature(feature);
  }

  #point({ lat, lon }: LatLon): Point {
    return new Point(project(this.projection, lon, lat));
  }
}
