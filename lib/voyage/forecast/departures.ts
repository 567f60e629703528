/** The instants at which a voyage may begin: in a file without schemas, because planning needs it. */
import type { ForecastFields } from './forecast-fields.ts';

const MS_PER_HOUR = 3_600_000;

export const countOf = ({ from, to, step_hours }: { from: string; to: string; step_hours: number }): number =>
  1 + Math.floor((Date.parse(to) - Date.parse(from)) / (step_hours * MS_PER_HOUR) + 1e-9);

/** The instants of a request: one, or those of a table; none of a request without a date. */
export function departuresOf({ departure, departures: asked }: Departing): string[] {
  if (!asked) return departure ? [departure] : [];
  const [from, step] = [Date.parse(asked.from), asked.step_hours * MS_PER_HOUR];
  return Array.from({ length: countOf(asked) }, (_, k) => new Date(from + k * step).toISOString());
}

type Departing = { readonly departure?: string | null } & Partial<Pick<ForecastFields, 'departures'>>;
