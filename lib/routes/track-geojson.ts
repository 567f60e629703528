/** A track as GeoJSON: a collection of one line, with a value per point in its properties. */
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import type { Track } from '../engine/path/track.ts';

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

/** From the start to each point: days, metres, and tonnes of fuel or units of battery under its own name. */
export const cumulative = (track: Track, consumption: Consumption | null) => ({
  traveltime: track.timeDays,
  distance: track.distanceM,
  ...(consumption && track.consumption && { [consumption]: track.consumption }),
});
