/** A chart as GeoJSON: the form in which it is stored, and in which clients get it. */
import { closedRingsOf, geometryOf, type ZoneGeometry } from '../zones/geometry/polygon.ts';
import { CodeCount, iceOf } from './egg.ts';
import type { DrawnFeature, IceArea, IceChart } from './ice-chart.ts';

interface AreaFeature {
  readonly type: 'Feature';
  readonly properties: {
    readonly egg: IceArea['egg'];
    /** %; null where the codes do not say it. */
    readonly concentration: number | null;
    readonly thickness_m: number | null;
  };
  readonly geometry: ZoneGeometry;
}

interface DrawnAs {
  readonly type: 'Feature';
  readonly properties: { readonly kind: string };
  readonly geometry: DrawnFeature['geometry'];
}

export interface ChartGeoJson {
  readonly type: 'FeatureCollection';
  readonly name: string;
  readonly format: IceChart['format'];
  readonly reference_time: string;
  readonly info: readonly string[];
  readonly features: readonly (AreaFeature | DrawnAs)[];
}

export function toGeoJson({ name, format, referenceTime, info, areas, drawn }: IceChart): ChartGeoJson {
  return {
    type: 'FeatureCollection',
    name,
    format,
    reference_time: referenceTime,
    info,
    features: [
      ...areas.map(({ egg, polygons }): AreaFeature => {
        const { concentration, thicknessM } = iceOf(egg, new CodeCount());
        return {
          type: 'Feature',
          properties: { egg, concentration, thickness_m: thicknessM },
          geometry: geometryOf(polygons),
        };
      }),
      ...drawn.map(({ kind, geometry }): DrawnAs => ({ type: 'Feature', properties: { kind }, geometry })),
    ],
  };
}

export function ofGeoJson({ name, format, reference_time, info, features }: ChartGeoJson): IceChart {
  const areas = features.filter((feature): feature is AreaFeature => 'egg' in feature.properties);
  const drawn = features.filter((feature): feature is DrawnAs => 'kind' in feature.properties);
  return {
    name,
    format,
    referenceTime: reference_time,
    info,
    areas: areas.map(({ properties, geometry }) => ({
      egg: properties.egg,
      polygons: closedRingsOf(geometry),
    })),
    drawn: drawn.map(({ properties, geometry }) => ({ kind: properties.kind, geometry })),
  };
}
