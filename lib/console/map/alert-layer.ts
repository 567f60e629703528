/** The pins of alerts: a triangle above each place; those that would lie on each other are one, with their number. */
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import Cluster from 'ol/source/Cluster.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { OverlayLayer } from './overlay-layer.ts';
import type { MarkColours } from './palette.ts';
import { project } from './projections.ts';

export interface AlertPin {
  readonly id: string;
  readonly kind: 'danger' | 'caution' | 'note';
  readonly place: LatLon;
}

/** Pins that are nearer to each other are one, pixels. */
const APART_PX = 22;
const REACH_PX = 6;

export class AlertLayer extends OverlayLayer {
  #alerts: readonly AlertPin[] = [];
  readonly #pins: VectorSource<Feature<Point>>;

  constructor() {
    const pins = new VectorSource<Feature<Point>>();
    const source = new Cluster<Feature<Point>>({
      distance: APART_PX,
      source: pins,
      // at the place of the heaviest, which comes first
      createCluster: (_, features) =>
        new Feature({ geometry: heaviest(features).getGeometry()!.clone(), features }),
    });
    super({ source, zIndex: 7 });
    this.#pins = pins;
    this.setStyle((feature) => {
      const pinned: Feature<Point>[] = feature.get('features');
      return warning(heaviest(pinned).get('kind'), pinned.length, this.palette.marks);
    });
  }

  /** @param alerts the heaviest first */
  setAlerts(alerts: readonly AlertPin[]): void {
    this.#alerts = alerts;
    this.drawAnew();
  }

  /** The alerts whose pin is under the pointer, the heaviest first. */
  alertsAt({ map, pixel }: MapBrowserEvent): string[] {
    const pin = map.forEachFeatureAtPixel(pixel, (each) => each as Feature, {
      layerFilter: (layer) => layer === this,
      hitTolerance: REACH_PX,
    });
    const alerts: Feature[] = pin?.get('features') ?? [];
    return alerts.toSorted((a, b) => a.get('weight') - b.get('weight')).map((each) => each.get('alert'));
  }

  protected override drawAnew(): void {
    this.#pins.clear(true);
    this.#pins.addFeatures(
      this.#alerts.map(({ id, kind, place: { lat, lon } }, weight) => {
        const geometry = new Point(project(this.projection, lon, lat));
        return new Feature({ geometry, alert: id, kind, weight });
      }),
    );
  }
}

const heaviest = (pins: readonly Feature<Point>[]): Feature<Point> =>
  pins.reduce((first, pin) => (pin.get('weight') < first.get('weight') ? pin : first));

/** Above its place, so that it hides neither the end nor the line below it. */
function warning(kind: AlertPin['kind'], count: number, marks: MarkColours): Style {
  return new Style({
    image: new RegularShape({
      points: 3,
      radius: count > 1 ? 15 : 12,
      displacement: [0, count > 1 ? 24 : 22],
      fill: new Fill({ color: marks[kind] }),
      stroke: new Stroke({ color: marks.alertRing, width: 2 }),
    }),
    text: new Text({
      text: count > 1 ? String(count) : '!',
      font: '700 12px system-ui, sans-serif',
      fill: new Fill({ color: marks.alertInk }),
      offsetY: count > 1 ? -21 : -20,
    }),
  });
}
