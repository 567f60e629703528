/** Zones by what they do: closed ones hatched, speed limits dashed, reports dotted. Their names are with those of places. */
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { denseRing } from '../../zones/geometry/dense-ring.ts';
import { polygonsOf } from '../../zones/geometry/polygon.ts';
import type { Zone, ZoneKind } from '../../zones/zone.ts';
import { OverlayLayer } from './overlay-layer.ts';
import type { MapPalette } from './palette.ts';
import { projector, unproject } from './projections.ts';

const DASHES: Readonly<Record<ZoneKind, readonly number[]>> = {
  closed: [],
  speed_limit: [9, 5],
  report: [2, 5],
};

export class ZoneLayer extends OverlayLayer {
  #zones: readonly Zone[] = [];
  /** By zone: its features, made for a projection. A border that does not change is not laid out anew. */
  #made = new Map<Zone, readonly Feature[]>();

  constructor() {
    super({ source: new VectorSource({ wrapX: true }), zIndex: 4 });
  }

  setZones(zones: readonly Zone[]): void {
    this.#zones = zones;
    this.#draw();
  }

  /** What is written on each zone, and where on its largest part. */
  names(): { readonly text: string; readonly at: LatLon }[] {
    return [...this.#made].map(([{ name, kind, max_speed_kn }, features]) => {
      const areas = features.map((feature) => feature.getGeometry() as Polygon);
      const largest = areas.reduce((a, b) => (b.getArea() > a.getArea() ? b : a));
      const at = unproject(this.projection, largest.getInteriorPoint().getFirstCoordinate());
      return { text: kind === 'speed_limit' ? `${name}\u00a0·\u00a0${max_speed_kn}\u00a0kn` : name, at };
    });
  }

  protected override drawAnew(): void {
    this.#made.clear();
    this.#draw();
  }

  #draw(): void {
    const before = this.#made;
    this.#made = new Map(this.#zones.map((zone) => [zone, before.get(zone) ?? this.#featuresOf(zone)]));
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures([...this.#made.values()].flat());
  }

  #featuresOf(zone: Zone): Feature[] {
    const project = projector(this.projection);
    const style = styleOf(zone, this.palette);
    return polygonsOf(zone.geometry).map(({ rings }) => {
      const projected = rings.map((ring) => denseRing(ring).map(([lon, lat]) => project(lon, lat)));
      const feature = new Feature({ geometry: new Polygon(projected), zone: zone.name });
      feature.setStyle(style);
      return feature;
    });
  }
}

function styleOf({ kind }: Zone, palette: MapPalette): Style {
  const colour = palette.zones[kind];
  return new Style({
    fill: new Fill({ color: kind === 'closed' ? hatch(colour) : `rgb(${colour} / 12%)` }),
    stroke: new Stroke({ color: `rgb(${colour})`, width: 2, lineDash: [...DASHES[kind]] }),
  });
}

const HATCH_PX = 12;

/** Lines the other way than those of closed ice, in the colour of the zone. */
function hatch(colour: string): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  canvas.width = HATCH_PX;
  canvas.height = HATCH_PX;
  const context = canvas.getContext('2d')!;
  context.fillStyle = `rgb(${colour} / 14%)`;
  context.fillRect(0, 0, HATCH_PX, HATCH_PX);
  context.strokeStyle = `rgb(${colour} / 55%)`;
  context.lineWidth = 1.4;
  for (const shift of [-HATCH_PX, 0, HATCH_PX]) {
    context.beginPath();
    context.moveTo(shift, 0);
    context.lineTo(shift + HATCH_PX, HATCH_PX);
    context.stroke();
  }
  return context.createPattern(canvas, 'repeat')!;
}
