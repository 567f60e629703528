/**
 * The fields that make a request a voyage. Each room brings its own, in a file of its own; a field that was not sent, or
 * was sent as what it is anyway, is null. What does not know of requests imports only the types from here, so that it
 * loads no schemas.
 */
import * as z from 'zod';
import { speedFields } from '../speed/speed-fields.ts';
import { clearanceFields } from '../zones/clearance-fields.ts';
import type { Zone } from '../zones/zone.ts';
import { zoneFields } from '../zones/zone-fields.ts';
import { departureFields } from './departure-fields.ts';
import { faultsOfStops, stopFields } from './stop-fields.ts';

export const voyageFields = {
  ...departureFields,
  ...zoneFields,
  ...clearanceFields,
  ...speedFields,
  ...stopFields,
};

const voyage = z.object(voyageFields);

export type Voyage = z.output<typeof voyage>;

const names = Object.keys(voyageFields) as (keyof Voyage)[];

/** The fields of a voyage among those of a request; null where a request has none, which is then a plain one. */
export function voyageOf(request: Voyage): Voyage | null {
  if (names.every((name) => request[name] === null)) return null;
  return Object.fromEntries(names.map((name) => [name, request[name]])) as Voyage;
}

/** A voyage with these zones besides its own. */
export function withZones(voyage: Voyage | null, zones: readonly Zone[]): Voyage {
  const fields = voyage ?? (Object.fromEntries(names.map((name) => [name, null])) as Voyage);
  return { ...fields, zones: [...zones, ...(fields.zones ?? [])] };
}

/** The fields of a request that are not a voyage's. */
export function withoutVoyage<R extends Voyage>(request: R): Omit<R, keyof Voyage> {
  const rest: Partial<R> = { ...request };
  for (const name of names) delete rest[name];
  return rest as Omit<R, keyof Voyage>;
}

const speedNames = Object.keys(speedFields) as (keyof typeof speedFields)[];

/** Rules over several fields of a voyage. */
export function checkVoyage(request: Voyage, context: z.RefinementCtx): void {
  for (const { path, message } of faultsOfStops(request, request.departure)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
  for (const name of request.stops ? speedNames : []) {
    if (request[name] === null) continue;
    context.addIssue({ code: 'custom', path: [name], message: `can not be combined with stops yet` });
  }
}
