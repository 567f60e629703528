/** Zones by what they do: closed ones hatched, speed limits dashed, reports dotted, each with its name. */
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { polygonsOf, type Ring } from '../../zones/geometry/polygon.ts';
import type { Zone, ZoneKind } from '../../zones/zone.ts';
import { OverlayLayer } from './overlay-layer.ts';
import type { MapPalette } from './palette.ts';
import { projector } from './projections.ts';

/** Edges are straight in longitude and latitude: in pieces of so many degrees they look it in any projection. */
const STEP_DEGREES = 0.5;
/** Characters of a name in one line. */
const LINE_LENGTH = 24;
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
    super({ source: new VectorSource({ wrapX: true }), zIndex: 4, declutter: true });
  }

  setZones(zones: readonly Zone[]): void {
    this.#zones = zones;
    this.#draw();
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
      const projected = rings.map((ring) => dense(ring).map(([lon, lat]) => project(lon, lat)));
      const feature = new Feature({ geometry: new Polygon(projected), zone: zone.name });
      feature.setStyle(style);
      return feature;
    });
  }
}

/** A closed ring, [lon, lat], with points between far vertices. */
function dense(ring: Ring): [number, number][] {
  const points: [number, number][] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const [lon, lat] = [ring[at]!, ring[at + 1]!];
    const [Δlon, Δlat] = [ring[next]! - lon, ring[next + 1]! - lat];
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(Δlon), Math.abs(Δlat)) / STEP_DEGREES));
    for (let k = 0; k < count; k++) points.push([lon + (Δlon * k) / count, lat + (Δlat * k) / count]);
  }
  points.push([ring[0]!, ring[1]!]);
  return points;
}

function styleOf({ name, kind, max_speed_kn }: Zone, palette: MapPalette): Style {
  const colour = palette.zones[kind];
  const label = kind === 'speed_limit' ? `${name} · ${max_speed_kn} kn` : name;
  return new Style({
    fill: new Fill({ color: kind === 'closed' ? hatch(colour) : `rgb(${colour} / 12%)` }),
    stroke: new Stroke({ color: `rgb(${colour})`, width: 2, lineDash: [...DASHES[kind]] }),
    text: new Text({
      text: inLines(label),
      overflow: true,
      font: '600 12px system-ui, sans-serif',
      fill: new Fill({ color: palette.label }),
      stroke: new Stroke({ color: palette.labelHalo, width: 3 }),
    }),
  });
}

function inLines(name: string): string {
  const lines = [''];
  for (const word of name.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= LINE_LENGTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
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
