/** The fields of a stop each of which decides when what is done there can be done. */
export const OPENINGS = ['windows', 'daylight', 'most_wind_kn', 'most_wave_m', 'most_ice_percent'] as const;

export const hasOpenings = (stop: { readonly [field in (typeof OPENINGS)[number]]?: unknown }): boolean =>
  OPENINGS.some((field) => stop[field] !== undefined);
