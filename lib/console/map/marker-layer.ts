/** Ends and stops, where they were moved to, the place along the route that is pointed at, and locations. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { EndName } from '../state/state.ts';
import { type Box, type Labelled, labelBox, labelSides, markOf } from './label-sides.ts';
import { dot, pin, ring } from './mark-styles.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { PlaceName } from './place-name.ts';
import { project } from './projections.ts';

/** An end or a stop, with the name that is written beside it. */
type NamedPlace = LatLon & { readonly name?: string };
interface HeldPlace {
  readonly place: NamedPlace;
  readonly letter: string;
  readonly colour: string;
  readonly held: Held;
}
type Location = LatLon & { readonly name: string };

/** What a hand can take hold of: an end, or a stop by its name. */
export type Held = { readonly end: EndName } | { readonly stop: string };

export interface Markers {
  readonly start: NamedPlace | null;
  readonly end: NamedPlace | null;
  /** In the order sailed. */
  readonly stops: readonly Location[];
  /** Where the engine put an end or a stop that lies in a closed cell; an alert says why. */
  readonly moved: readonly { readonly from: LatLon; readonly to: LatLon }[];
  readonly locations: readonly Location[];
  readonly pointed: LatLon | null;
  /** Where the ship is at the instant of the timeline. */
  readonly underWay: LatLon | null;
  /** Above which there are pins of alerts. */
  readonly alerts: readonly LatLon[];
  /** Whose reach is shown, elsewhere than at an end. */
  readonly ships: readonly LatLon[];
  /** Names of areas, with the places on which they stand if these are free. */
  readonly areas: readonly { readonly text: string; readonly at: LatLon }[];
}

const REACH_PX = 4;
const NO_MARKERS: Markers = {
  start: null,
  end: null,
  stops: [],
  moved: [],
  locations: [],
  pointed: null,
  underWay: null,
  alerts: [],
  ships: [],
  areas: [],
};
/** Pins, dots of locations, and the triangles of alerts, which stand above their places. */
const RADIUS = { pin: 13, location: 4, alert: 11 } as const;
const ALERT_ABOVE_PX = 22;
const NO_NAME = { width: 0, halfHeight: 0, isOptional: true, isArea: false };

/** A mark that names keep off, with its own name where it has one. */
interface Mark {
  readonly at: LatLon;
  readonly radius: number;
  readonly abovePx?: number;
  readonly name?: PlaceName;
}

export class MarkerLayer extends OverlayLayer {
  /** What the features of the locations were made of. */
  #locationsKey: readonly unknown[] = [null];
  /** All features but those of the locations. */
  #others: Feature[] = [];
  #markers = NO_MARKERS;
  /** Those whose names are placed first come first. */
  #pins: Mark[] = [];
  #locations: Mark[] = [];
  #areas: Mark[] = [];
  /** What lies over the map; what the names cover, and what the marks do; pixels. */
  #covers: () => readonly Box[] = () => [];
  names: readonly Box[] = [];
  marks: readonly Box[] = [];

  constructor() {
    super({ zIndex: 6 });
  }

  setMarkers(markers: Markers): void {
    this.#markers = markers;
    this.drawAnew();
  }

  /** The location under the pointer. */
  locationAt({ map, pixel }: MapBrowserEvent): Location | null {
    const options = { layerFilter: (layer: unknown) => layer === this, hitTolerance: REACH_PX };
    return map.forEachFeatureAtPixel(pixel, (each) => each.get('location'), options) ?? null;
  }

  protected override drawAnew(): void {
    const { start, end, stops, moved, locations, pointed, underWay, ships, areas } = this.#markers;
    const { marks } = this.palette;
    const features: Feature[] = [];
    for (const { from, to } of moved) {
      features.push(this.#movedLine(from, to), this.#point(to, dot(marks.ink, marks.end, 4.5, 5), {}));
    }
    for (const ship of ships) features.push(this.#point(ship, dot(marks.stop, marks.ring, 6, 8), {}));
    const places: readonly HeldPlace[] = [
      ...stops.map((place, k) => ({
        place,
        letter: String(k + 1),
        colour: marks.stop,
        held: { stop: place.name },
      })),
      ...(start ? [{ place: start, letter: 'A', colour: marks.start, held: { end: 'start' as const } }] : []),
      ...(end ? [{ place: end, letter: 'B', colour: marks.end, held: { end: 'end' as const } }] : []),
    ];
    this.#pins = [];
    for (const { place, letter, colour, held } of places) {
      const name = place.name ? this.#nameOf(place.name, 'stop' in held) : undefined;
      const style = [
        pin(letter, colour, marks),
        ...(name ? [new Style({ zIndex: 9, text: name.text })] : []),
      ];
      features.push(this.#point(place, style, { held }));
      this.#pins.push({ at: place, radius: RADIUS.pin, ...(name && { name }) });
    }
    this.#areas = areas.map(({ text, at }) => {
      const name = new PlaceName(text, true, this.palette, { isArea: true });
      features.push(this.#point(at, new Style({ zIndex: 1, text: name.text }), {}));
      return { at, radius: 0, name };
    });
    if (underWay)
      features.push(this.#point(underWay, dot(marks.stop, marks.ring, 9, 19), { underWay: true }));
    if (pointed) features.push(this.#point(pointed, dot(marks.pointed, '#111111', 6, 20), {}));
    const source = this.getSource()!;
    // a place that is an end or a stop has its name beside the pin
    const free = locations.filter((location) => !places.some(({ place }) => isSamePlace(place, location)));
    const key = [this.palette, this.projection, ...free];
    if (key.length === this.#locationsKey.length && key.every((part, i) => part === this.#locationsKey[i])) {
      // while an end is dragged the locations stay
      source.removeFeatures(this.#others);
    } else {
      source.clear(true);
      this.#locations = free.map((at) => ({
        at,
        radius: RADIUS.location,
        name: this.#nameOf(at.name, true),
      }));
      source.addFeatures(
        free.map((location, i) =>
          this.#point(location, ring(this.palette, this.#locations[i]!.name!.text), { location }),
        ),
      );
      this.#locationsKey = key;
    }
    this.layOutNames();
    source.addFeatures(features);
    this.#others = features;
  }

  /** After a move, and when what lies over the map changes. */
  keepOff(covers: () => readonly Box[]): void {
    this.#covers = covers;
    this.layOutNames();
  }

  /** Writes each name on that side of its place where it is read; anew when what they keep off changes. */
  layOutNames(): void {
    const map = this.getMapInternal();
    const alerts = this.#markers.alerts.map(
      (at): Mark => ({ at, radius: RADIUS.alert, abovePx: ALERT_ABOVE_PX }),
    );
    const seen = [...this.#pins, ...this.#areas, ...this.#locations, ...alerts].flatMap((mark) => {
      const { at, radius, abovePx = 0, name } = mark;
      const pixel = map?.getPixelFromCoordinate(project(this.projection, at.lon, at.lat));
      if (!pixel) return [];
      const { width, halfHeight, isOptional, isArea } = name ?? NO_NAME;
      const [x, y] = [pixel[0]!, pixel[1]! - abovePx];
      const item: Labelled = { x, y, radius, width, halfHeight, isOptional, isArea };
      return [{ item, name }];
    });
    const sides = labelSides(
      seen.map(({ item }) => item),
      this.#covers(),
    );
    const boxes: Box[] = [];
    let isOther = false;
    for (const [i, { item, name }] of seen.entries()) {
      if (!name) continue;
      const side = sides[i]!;
      isOther = name.write(item.radius, side) || isOther;
      if (side) boxes.push(labelBox(item, side));
    }
    this.names = boxes;
    this.marks = seen.map(({ item }) => markOf(item));
    if (isOther) this.changed();
  }

  #point({ lat, lon }: LatLon, style: Style | Style[], properties: object): Feature {
    const feature = new Feature({ geometry: new Point(project(this.projection, lon, lat)), ...properties });
    feature.setStyle(style);
    return feature;
  }

  #movedLine(from: LatLon, to: LatLon): Feature {
    const feature = new Feature(
      new LineString([from, to].map(({ lat, lon }) => project(this.projection, lon, lat))),
    );
    const { end } = this.palette.marks;
    feature.setStyle(new Style({ stroke: new Stroke({ color: end, width: 2, lineDash: [3, 4] }) }));
    return feature;
  }

  #nameOf(name: string, isOptional: boolean): PlaceName {
    return new PlaceName(name, isOptional, this.palette);
  }
}

const SAME_PLACE_DEGREES = 1e-3;

const isSamePlace = (a: LatLon, b: LatLon): boolean =>
  Math.abs(a.lat - b.lat) < SAME_PLACE_DEGREES && Math.abs(a.lon - b.lon) < SAME_PLACE_DEGREES;
