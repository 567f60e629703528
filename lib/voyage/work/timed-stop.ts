/** The fields of a stop that tie what is done there to time. */
export const OPENINGS = ['windows', 'daylight', 'most_wind_kn', 'most_wave_m', 'most_ice_percent'] as const;

type Openings = { readonly [field in (typeof OPENINGS)[number]]?: unknown };

/** Whether it is open at some times only. */
export const hasOpenings = (stop: Openings): boolean => OPENINGS.some((field) => stop[field] !== undefined);

export const hasWindow = (stop: {
  readonly not_before: string | null;
  readonly not_after: string | null;
}): boolean => stop.not_before !== null || stop.not_after !== null;

export const isTimed = (stop: Parameters<typeof hasWindow>[0] & Openings): boolean =>
  hasWindow(stop) || hasOpenings(stop);

/** Of a stop that is open always. */
export const withoutOpenings = Object.fromEntries(OPENINGS.map((field) => [field, undefined]));
