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

const WIDTH = 3.5;
const CHOSEN_WIDTH = 5;
const BORDER = 2.5;
/** Later lines lie on top. */
const ORDER: readonly LineName[] = ['greatCircle', 'own', 'battery', 'fuel', 'traveltime'];

export class LineLayer extends VectorLayer<VectorSource> {
  #lines: readonly MapLine[] = [];
  #chosen: LineName | null = null;
  #projection: ProjectionName = 'mercator';

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

  #draw(): void {
    const project = projector(this.#projection);
    const features = this.#lines.map(({ line, coordinates }) => {
      const feature = new Feature({
        geometry: new LineString(rhumbLine(coordinates).map(([lon, lat]) => project(lon, lat))),
        line,
      });
      feature.setStyle(styleOf(line, line === this.#chosen));
      return feature;
    });
    const source = this.getSource()!;
    source.clear(true);
    source.addFeatures(features);
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
