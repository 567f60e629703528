/**
 * Zones by what they do: closed ones hatched, speed limits dashed, reports dotted; faded where their season is another than
 * that of the voyage. Their names are with those of places.
 */
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
import { seasonText } from '../day-of-year.ts';
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
  /** Names of those that no route heeds now. */
  #out: ReadonlySet<string> = new Set();
  /** By zone: its features, made for a projection. A border that does not change is not laid out anew. */
  #made = new Map<Zone, readonly Feature[]>();

  constructor() {
    super({ source: new VectorSource({ wrapX: true }), zIndex: 4 });
  }

  setZones(zones: readonly Zone[], out: ReadonlySet<string>): void {
    this.#zones = zones;
    if (out !== this.#out) this.#made.clear(); // their colours change
    this.#out = out;
    this.#draw();
  }

  /** What is written on each zone, and where on its largest part. */
  names(): { readonly text: string; readonly at: LatLon }[] {
    return [...this.#made].map(([zone, features]) => {
      const areas = features.map((feature) => feature.getGeometry() as Polygon);
      const largest = areas.reduce((a, b) => (b.getArea() > a.getArea() ? b : a));
      const at = unproject(this.projection, largest.getInteriorPoint().getFirstCoordinate());
      return { text: this.#textOf(zone), at };
    });
  }

  /** The name, and what has to be known of it at once: knots, or when it holds where that is not now. */
  #textOf({ name, kind, max_speed_kn, season }: Zone): string {
    const limit = kind === 'speed_limit' ? `\u00a0·\u00a0${max_speed_kn}\u00a0kn` : '';
    const holds = season && this.#out.has(name) ? ` (${seasonText(season).replaceAll(' ', '\u00a0')})` : '';
    return name + limit + holds;
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
    const style = styleOf(zone, this.palette, this.#out.has(zone.name) ? FADED : 1);
    return polygonsOf(zone.geometry).map(({ rings }) => {
      const projected = rings.map((ring) => denseRing(ring).map(([lon, lat]) => project(lon, lat)));
      const feature = new Feature({ geometry: new Polygon(projected), zone: zone.name });
      feature.setStyle(style);
      return feature;
    });
  }
}

/** Of the strength of a zone that is heeded. */
const FADED = 0.35;

function styleOf({ kind }: Zone, palette: MapPalette, strength: number): Style {
  const colour = palette.zones[kind];
  return new Style({
    fill: new Fill({
      color: kind === 'closed' ? hatch(colour, strength) : `rgb(${colour} / ${12 * strength}%)`,
    }),
    stroke: new Stroke({
      color: `rgb(${colour} / ${100 * strength}%)`,
      width: 2,
      lineDash: [...DASHES[kind]],
    }),
  });
}

const HATCH_PX = 12;

/** Lines the other way than those of closed ice, in the colour of the zone. */
function hatch(colour: string, strength: number): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  canvas.width = HATCH_PX;
  canvas.height = HATCH_PX;
  const context = canvas.getContext('2d')!;
  context.fillStyle = `rgb(${colour} / ${14 * strength}%)`;
  context.fillRect(0, 0, HATCH_PX, HATCH_PX);
  context.strokeStyle = `rgb(${colour} / ${55 * strength}%)`;
  context.lineWidth = 1.4;
  for (const shift of [-HATCH_PX, 0, HATCH_PX]) {
    context.beginPath();
    context.moveTo(shift, 0);
    context.lineTo(shift + HATCH_PX, HATCH_PX);
    context.stroke();
  }
  return context.createPattern(canvas, 'repeat')!;
}
