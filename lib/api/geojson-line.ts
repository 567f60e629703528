/** A route as GeoJSON: a collection of one line, with a value per point in its properties. */
import * as z from 'zod';

export const lineCollection = <Coordinates extends z.ZodType, Properties extends z.ZodType>(
  coordinates: Coordinates,
  properties: Properties,
) =>
  z.strictObject({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.strictObject({
        type: z.literal('Feature'),
        geometry: z.strictObject({ type: z.literal('LineString'), coordinates }),
        properties,
      }),
    ),
  });

/** An example of such a collection. */
export const exampleLine = <Properties>(
  coordinates: [lon: number, lat: number][],
  properties: Properties,
) => ({
  type: 'FeatureCollection' as const,
  features: [
    { type: 'Feature' as const, geometry: { type: 'LineString' as const, coordinates }, properties },
  ],
});
