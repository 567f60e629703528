/** The instants at which a voyage may begin: in a file without schemas, because planning needs it. */

const MS_PER_HOUR = 3_600_000;

/** From one instant to another, ISO 8601. */
interface Departures {
  readonly from: string;
  readonly to: string;
  readonly step_hours: number;
}

export const countOf = ({ from, to, step_hours }: Departures): number =>
  1 + Math.floor((Date.parse(to) - Date.parse(from)) / (step_hours * MS_PER_HOUR) + 1e-9);

/** The instants of a request: one, or those of a table; none of a request without a date. */
export function departuresOf({ departure, departures: asked }: Departing): string[] {
  if (!asked) return departure ? [departure] : [];
  const [from, step] = [Date.parse(asked.from), asked.step_hours * MS_PER_HOUR];
  return Array.from({ length: countOf(asked) }, (_, k) => new Date(from + k * step).toISOString());
}

interface Departing {
  readonly departure?: string | null;
  readonly departures?: Departures | null;
}
