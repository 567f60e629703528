/** Where ships can be: an area for each contour, the smaller over the larger, each ship in a colour of its own. */
import Feature from 'ol/Feature.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { ReachCollection } from '../../voyage/reach/reach-geojson.ts';
import { REACH_UNITS } from '../state/reach.ts';
import { OverlayLayer } from './overlay-layer.ts';
import type { MapPalette } from './palette.ts';
import { projector } from './projections.ts';

export class ReachLayer extends OverlayLayer {
  #areas: ReachCollection | null = null;

  constructor() {
    super({ zIndex: 4 });
  }

  setAreas(areas: ReachCollection | null): void {
    this.#areas = areas;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    const source = this.getSource()!;
    source.clear(true);
    const project = projector(this.projection);
    const { ships } = this.palette;
    const features = (this.#areas?.features ?? []).flatMap(({ geometry, properties }, k) => {
      if (geometry.type !== 'MultiPolygon') return [];
      const { origin, contour, metric } = properties;
      const polygons = geometry.coordinates.map((rings) =>
        rings.map((ring) => ring.map(([lon, lat]) => project(lon, lat))),
      );
      const feature = new Feature({ geometry: new MultiPolygon(polygons), reach: contour });
      feature.setStyle(
        styleOf(ships[origin % ships.length]!, `${contour} ${REACH_UNITS[metric]}`, k, this.palette),
      );
      return [feature];
    });
    source.addFeatures(features);
  }
}

function styleOf(colour: string, label: string, zIndex: number, palette: MapPalette): Style {
  return new Style({
    zIndex,
    fill: new Fill({ color: `rgb(${colour} / ${0.13 * palette.strength}%)` }),
    stroke: new Stroke({ color: `rgb(${colour} / ${palette.strength}%)`, width: 1.8 }),
    text: new Text({
      text: label,
      placement: 'line',
      maxAngle: Math.PI / 3,
      font: '600 12px system-ui, sans-serif',
      fill: new Fill({ color: palette.label }),
      stroke: new Stroke({ color: palette.labelHalo, width: 3 }),
    }),
  });
}
