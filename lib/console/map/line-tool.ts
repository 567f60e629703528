/** A line or an area that is drawn point by point: OpenLayers' own interaction. */
import type LineString from 'ol/geom/LineString.js';
import type Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { Pixel } from './clear-places.ts';
import type { ProjectionName } from './projections.ts';
import { unproject } from './projections.ts';
import { drawUpright } from './upright-layer.ts';

export type LinePoints = [lon: number, lat: number][];

export interface LineToolEvents {
  /** While it is drawn, the point under the pointer last. */
  onChange?(points: LinePoints): void;
  onDone(points: LinePoints): void;
}

/** The two clicks of a double click are no farther apart, pixels. */
const SAME_CLICK_PX = 12;
/** The fewest points of what is drawn. */
const LEAST_POINTS = { LineString: 2, Polygon: 3 };
/** A hand is no more exact than a metre. */
const DECIMALS = 5;

export class LineTool {
  readonly #map: OlMap;
  #draw: Draw | null = null;
  /** What is drawn, from its first point on. */
  #drawn: LineString | Polygon | null = null;
  /** Where a click ended what was drawn last, until the next click. */
  #endedAt: Pixel | null = null;

  constructor(map: OlMap) {
    this.#map = map;
  }

  get isActive(): boolean {
    return this.#draw !== null;
  }

  /** Whether a click is for what is drawn, or the second of the double click that has just ended it. */
  takes({ pixel: [x = 0, y = 0] }: MapBrowserEvent): boolean {
    const ended = this.#endedAt;
    this.#endedAt = null;
    return this.isActive || (ended !== null && Math.hypot(x - ended[0], y - ended[1]) < SAME_CLICK_PX);
  }

  /** A double click ends what is drawn, as `finish` does; the points of an area are those of its border, each once. */
  start(
    projection: ProjectionName,
    { onChange, onDone }: LineToolEvents,
    type: 'LineString' | 'Polygon',
  ): void {
    this.stop();
    this.#endedAt = null;
    const finishCondition = ({ pixel }: MapBrowserEvent) => {
      this.#endedAt = pixel as unknown as Pixel;
      return true;
    };
    const draw = new Draw({ type, stopClick: true, finishCondition });
    drawUpright(draw.getOverlay());
    const pointsOf = (drawn: LineString | Polygon) =>
      verticesOf(drawn).map((point): [number, number] => {
        const { lat, lon } = unproject(projection, point);
        return [lon, lat].map((degrees) => Number(degrees.toFixed(DECIMALS))) as [number, number];
      });
    draw.on('drawabort', () => {
      this.#drawn = null;
    });
    draw.on('drawstart', ({ feature }) => {
      const line = feature.getGeometry() as LineString;
      this.#drawn = line;
      if (onChange) line.on('change', () => onChange(pointsOf(line)));
    });
    draw.on('drawend', ({ feature }) => {
      this.#drawn = null;
      onDone(withoutRepeats(pointsOf(feature.getGeometry() as LineString)));
    });
    this.#draw = draw;
    this.#map.addInteraction(draw);
  }

  /** Puts the next point at the middle of the map; where the last one is there, what is drawn ends. */
  addMiddle(): void {
    const middle = this.#map.getView().getCenter();
    if (!this.#draw || !middle) return;
    const placed = this.#drawn ? verticesOf(this.#drawn).slice(0, -1) : []; // the last is under the pointer
    const last = placed.at(-1);
    if (last?.[0] !== middle[0] || last?.[1] !== middle[1]) this.#draw.appendCoordinates([[...middle]]);
    else if (placed.length >= LEAST_POINTS[this.#drawn!.getType() as 'LineString' | 'Polygon'])
      this.#draw.finishDrawing();
  }

  /** Takes the last point back. */
  removeLast(): void {
    this.#draw?.removeLastPoint();
  }

  /** Keeps what was drawn, if that is a line. */
  finish(): void {
    this.#draw?.finishDrawing();
    this.stop();
  }

  /** Drops what was drawn. */
  stop(): void {
    if (this.#draw) this.#map.removeInteraction(this.#draw);
    this.#draw = null;
    this.#drawn = null;
  }
}

function verticesOf(drawn: LineString | Polygon): number[][] {
  const coordinates = drawn.getCoordinates();
  return drawn.getType() === 'Polygon'
    ? (coordinates as number[][][])[0]!.slice(0, -1)
    : (coordinates as number[][]);
}

/** The second click of a double click is at the place of the first. */
const withoutRepeats = (points: LinePoints): LinePoints =>
  points.filter(([lon, lat], i) => i === 0 || lon !== points[i - 1]![0] || lat !== points[i - 1]![1]);
