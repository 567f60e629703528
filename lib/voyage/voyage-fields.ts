/**
 * The fields that make a request a voyage. Each room brings its own, in a file of its own; a field that was not sent, or
 * was sent as what it is anyway, is null. What does not know of requests imports only the types from here, so that it
 * loads no schemas.
 */
import * as z from 'zod';
import { chartFields } from '../ice-charts/chart-fields.ts';
import { speedFields } from '../speed/speed-fields.ts';
import { clearanceFields } from '../zones/clearance-fields.ts';
import type { Zone } from '../zones/zone.ts';
import { zoneFields } from '../zones/zone-fields.ts';
import { alternativesFields } from './alternatives/alternatives-fields.ts';
import { departureFields } from './departure-fields.ts';
import { checkForecastFields, forecastFields } from './forecast/forecast-fields.ts';
import { fuelFaults, fuelFields } from './fuel/fuel-fields.ts';
import { priceFields } from './money/price-fields.ts';
import { faultsOfStops, stopFields } from './stops/stop-fields.ts';

export const voyageFields = {
  ...departureFields,
  ...forecastFields,
  ...chartFields,
  ...zoneFields,
  ...clearanceFields,
  ...speedFields,
  ...stopFields,
  ...fuelFields,
  ...priceFields,
  ...alternativesFields,
};

const voyage = z.object(voyageFields);

export type Voyage = z.output<typeof voyage>;

const names = Object.keys(voyageFields) as (keyof Voyage)[];

/** The fields of a voyage among those of a request; null where a request has none, which is then a plain one. */
export function voyageOf(request: Voyage): Voyage | null {
  if (names.every((name) => request[name] === null)) return null;
  return Object.fromEntries(names.map((name) => [name, request[name]])) as Voyage;
}

/** A voyage that asks for nothing. */
export const plainVoyage = (): Voyage => Object.fromEntries(names.map((name) => [name, null])) as Voyage;

/** A voyage with these zones besides its own. */
export function withZones(voyage: Voyage | null, zones: readonly Zone[]): Voyage {
  const fields = voyage ?? plainVoyage();
  return { ...fields, zones: [...zones, ...(fields.zones ?? [])] };
}

/** The fields of a request that are not a voyage's. */
export function withoutVoyage<R extends Voyage>(request: R): Omit<R, keyof Voyage> {
  const rest: Partial<R> = { ...request };
  for (const name of names) delete rest[name];
  return rest as Omit<R, keyof Voyage>;
}

/** What leaves the time under way to be chosen. */
const TIMES = ['within_hours', 'arrive_by', 'trade_off', 'within_tonnes', 'choose_speed'] as const;

const NOT_WITH_ALTERNATIVES = ['stops', ...TIMES, 'price'] as const;

/** Rules over several fields of a voyage. */
export function checkVoyage(request: Voyage, context: z.RefinementCtx): void {
  const leaves = request.departure ?? request.departures?.from ?? null;
  // stops have their names once each is valid
  const isFaulty = context.issues.some(({ path }) => path?.[0] === 'stops');
  const named = isFaulty ? { ...request, stops: null } : request;
  for (const { path, message } of [...faultsOfStops(named, leaves), ...fuelFaults(named)]) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
  checkForecastFields(request, (name, message) =>
    context.addIssue({ code: 'custom', path: [name], message }),
  );
  if (request.alternatives === null) return;
  for (const name of NOT_WITH_ALTERNATIVES) {
    if (request[name] === null) continue;
    const message = `can not be combined with ${name} yet`;
    context.addIssue({ code: 'custom', path: ['alternatives'], message });
  }
}
