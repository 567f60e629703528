/** The vertices of a route of one's own: each can be dragged, a leg pulled into a new one, and one with Alt deleted. */
import { altKeyOnly, primaryAction, singleClick } from 'ol/events/condition.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Modify from 'ol/interaction/Modify.js';
import VectorLayer from 'ol/layer/Vector.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LinePoints } from './line-tool.ts';
import { LINES } from './palette.ts';
import { type ProjectionName, project, unproject } from './projections.ts';

const handle = new CircleStyle({
  radius: 5,
  fill: new Fill({ color: '#ffffff' }),
  stroke: new Stroke({ color: LINES.own.colour, width: 2 }),
});
const deletes = (event: MapBrowserEvent): boolean => altKeyOnly(event) && singleClick(event);

export class OwnEditor {
  readonly layer: VectorLayer<VectorSource>;
  readonly modify: Modify;
  #projection: ProjectionName = 'mercator';
  #points: readonly (readonly [number, number])[] | null = null;

  /** @param isBusy whether another line is being drawn or measured */
  constructor(onEdited: (points: LinePoints) => void, isBusy: () => boolean) {
    const source = new VectorSource();
    this.layer = new VectorLayer({
      source,
      zIndex: 7,
      updateWhileInteracting: true,
      style: new Style({
        image: handle,
        geometry: (feature) => new MultiPoint((feature.getGeometry() as LineString).getCoordinates()),
      }),
    });
    this.modify = new Modify({
      source,
      condition: (event) => primaryAction(event) && !isBusy(),
      deleteCondition: deletes,
      pixelTolerance: 12,
    });
    this.modify.on('modifyend', ({ features }) => {
      const line = features.item(0).getGeometry() as LineString;
      onEdited(
        line.getCoordinates().map((point) => {
          const { lat, lon } = unproject(this.#projection, point);
          return [lon, lat];
        }),
      );
    });
  }

  setProjection(name: ProjectionName): void {
    this.#projection = name;
    this.#draw();
  }

  setPoints(points: readonly (readonly [number, number])[] | null): void {
    this.#points = points;
    this.#draw();
  }

  #draw(): void {
    const source = this.layer.getSource()!;
    source.clear(); // not the fast way, which the interaction does not hear of
    if (!this.#points) return;
    const line = new LineString(this.#points.map(([lon, lat]) => project(this.#projection, lon, lat)));
    source.addFeature(new Feature(line));
  }
}
