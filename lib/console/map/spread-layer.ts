/**
 * The spread of a study: the best route of each of its ice data faint, that of least regret strong, and where ice data
 * without a way close the routes of the others, with the share of them.
 */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { type ObjectiveSpread, shareText, spreadPaths } from '../state/spread.ts';
import { cross } from './mark-styles.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { colourOf, type MapPalette } from './palette.ts';
import { project, projector } from './projections.ts';
import { rhumbLine } from './rhumb-line.ts';

const WIDTH = { member: 1.8, chosen: 5, casing: 9 };
/** Hexadecimal: a third. */
const FAINT = '55';

export class SpreadLayer extends OverlayLayer {
  #spread: ObjectiveSpread | null = null;

  constructor() {
    super({ zIndex: 4 });
  }

  setSpread(spread: ObjectiveSpread | null): void {
    this.#spread = spread;
    this.drawAnew();
  }

  protected override drawAnew(): void {
    const source = this.getSource()!;
    source.clear(true);
    if (!this.#spread) return;
    const { objective, least_regret, closed_at } = this.#spread;
    const colour = colourOf(objective, this.palette);
    const faint = new Style({ stroke: new Stroke({ color: colour + FAINT, width: WIDTH.member }) });
    source.addFeatures(spreadPaths(this.#spread).map((path) => this.#line(path, 'member', faint)));
    if (least_regret) {
      const { coordinates } = least_regret.path;
      source.addFeature(this.#line(coordinates, 'chosen', chosenStyle(colour, this.palette)));
    }
    for (const { lat, lon, share } of closed_at) {
      const geometry = new Point(project(this.projection, lon, lat));
      const feature = new Feature({ geometry, spread: 'closed', share });
      feature.setStyle(closedStyle(shareText(share), this.palette));
      source.addFeature(feature);
    }
  }

  #line(path: readonly [number, number][], spread: 'member' | 'chosen', style: Style | Style[]): Feature {
    const project = projector(this.projection);
    const geometry = new LineString(rhumbLine(path).map(([lon, lat]) => project(lon, lat)));
    const feature = new Feature({ geometry, spread });
    feature.setStyle(style);
    return feature;
  }
}

const chosenStyle = (color: string, { casing }: MapPalette): Style[] => [
  new Style({ zIndex: 1, stroke: new Stroke({ color: casing, width: WIDTH.casing }) }),
  new Style({ zIndex: 2, stroke: new Stroke({ color, width: WIDTH.chosen }) }),
];

/** With the share beside it. */
const closedStyle = (text: string, palette: MapPalette): Style[] =>
  cross(
    palette.marks,
    3,
    new Text({
      text,
      font: '600 12px system-ui, sans-serif',
      textAlign: 'left',
      offsetX: 12,
      fill: new Fill({ color: palette.label }),
      stroke: new Stroke({ color: palette.labelHalo, width: 3 }),
    }),
  );
