/** A track as GeoJSON: a collection of one line, with a value per point in its properties. */
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { Track } from '../engine/path/track.ts';
import { co2PerTonne, type FuelType } from '../vessel/emissions.ts';

export const trackGeoJson = <Properties>({ coordinates }: Track, properties: Properties) => ({
  type: 'FeatureCollection' as const,
  features: [
    {
      type: 'Feature' as const,
      geometry: { type: 'LineString' as const, coordinates },
      properties,
    },
  ],
});

/** What is told of a track beyond its time and distance. */
export interface Quantities {
  /** What the vessel consumes; null where the mesh does not say. */
  readonly consumption: Consumption | null;
  /** Tonnes of CO₂ from a tonne of its fuel; null where that is not known. */
  readonly co2PerTonne: number | null;
}

export function quantitiesOf(consumption: Consumption | null, fuelType: FuelType | undefined): Quantities {
  return { consumption, co2PerTonne: consumption === 'fuel' && fuelType ? co2PerTonne(fuelType) : null };
}

/** From the start to each point: days, metres, tonnes of fuel or units of battery under its own name, and tonnes of CO₂. */
export const cumulative = (track: Track, { consumption, co2PerTonne }: Quantities) => ({
  traveltime: track.timeDays,
  distance: track.distanceM,
  ...(consumption && track.consumption && { [consumption]: track.consumption }),
  ...(co2PerTonne && track.consumption && { co2: track.consumption.map((fuel) => co2PerTonne * fuel) }),
});

const MS_PER_DAY = 86_400_000;

/** When the vessel is at each point, ISO 8601 in UTC. */
export function timesAlong({ timeDays }: Track, departure: string): string[] {
  const start = Date.parse(departure);
  return timeDays.map((days) => new Date(start + days * MS_PER_DAY).toISOString());
}
