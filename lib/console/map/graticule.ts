/** Meridians and parallels; their names are graticule-labels.ts'. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { MapPalette } from './palette.ts';
import { latitudeRange, type ProjectionName, projector } from './projections.ts';

const MERIDIAN_STEP = 10;
const PARALLEL_STEP = 5;
const DENSE_STEP = 1;

export interface GraticuleLine {
  readonly isMeridian: boolean;
  readonly label: string;
  /** [lon, lat], degrees. */
  readonly points: readonly (readonly [number, number])[];
}

export class GraticuleLayer extends VectorImageLayer<VectorSource> {
  constructor(palette: MapPalette) {
    super({ source: new VectorSource(), zIndex: 2, imageRatio: 1.4 });
    this.setPalette(palette);
  }

  setPalette({ grid }: MapPalette): void {
    this.setStyle(new Style({ stroke: new Stroke({ color: grid, width: 1 }) }));
  }

  setProjection(name: ProjectionName): void {
    const source = this.getSource()!;
    source.clear(true);
    const project = projector(name);
    source.addFeatures(
      graticuleLines(name).map(
        ({ points }) => new Feature(new LineString(points.map(([lon, lat]) => project(lon, lat)))),
      ),
    );
  }
}

export function graticuleLines(name: ProjectionName): GraticuleLine[] {
  return [...meridians(name), ...parallels(name)];
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, k) => from + k * step);

/** Latitudes between which meridians are drawn: polar views leave a disc at the pole empty. */
function limits(name: ProjectionName): [from: number, to: number] {
  if (name === 'south') return [-85, 0];
  if (name === 'north') return [0, 85];
  return [-85, 85];
}

function meridians(name: ProjectionName): GraticuleLine[] {
  const [from, to] = limits(name);
  const latitudes = range(from, to, DENSE_STEP);
  return range(-180, 170, MERIDIAN_STEP).map((lon) => ({
    isMeridian: true,
    label: longitudeLabel(lon),
    points: latitudes.map((lat) => [lon, lat] as const),
  }));
}

function parallels(name: ProjectionName): GraticuleLine[] {
  const [from, to] = limits(name);
  const [least, greatest] = latitudeRange(name);
  return range(from, to, PARALLEL_STEP)
    .filter((lat) => lat >= least && lat <= greatest)
    .map((lat) => ({
      isMeridian: false,
      label: latitudeLabel(lat),
      points: range(-180, 180, DENSE_STEP).map((lon) => [lon, lat] as const),
    }));
}

function longitudeLabel(lon: number): string {
  if (lon === 0 || lon === -180) return `${Math.abs(lon)}°`;
  return `${Math.abs(lon)}°${lon < 0 ? 'W' : 'E'}`;
}

const latitudeLabel = (lat: number): string => (lat === 0 ? '0°' : `${Math.abs(lat)}°${lat < 0 ? 'S' : 'N'}`);
