/** The routes: each in its colour and dash, over a pale border that sets it off from any sea. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { OverlayLayer } from './overlay-layer.ts';
import { colourOf, isOtherWay, LINES, type LineName, type MapPalette } from './palette.ts';
import { type ProjectionName, projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

export interface MapLine {
  readonly line: LineName;
  /** What is written beside it. */
  readonly name: string;
  readonly coordinates: readonly (readonly [number, number])[];
}

/** Colours of the legs of a line, by the index of their ends. */
export interface LegColours extends Omit<MapLine, 'name'> {
  readonly ofLegs: readonly (string | null)[];
}

interface DrawnLine {
  readonly feature: Feature;
  /** What its geometry was made of. */
  readonly geometryKey: readonly [ProjectionName, MapLine['coordinates']];
  /** What its style was made of. */
  readonly styleKey: readonly [boolean, MapPalette];
}

export class LineLayer extends OverlayLayer {
  #lines: readonly MapLine[] = [];
  #chosen: LineName | null = null;
  readonly #drawn = new Map<LineName, DrawnLine>();
  #colours: LegColours | null = null;
  #coloured: Feature[] = [];

  constructor() {
    super({ zIndex: 5 });
  }

  protected override drawAnew(): void {
    this.#draw();
    this.#drawColours();
  }

  setLines(lines: readonly MapLine[], chosen: LineName | null): void {
    this.#lines = lines;
    this.#chosen = chosen;
    this.#draw();
  }

  /** Colours the legs of one line, over the line itself; null for none. */
  setColours(colours: LegColours | null): void {
    this.#colours = colours;
    this.#drawColours();
  }

  #drawColours(): void {
    const source = this.getSource()!;
    source.removeFeatures(this.#coloured);
    this.#coloured = this.#colours ? colouredLegs(this.#colours, this.projection) : [];
    source.addFeatures(this.#coloured);
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
      const geometryKey = [this.projection, coordinates] as const;
      if (!before || geometryKey.some((part, i) => part !== before.geometryKey[i])) {
        const project = projector(this.projection);
        feature.setGeometry(new LineString(rhumbLine(coordinates).map(([lon, lat]) => project(lon, lat))));
      }
      const styleKey = [isChosen, this.palette] as const;
      if (styleKey.some((part, i) => part !== before?.styleKey[i]))
        feature.setStyle(styleOf(line, ...styleKey));
      if (!before) source.addFeature(feature);
      this.#drawn.set(line, { feature, geometryKey, styleKey });
    }
  }
}

/** As broad as the broadest line, which it hides. */
const COLOURED_WIDTH = 6.5;

/** Legs of one colour, one after the other, are one piece. */
function colouredLegs({ line, coordinates, ofLegs }: LegColours, name: ProjectionName): Feature[] {
  const project = projector(name);
  const pieces: { colour: string; points: (readonly [number, number])[] }[] = [];
  for (let i = 1; i < coordinates.length; i++) {
    const colour = ofLegs[i];
    const last = pieces.at(-1);
    if (!colour) continue;
    if (last?.colour === colour && last.points.at(-1) === coordinates[i - 1])
      last.points.push(coordinates[i]!);
    else pieces.push({ colour, points: [coordinates[i - 1]!, coordinates[i]!] });
  }
  return pieces.map(({ colour, points }) => {
    const projected = rhumbLine(points).map(([lon, lat]) => project(lon, lat));
    const feature = new Feature({ geometry: new LineString(projected), line, coloured: colour });
    const stroke = new Stroke({ color: colour, width: COLOURED_WIDTH });
    feature.setStyle(new Style({ zIndex: 99, stroke }));
    return feature;
  });
}

/** The fastest lies broad below the others, so that where two run together both are seen. */
const WIDTHS: Readonly<Partial<Record<LineName, number>>> = {
  traveltime: 6.5,
  fuel: 3,
  battery: 3,
  greatCircle: 2.5,
  within: 3,
  cost: 3,
};
const WIDTH = 3.5;
const OTHER_WAY_WIDTH = 2.2;
const ORDER: readonly LineName[] = [
  'variant3',
  'variant2',
  'variant1',
  'traveltime',
  'battery',
  'fuel',
  'within',
  'cost',
];
const BORDER = 2.5;
/** What the border of the chosen line is wider by. */
const CHOSEN_BORDER = 3;
/** The broadest line with its border, pixels. */
export const BROADEST_PX = COLOURED_WIDTH + BORDER + CHOSEN_BORDER;

function styleOf(line: LineName, isChosen: boolean, palette: MapPalette): Style[] {
  const { dash } = LINES[line];
  const width = isOtherWay(line) ? OTHER_WAY_WIDTH : (WIDTHS[line] ?? WIDTH);
  // the great circle, one's own and other ways lie below all
  const zIndex = 2 * (1 + ORDER.indexOf(line));
  const border = isChosen ? BORDER + CHOSEN_BORDER : BORDER;
  // over the broad line the border would hide it
  const isOver = line === 'fuel' || line === 'battery' || line === 'within' || line === 'cost';
  return [
    new Style({
      zIndex: isOver ? -1 : zIndex,
      stroke: new Stroke({ color: palette.casing, width: width + border }),
    }),
    new Style({
      zIndex: zIndex + 1,
      stroke: new Stroke({
        color: colourOf(line, palette),
        width,
        lineDash: [...dash],
        lineCap: dash.length > 0 ? 'butt' : 'round',
      }),
    }),
  ];
}
