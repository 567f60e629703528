/** Current or wind as arrows, evenly spaced on the screen; the longer, the faster. */
import Feature from 'ol/Feature.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { cellsAt } from '../../engine/mesh/locate.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { MapPalette } from './palette.ts';
import { type ProjectionName, project, unproject } from './projections.ts';
import { UprightLayer } from './upright-layer.ts';

export type Flow = 'current' | 'wind';

/** Metres per second from which arrows are no longer. */
export const LONGEST_MPS: Readonly<Record<Flow, number>> = { current: 0.5, wind: 15 };
/** What is slower has no arrow, m/s. */
const STILL_MPS = 0.01;
const SPACING_PX = 54;
const LENGTH_PX = { least: 8, most: 38 };
const HEAD_PX = 6;
/** Between shaft and head, radians. */
const HEAD_ANGLE = 0.5;
/** Of the direction on the screen, degrees of latitude. */
const AHEAD = 0.01;

type Pixel = [x: number, y: number];

export class ArrowLayer extends UprightLayer {
  #mesh: Mesh | null = null;
  #flow: Flow | null = null;

  constructor() {
    super({ source: new VectorSource(), zIndex: 3 });
  }

  setPalette({ label, labelHalo }: MapPalette): void {
    this.setStyle([
      new Style({ stroke: new Stroke({ color: labelHalo, width: 3.4 }) }),
      new Style({ stroke: new Stroke({ color: label, width: 1.3 }) }),
    ]);
  }

  setFlow(mesh: Mesh | null, flow: Flow | null): void {
    this.#mesh = mesh;
    this.#flow = flow;
  }

  /** Lays the arrows out for the present view. */
  layOut(map: OlMap, name: ProjectionName): void {
    const [mesh, flow] = [this.#mesh, this.#flow];
    const source = this.getSource()!;
    source.clear(true);
    const [width, height] = map.getSize() ?? [0, 0];
    if (!mesh || !flow) return;
    const lines: number[][][] = [];
    for (let x = SPACING_PX / 2; x < width!; x += SPACING_PX) {
      for (let y = SPACING_PX / 2; y < height!; y += SPACING_PX) {
        const at = unproject(name, map.getCoordinateFromPixel([x, y]));
        const arrow = arrowAt(map, name, [x, y], at, velocityAt(mesh, flow, at), LONGEST_MPS[flow]);
        lines.push(...arrow.map((line) => line.map((pixel) => map.getCoordinateFromPixel(pixel))));
      }
    }
    source.addFeature(new Feature(new MultiLineString(lines)));
  }
}

/** East and north, m/s; null where it is not known. */
function velocityAt(mesh: Mesh, flow: Flow, at: LatLon): readonly [number, number] | null {
  const cell = cellsAt(mesh, at)[0];
  if (cell === undefined) return null;
  const { windEast, windNorth } = mesh.environment.columns;
  if (flow === 'wind') return windEast && windNorth ? [windEast[cell]!, windNorth[cell]!] : null;
  return cell < mesh.openCount ? [mesh.motion[4 * cell + 2]!, mesh.motion[4 * cell + 3]!] : null;
}

/** Shaft and head about a place on the screen, pixels. */
function arrowAt(
  map: OlMap,
  name: ProjectionName,
  [x, y]: Pixel,
  { lat, lon }: LatLon,
  velocity: readonly [number, number] | null,
  longest: number,
): Pixel[][] {
  if (!velocity) return [];
  const [east, north] = velocity;
  const speed = Math.hypot(east, north);
  if (!(speed >= STILL_MPS) || Math.abs(lat) > 89) return [];
  const Δlon = (AHEAD * east) / speed / Math.cos((lat * Math.PI) / 180);
  const ahead = map.getPixelFromCoordinate(project(name, lon + Δlon, lat + (AHEAD * north) / speed));
  const [a, b] = ahead as Pixel;
  const angle = Math.atan2(b - y, a - x);
  const half = (LENGTH_PX.least + (LENGTH_PX.most - LENGTH_PX.least) * Math.min(1, speed / longest)) / 2;
  const along = (length: number, turn = 0): Pixel => [
    x + length * Math.cos(angle + turn),
    y + length * Math.sin(angle + turn),
  ];
  const tip = along(half);
  const side = (turn: number): Pixel => [
    tip[0] - HEAD_PX * Math.cos(angle + turn),
    tip[1] - HEAD_PX * Math.sin(angle + turn),
  ];
  return [
    [along(-half), tip],
    [side(HEAD_ANGLE), tip, side(-HEAD_ANGLE)],
  ];
}
