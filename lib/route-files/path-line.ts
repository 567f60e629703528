/** The lines of a route document: of a route, and of the alternatives to it. Nautical miles, days. */
import { type LatLon, METRES_PER_NM } from '../engine/geometry/sphere.ts';
import type { CumulativeValues, InIce, LinePath, RouteEntry, SailingPoint } from './route-entry.ts';

export interface Line extends CumulativeValues {
  readonly points: readonly SailingPoint[];
}

export function pathLine({ features }: LinePath): Line {
  const { geometry, properties } = features[0]!;
  return { ...properties, points: geometry.coordinates.map(([lon, lat]) => ({ lat, lon })) };
}

/** Another way, at every crossing of a cell border. */
export interface AlternativeLine {
  /** `Falklands to Rothera (traveltime), alternative 1` */
  readonly name: string;
  readonly points: readonly LatLon[];
  readonly days: number;
  readonly distanceNm: number;
  readonly consumption: number | null;
  readonly co2Tonnes: number | null;
  readonly inIce: InIce | null;
  readonly dearerPercent: number;
  readonly sharedPercent: number;
}

export function alternativeLine({ name, alternatives }: RouteEntry, k: number): AlternativeLine {
  const { path, in_ice, dearer_percent, shared_percent } = alternatives![k]!;
  const { points, traveltime, distance, fuel, battery, co2 } = pathLine(path);
  return {
    name: `${name}, alternative ${k + 1}`,
    points,
    days: traveltime.at(-1)!,
    distanceNm: distance.at(-1)! / METRES_PER_NM,
    consumption: (fuel ?? battery)?.at(-1) ?? null,
    co2Tonnes: co2?.at(-1) ?? null,
    inIce: in_ice ?? null,
    dearerPercent: dearer_percent,
    sharedPercent: shared_percent,
  };
}
