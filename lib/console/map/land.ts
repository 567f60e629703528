/** Land, from Natural Earth by way of world-atlas: coarse at first, fine when it has come. */
import Feature from 'ol/Feature.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MapPalette } from './palette.ts';
import { latitudeRange, type ProjectionName, projector } from './projections.ts';

type Ring = number[][];
type Polygons = Ring[][];
/** The part of world-atlas' files that is used. */
export type LandTopology = Topology<{ land: GeometryCollection }>;

/** An edge of a polygon along a meridian or the pole's parallel is cut into pieces of this length, degrees. */
const SEAM_STEP_DEGREES = 5;

/** Drawn into an image that is kept while the map moves: a hundred thousand points are too many for every frame. */
export class LandLayer extends VectorImageLayer<VectorSource> {
  #polygons: Polygons = [];
  #projection: ProjectionName = 'mercator';

  constructor(palette: MapPalette) {
    super({ source: new VectorSource({ wrapX: true }), zIndex: 1, imageRatio: 1.4 });
    this.setPalette(palette);
  }

  setPalette({ land, coast }: MapPalette): void {
    this.setStyle(
      new Style({ fill: new Fill({ color: land }), stroke: new Stroke({ color: coast, width: 0.7 }) }),
    );
  }

  setTopology(topology: LandTopology): void {
    const collection = feature(topology, topology.objects.land);
    this.#polygons = collection.features.flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [],
    );
    this.#draw();
  }

  setProjection(name: ProjectionName): void {
    if (name === this.#projection && this.getSource()!.getFeatures().length > 0) return;
    this.#projection = name;
    this.#draw();
  }

  #draw(): void {
    const [min, max] = latitudeRange(this.#projection);
    const project = projector(this.#projection);
    const features = this.#polygons
      .filter(([outer]) => outer!.some(([, lat]) => lat! > min && lat! < max))
      .map((rings) => {
        const projected = rings.map((ring) =>
          densifySeams(ring).map(([lon, lat]) => project(lon!, Math.max(min, Math.min(max, lat!)))),
        );
        return new Feature(new MultiPolygon([projected]));
      });
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures(features);
  }
}

/** Long edges of a ring are the seams along which the data were cut: the antimeridian and the pole. */
function densifySeams(ring: Ring): Ring {
  const dense: Ring = [];
  ring.forEach((point, i) => {
    const next = ring[i + 1];
    dense.push(point);
    if (!next) return;
    const [lon, lat] = point as [number, number];
    const [dLon, dLat] = [next[0]! - lon, next[1]! - lat];
    const count = Math.ceil(Math.max(Math.abs(dLon), Math.abs(dLat)) / SEAM_STEP_DEGREES);
    for (let k = 1; k < count; k++) dense.push([lon + (dLon * k) / count, lat + (dLat * k) / count]);
  });
  return dense;
}
