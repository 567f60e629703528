/** The routes: each in its colour and dash, over a pale border that sets it off from any sea. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { LINES, type LineName, type MapPalette, PALETTES } from './palette.ts';
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
  /** What its style was made of. */
  readonly styleKey: readonly [boolean, MapPalette];
}

export class LineLayer extends VectorLayer<VectorSource> {
  #lines: readonly MapLine[] = [];
  #chosen: LineName | null = null;
  #palette: MapPalette = PALETTES.day;
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

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
    this.#draw();
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
      const styleKey = [isChosen, this.#palette] as const;
      if (styleKey.some((part, i) => part !== before?.styleKey[i]))
        feature.setStyle(styleOf(line, ...styleKey));
      if (!before) source.addFeature(feature);
      this.#drawn.set(line, { feature, geometryKey, styleKey });
    }
  }
}

/** The fastest lies broad below the others, so that where two run together both are seen. */
const WIDTHS: Readonly<Record<LineName, number>> = {
  traveltime: 6.5,
  fuel: 3,
  battery: 3,
  greatCircle: 2.5,
  own: 3.5,
  within: 3,
};
const ORDER: readonly LineName[] = ['greatCircle', 'own', 'traveltime', 'battery', 'fuel', 'within'];
const BORDER = 2.5;
/** What the border of the chosen line is wider by. */
const CHOSEN_BORDER = 3;

function styleOf(line: LineName, isChosen: boolean, palette: MapPalette): Style[] {
  const { colour, dash } = LINES[line];
  const width = WIDTHS[line];
  const zIndex = 2 * ORDER.indexOf(line);
  const border = isChosen ? BORDER + CHOSEN_BORDER : BORDER;
  // over the broad line the border would hide it
  const isOver = line === 'fuel' || line === 'battery' || line === 'within';
  return [
    new Style({
      zIndex: isOver ? -1 : zIndex,
      stroke: new Stroke({ color: palette.casing, width: width + border }),
    }),
    new Style({
      zIndex: zIndex + 1,
      stroke: new Stroke({
        color: palette.lines[line] ?? colour,
        width,
        lineDash: [...dash],
        lineCap: dash.length > 0 ? 'butt' : 'round',
      }),
    }),
  ];
}
