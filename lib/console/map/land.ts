/** Land, from Natural Earth through world-atlas: coarse at first, each part fine when that has loaded. */
import type { Feature as GeoFeature, MultiPolygon as GeoMultiPolygon } from 'geojson';
import type { Extent } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { feature } from 'topojson-client';
import type { Topology, MultiPolygon as TopoPolygons } from 'topojson-specification';
import type { MapPalette } from './palette.ts';
import { latitudeRange, type ProjectionName, projector } from './projections.ts';

type Ring = number[][];
type Polygons = Ring[][];
/** Parts of the coast by their names (lib/stack/coast-parts.ts). */
export type LandTopology = Topology<Record<string, TopoPolygons>>;

const SHORE_PX = 6;

/**
 * Draws land into an image that is reused while the map moves: a hundred thousand points are too many for
 * every frame.
 */
export class LandLayer extends VectorImageLayer<VectorSource> {
  readonly #parts = new Map<string, Polygons>();
  #projection: ProjectionName = 'mercator';

  constructor(palette: MapPalette) {
    super({ source: new VectorSource({ wrapX: true }), zIndex: 1, imageRatio: 1.4 });
    this.setPalette(palette);
  }

  /** Land lies on a soft shade, which sets the coast off from the sea. */
  setPalette({ land, coast, shore }: MapPalette): void {
    this.setStyle([
      new Style({ zIndex: 0, stroke: new Stroke({ color: shore, width: SHORE_PX, lineJoin: 'round' }) }),
      new Style({
        zIndex: 1,
        fill: new Fill({ color: land }),
        stroke: new Stroke({ color: coast, width: 0.7 }),
      }),
    ]);
  }

  /** Shows the parts that a topology has in the place of what was known of them. */
  setTopology(topology: LandTopology): void {
    for (const [part, object] of Object.entries(topology.objects)) {
      const { geometry } = feature(topology, object) as GeoFeature<GeoMultiPolygon>;
      this.#parts.set(part, geometry.coordinates);
    }
    this.#draw();
  }

  /** Whether land of a part lies in an extent of the map. */
  hasIn(part: string, extent: Extent): boolean {
    const isOfPart = (each: Feature) => each.get('part') === part;
    return this.getSource()!.forEachFeatureIntersectingExtent(extent, isOfPart) ?? false;
  }

  setProjection(name: ProjectionName): void {
    if (name === this.#projection && this.getSource()!.getFeatures().length > 0) return;
    this.#projection = name;
    this.#draw();
  }

  #draw(): void {
    const [min, max] = latitudeRange(this.#projection);
    const project = projector(this.#projection);
    const features = [...this.#parts].flatMap(([part, polygons]) =>
      (this.#projection === 'mercator' ? polygons.flatMap(onPlane) : polygons)
        .filter(([outer]) => outer!.some(([, lat]) => lat! > min && lat! < max))
        .map((rings) => {
          const projected = rings.map((ring) =>
            ring.map(([lon, lat]) => project(lon!, Math.max(min, Math.min(max, lat!)))),
          );
          return new Feature({ geometry: new MultiPolygon([projected]), part });
        }),
    );
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures(features);
  }
}

/**
 * A polygon for a map whose sides are at longitude ±180; a polygon that reaches beyond a side is drawn at
 * both sides.
 */
function onPlane(rings: Ring[]): Ring[][] {
  const unrolled = rings.map(unroll);
  const lons = unrolled[0]!.map(([lon]) => lon!);
  const shifted = (by: number) => unrolled.map((ring) => ring.map(([lon, lat]) => [lon! + by, lat!]));
  return [
    unrolled,
    ...(lons.some((lon) => lon > 180) ? [shifted(-360)] : []),
    ...(lons.some((lon) => lon < -180) ? [shifted(360)] : []),
  ];
}

/**
 * A ring whose longitude does not jump where it crosses the antimeridian; a ring around a pole is closed
 * along the map's edge.
 */
function unroll(ring: Ring): Ring {
  let turn = 0;
  const points = ring.map(([lon, lat], i) => {
    const step = i === 0 ? 0 : lon! - ring[i - 1]![0]!;
    if (step > 180) turn -= 360;
    else if (step < -180) turn += 360;
    return [lon! + turn, lat!];
  });
  const [first, last] = [points[0]!, points.at(-1)!];
  if (Math.abs(last[0]! - first[0]!) < 180) return points;
  const pole = last[1]! < 0 ? -90 : 90;
  return [...points, [last[0]!, pole], [first[0]!, pole], first];
}
