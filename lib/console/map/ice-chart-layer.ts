/** The ice chart over the sea: the borders of its areas, its leads and edges as lines, its icebergs as triangles. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import Point from 'ol/geom/Point.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import { denseRing } from '../../zones/geometry/dense-ring.ts';
import { polygonOf } from '../../zones/geometry/polygon.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

type LonLat = readonly [lon: number, lat: number];

export class IceChartLayer extends OverlayLayer {
  #chart: IceChart | null = null;

  constructor() {
    // a chart may have a million positions, which are not drawn anew while the map moves
    super({ zIndex: 3, updateWhileAnimating: false, updateWhileInteracting: false });
  }

  setChart(chart: IceChart | null): void {
    if (chart === this.#chart) return;
    this.#chart = chart;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    const source = this.getSource()!;
    source.clear(true);
    const { areas = [], drawn = [] } = this.#chart ?? {};
    const project = projector(this.projection);
    const line = (positions: readonly LonLat[]) => positions.map(([lon, lat]) => project(lon, lat));
    const borders = areas.map(({ polygons }) => {
      const rings = polygons.flatMap((polygon) => polygonOf(polygon).rings);
      return new MultiLineString(rings.map((ring) => line(denseRing(ring))));
    });
    const shapes = drawn.map(({ geometry: { type, coordinates } }) =>
      type === 'Point'
        ? new Point(project(...(coordinates as LonLat)))
        : new LineString(line(rhumbLine(coordinates as LonLat[]))),
    );
    const stroke = new Stroke({ color: `rgb(${this.palette.iceChart} / 80%)`, width: 1.2 });
    const heavy = new Stroke({ color: `rgb(${this.palette.iceChart})`, width: 2, lineDash: [8, 4] });
    const iceberg = new RegularShape({ points: 3, radius: 5, stroke });
    const featuresOf = (geometries: readonly (MultiLineString | LineString | Point)[], style: Style) =>
      geometries.map((geometry) => {
        const feature = new Feature({ geometry });
        feature.setStyle(style);
        return feature;
      });
    source.addFeatures([
      ...featuresOf(borders, new Style({ stroke })),
      ...featuresOf(shapes, new Style({ stroke: heavy, image: iceberg })),
    ]);
  }
}
