/** Meridians and parallels with their labels. */
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { MapPalette } from './palette.ts';
import { latitudeRange, type ProjectionName, projector } from './projections.ts';

const MERIDIAN_STEP = 10;
const PARALLEL_STEP = 5;
const DENSE_STEP = 1;

export class GraticuleLayer extends VectorImageLayer<VectorSource> {
  #palette: MapPalette;

  constructor(palette: MapPalette) {
    super({ source: new VectorSource(), zIndex: 2, imageRatio: 1.4 });
    this.#palette = palette;
    this.setStyle((feature) => this.#style(feature.get('label')));
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
    this.changed();
  }

  setProjection(name: ProjectionName): void {
    const source = this.getSource()!;
    source.clear(true);
    const project = projector(name);
    source.addFeatures([...meridians(name, project), ...parallels(name, project)]);
  }

  #style(label: string | undefined): Style {
    const { grid, label: ink, labelHalo } = this.#palette;
    if (label === undefined) return new Style({ stroke: new Stroke({ color: grid, width: 1 }) });
    return new Style({
      text: new Text({
        text: label,
        font: '11px system-ui, sans-serif',
        fill: new Fill({ color: ink }),
        stroke: new Stroke({ color: labelHalo, width: 3 }),
      }),
    });
  }
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, k) => from + k * step);

type Project = ReturnType<typeof projector>;

const line = (project: Project, points: [number, number][]) =>
  new Feature(new LineString(points.map(([lon, lat]) => project(lon, lat))));

const label = (project: Project, lon: number, lat: number, text: string) =>
  new Feature({ geometry: new Point(project(lon, lat)), label: text });

/** Latitudes between which meridians are drawn: polar views leave a disc at the pole empty. */
function limits(name: ProjectionName): [from: number, to: number] {
  if (name === 'south') return [-85, 0];
  if (name === 'north') return [0, 85];
  return [-85, 85];
}

function meridians(name: ProjectionName, project: Project): Feature[] {
  const [from, to] = limits(name);
  return range(-180, 170, MERIDIAN_STEP).flatMap((lon) => [
    line(
      project,
      name === 'mercator'
        ? [
            [lon, from],
            [lon, to],
          ]
        : range(from, to, DENSE_STEP).map((lat) => [lon, lat]),
    ),
    ...range(Math.ceil(from / 10) * 10 + 5, to, 20).map((lat) =>
      label(project, lon, lat, longitudeLabel(lon)),
    ),
  ]);
}

function parallels(name: ProjectionName, project: Project): Feature[] {
  const [from, to] = limits(name);
  const [least, greatest] = latitudeRange(name);
  return range(from, to, PARALLEL_STEP)
    .filter((lat) => lat >= least && lat <= greatest)
    .flatMap((lat) => [
      line(
        project,
        range(-180, 180, DENSE_STEP).map((lon) => [lon, lat]),
      ),
      ...range(-175, 175, 30).map((lon) => label(project, lon, lat, latitudeLabel(lat))),
    ]);
}

function longitudeLabel(lon: number): string {
  if (lon === 0 || lon === -180) return `${Math.abs(lon)}°`;
  return `${Math.abs(lon)}°${lon < 0 ? 'W' : 'E'}`;
}

const latitudeLabel = (lat: number): string => (lat === 0 ? '0°' : `${Math.abs(lat)}°${lat < 0 ? 'S' : 'N'}`);
