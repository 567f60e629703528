import type { PlannedRequest } from '../voyage-request.ts';
import type { Stop } from './stop-fields.ts';

/** The stops of a request with such names, which must then all be done; null where there are none. */
export function onlyStops({ voyage }: PlannedRequest, names: ReadonlySet<string>): Stop[] | null {
  const stops = voyage!.stops!.filter(({ name }) => names.has(name));
  const required = stops.map(({ value: _, ...stop }) => ({
    ...stop,
    after: stop.after.filter((name) => names.has(name)),
  }));
  return required.length > 0 ? required : null;
}
