/** A voyage that is watched: the way planned grey, the best way now, the ship, and a cross where it is closed. */
import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { dot } from './mark-styles.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { colourOf } from './palette.ts';
import { project, projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

type Line = readonly (readonly [number, number])[];

export interface WatchMarks {
  readonly planned: Line;
  readonly now: Line | null;
  readonly ship: LatLon;
  readonly closed: LatLon | null;
}

const PLANNED_GREY = '#7d868c';

export class WatchLayer extends OverlayLayer {
  #watch: WatchMarks | null = null;

  constructor() {
    super({ zIndex: 6 });
  }

  setWatch(watch: WatchMarks | null): void {
    this.#watch = watch;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    this.getSource()!.clear(true);
    if (!this.#watch) return;
    const { planned, now, ship, closed } = this.#watch;
    const { casing, marks } = this.palette;
    this.#add('planned', this.#line(planned), [stroke(casing, 7, 0), stroke(PLANNED_GREY, 4, 1)]);
    if (now) {
      const colour = colourOf('traveltime', this.palette);
      this.#add('now', this.#line(now), [stroke(casing, 7, 2), stroke(colour, 4, 3)]);
    }
    if (closed) this.#add('closed', this.#point(closed), [cross(casing, 6), cross(marks.danger, 3)]);
    this.#add('ship', this.#point(ship), [dot(marks.pointed, marks.stop, 8, 11)]);
  }

  #add(watch: keyof WatchMarks, geometry: Geometry, styles: Style[]): void {
    const feature = new Feature({ geometry, watch });
    feature.setStyle(styles);
    this.getSource()!.addFeature(feature);
  }

  #line(line: Line): LineString {
    const toMap = projector(this.projection);
    return new LineString(rhumbLine(line).map(([lon, lat]) => toMap(lon, lat)));
  }

  #point({ lat, lon }: LatLon): Point {
    return new Point(project(this.projection, lon, lat));
  }
}

const stroke = (color: string, width: number, zIndex: number): Style =>
  new Style({ zIndex, stroke: new Stroke({ color, width }) });

/** As what is closed has on charts. */
const cross = (color: string, width: number): Style =>
  new Style({
    zIndex: 10,
    image: new RegularShape({
      points: 4,
      radius: 10,
      radius2: 0,
      angle: Math.PI / 4,
      stroke: new Stroke({ color, width }),
      declutterMode: 'none',
    }),
  });
