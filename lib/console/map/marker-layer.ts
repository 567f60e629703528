/** Ends and stops, where they were moved to, the place along the route that is pointed at, and locations. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { EndName } from '../state/state.ts';
import type { MapPalette } from './palette.ts';
import { type ProjectionName, project } from './projections.ts';

/** What a hand can take hold of: an end, or a stop by its name. */
export type Held = { readonly end: EndName } | { readonly stop: string };

export interface Markers {
  readonly start: LatLon | null;
  readonly end: LatLon | null;
  /** In the order sailed. */
  readonly stops: readonly (LatLon & { readonly name: string })[];
  /** Where the engine put an end or a stop that lies in a closed cell. */
  readonly moved: readonly { readonly from: LatLon; readonly to: LatLon; readonly text: string }[];
  readonly locations: readonly (LatLon & { readonly name: string })[];
  readonly pointed: LatLon | null;
  /** Where alerts have their pins. */
  readonly alerts: readonly { readonly id: string; readonly kind: AlertKind; readonly place: LatLon }[];
}

type AlertKind = 'danger' | 'caution' | 'note';

const END_COLOURS = { start: '#00735c', end: '#b3261e' } as const;
const STOP_COLOUR = '#1d4f91';
const NO_MARKERS: Markers = {
  start: null,
  end: null,
  stops: [],
  moved: [],
  locations: [],
  pointed: null,
  alerts: [],
};

export class MarkerLayer extends VectorLayer<VectorSource> {
  #palette: MapPalette;
  #projection: ProjectionName = 'mercator';
  /** What the features of the locations were made of. */
  #locationsKey: readonly [Markers['locations'], MapPalette, ProjectionName] | readonly [null] = [null];
  /** All features but those of the locations. */
  #others: Feature[] = [];
  #markers = NO_MARKERS;

  constructor(palette: MapPalette) {
    super({
      source: new VectorSource(),
      zIndex: 6,
      declutter: true,
      updateWhileAnimating: true,
      updateWhileInteracting: true,
    });
    this.#palette = palette;
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
    this.#draw();
  }

  setProjection(name: ProjectionName): void {
    this.#projection = name;
    this.#draw();
  }

  setMarkers(markers: Markers): void {
    this.#markers = markers;
    this.#draw();
  }

  #draw(): void {
    const { start, end, stops, moved, locations, pointed, alerts } = this.#markers;
    const features: Feature[] = [];
    for (const { from, to, text } of moved) {
      features.push(this.#movedLine(from, to, text), this.#point(to, dot('#ffffff', '#16324a', 4.5), {}));
    }
    stops.forEach((stop, k) => {
      const held: Held = { stop: stop.name };
      const style = [...pin(String(k + 1), STOP_COLOUR), this.#nameStyle(stop.name)];
      features.push(this.#point(stop, style, { held }));
    });
    const ends = { start, end };
    for (const [name, letter] of [
      ['start', 'A'],
      ['end', 'B'],
    ] as const) {
      const held: Held = { end: name };
      if (ends[name]) features.push(this.#point(ends[name], pin(letter, END_COLOURS[name]), { held }));
    }
    for (const { id, kind, place } of alerts) {
      features.push(this.#point(place, warning(kind), { alert: id }));
    }
    if (pointed) features.push(this.#point(pointed, dot('#ffd400', '#111111', 6), {}));
    const source = this.getSource()!;
    if (this.#locationsKey.every((part, i) => part === [locations, this.#palette, this.#projection][i])) {
      // while an end is dragged the locations stay
      source.removeFeatures(this.#others);
    } else {
      source.clear(true);
      source.addFeatures(
        locations.map((location) => this.#point(location, this.#locationStyle(location.name), { location })),
      );
      this.#locationsKey = [locations, this.#palette, this.#projection];
    }
    source.addFeatures(features);
    this.#others = features;
  }

  #point({ lat, lon }: LatLon, style: Style | Style[], properties: object): Feature {
    const feature = new Feature({ geometry: new Point(project(this.#projection, lon, lat)), ...properties });
    feature.setStyle(style);
    return feature;
  }

  #movedLine(from: LatLon, to: LatLon, text: string): Feature {
    const feature = new Feature(
      new LineString([from, to].map(({ lat, lon }) => project(this.#projection, lon, lat))),
    );
    feature.setStyle(
      new Style({
        stroke: new Stroke({ color: '#b3261e', width: 2, lineDash: [3, 4] }),
        text: this.#text(text, 0, -24),
      }),
    );
    return feature;
  }

  #locationStyle(name: string): Style {
    return new Style({
      image: new CircleStyle({
        declutterMode: 'none',
        radius: 3.5,
        fill: new Fill({ color: this.#palette.labelHalo }),
        stroke: new Stroke({ color: this.#palette.label, width: 1.6 }),
      }),
      text: this.#text(name, 8, 0, 'left'),
    });
  }

  /** Beside the pin of a stop. */
  #nameStyle(name: string): Style {
    return new Style({ zIndex: 9, text: this.#text(name, 17, 0, 'left') });
  }

  #text(text: string, offsetX: number, offsetY: number, textAlign: CanvasTextAlign = 'center'): Text {
    return new Text({
      text,
      offsetX,
      offsetY,
      textAlign,
      font: '600 12px system-ui, sans-serif',
      fill: new Fill({ color: this.#palette.label }),
      stroke: new Stroke({ color: this.#palette.labelHalo, width: 3.5 }),
    });
  }
}

function dot(fill: string, stroke: string, radius: number): Style {
  return new Style({
    zIndex: 20,
    image: new CircleStyle({
      declutterMode: 'none',
      radius,
      fill: new Fill({ color: fill }),
      stroke: new Stroke({ color: stroke, width: 2 }),
    }),
  });
}

const ALERT_COLOURS = { danger: '#b3261e', caution: '#8a5300', note: '#35566e' } as const;

/** A triangle above its place, so that it hides neither the end nor the line below it. */
function warning(kind: AlertKind): Style {
  return new Style({
    zIndex: kind === 'danger' ? 16 : 15,
    image: new RegularShape({
      points: 3,
      radius: 12,
      displacement: [0, 22],
      declutterMode: 'none',
      fill: new Fill({ color: ALERT_COLOURS[kind] }),
      stroke: new Stroke({ color: '#ffffff', width: 2 }),
    }),
    text: new Text({
      text: '!',
      declutterMode: 'none',
      font: '700 12px system-ui, sans-serif',
      fill: new Fill({ color: '#ffffff' }),
      offsetY: -20,
    }),
  });
}

function pin(letter: string, colour: string): Style[] {
  return [
    new Style({
      zIndex: 10,
      image: new CircleStyle({
        declutterMode: 'none',
        radius: 12,
        fill: new Fill({ color: colour }),
        stroke: new Stroke({ color: '#ffffff', width: 2.5 }),
      }),
      text: new Text({
        text: letter,
        declutterMode: 'none',
        font: '700 13px system-ui, sans-serif',
        fill: new Fill({ color: '#ffffff' }),
        offsetY: 1,
      }),
    }),
  ];
}
