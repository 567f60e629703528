/** A line that is drawn point by point, for a route of one's own and to measure: OpenLayers' own interaction. */
import type LineString from 'ol/geom/LineString.js';
import Draw from 'ol/interaction/Draw.js';
import type OlMap from 'ol/Map.js';
import type { ProjectionName } from './projections.ts';
import { unproject } from './projections.ts';

export type LinePoints = [lon: number, lat: number][];

export interface LineToolEvents {
  /** While it is drawn, the point under the pointer last. */
  onChange?(points: LinePoints): void;
  onDone(points: LinePoints): void;
}

export class LineTool {
  readonly #map: OlMap;
  #draw: Draw | null = null;

  constructor(map: OlMap) {
    this.#map = map;
  }

  get isActive(): boolean {
    return this.#draw !== null;
  }

  /** A double click ends the line, as `finish` does. */
  start(projection: ProjectionName, { onChange, onDone }: LineToolEvents): void {
    this.stop();
    const draw = new Draw({ type: 'LineString', stopClick: true });
    const pointsOf = (line: LineString) =>
      line.getCoordinates().map((point): [number, number] => {
        const { lat, lon } = unproject(projection, point);
        return [lon, lat];
      });
    draw.on('drawstart', ({ feature }) => {
      const line = feature.getGeometry() as LineString;
      if (onChange) line.on('change', () => onChange(pointsOf(line)));
    });
    draw.on('drawend', ({ feature }) =>
      onDone(withoutRepeats(pointsOf(feature.getGeometry() as LineString))),
    );
    this.#draw = draw;
    this.#map.addInteraction(draw);
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
  }
}

/** The second click of a double click is at the place of the first. */
const withoutRepeats = (points: LinePoints): LinePoints =>
  points.filter(([lon, lat], i) => i === 0 || lon !== points[i - 1]![0] || lat !== points[i - 1]![1]);
