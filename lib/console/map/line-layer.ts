/** The routes: each in its colour and dash, over a pale border that sets it off from any sea. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { LINES, type LineName } from './palette.ts';
import { type ProjectionName, projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

export interface MapLine {
  readonly line: LineName;
  readonly coordinates: readonly (readonly [number, number])[];
}

interface DrawnLine {
  readonly feature: Feature;
  /** What its geometry was made of. */
  readonly geometryKey: readonly [ProjectionName, MapLine['coordinates']];
  readonly isChosen: boolean;
}

const WIDTH = 3.5;
const CHOSEN_WIDTH = 5;
const BORDER = 2.5;
/** Later lines lie on top. */
const ORDER: readonly LineName[] = ['greatCircle', 'own', 'battery', 'fuel', 'traveltime'];

export class LineLayer extends VectorLayer<VectorSource> {
  #lines: readonly MapLine[] = [];
  #chosen: LineName | null = null;
  #projection: ProjectionName = 'mercator';
  readonly #drawn = new Map<LineName, DrawnLine>();

  constructor() {
    super({
      source: new VectorSource(),
      zIndex: 5,
      updateWhileAnimating: true,
      updateWhileInteracting: true,
    });
  }

  setProjection(name: ProjectionName): void {
    this.#projection = name;
    this.#draw();
  }

  setLines(lines: readonly MapLine[], chosen: LineName | null): void {
    this.#lines = lines;
    this.#chosen = chosen;
    this.#draw();
  }

  /** While an end is dragged only what has changed is made again. */
  #draw(): void {
    const source = this.getSource()!;
    const shown = new Set(this.#lines.map(({ line }) => line));
    for (const [line, { feature }] of this.#drawn) {
      if (shown.has(line)) continue;
      source.removeFeature(feature);
      this.#drawn.delete(line);
    }
    for (const { line, coordinates } of this.#lines) {
      const before = this.#drawn.get(line);
      const feature = before?.feature ?? new Feature({ line });
      const isChosen = line === this.#chosen;
      const geometryKey = [this.#projection, coordinates] as const;
      if (!before || geometryKey.some((part, i) => part !== before.geometryKey[i])) {
        const project = projector(this.#projection);
        feature.setGeometry(new LineString(rhumbLine(coordinates).map(([lon, lat]) => project(lon, lat))));
      }
      if (before?.isChosen !== isChosen) feature.setStyle(styleOf(line, isChosen));
      if (!before) source.addFeature(feature);
      this.#drawn.set(line, { feature, geometryKey, isChosen });
    }
  }
}

function styleOf(line: LineName, isChosen: boolean): Style[] {
  const { colour, dash } = LINES[line];
  const width = isChosen ? CHOSEN_WIDTH : line === 'greatCircle' ? 2.5 : WIDTH;
  const zIndex = 2 * (ORDER.indexOf(line) + (isChosen ? ORDER.length : 0));
  return [
    new Style({ zIndex, stroke: new Stroke({ color: 'rgb(255 255 255 / 88%)', width: width + BORDER }) }),
    new Style({
      zIndex: zIndex + 1,
      stroke: new Stroke({
        color: colour,
        width,
        lineDash: [...dash],
        lineCap: dash.length > 0 ? 'butt' : 'round',
      }),
    }),
  ];
}
