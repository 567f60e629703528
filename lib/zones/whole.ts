import { Impossible } from '../request/impossible.ts';
import type { Zone } from './zone.ts';

/**
 * Zones of which none is only the name of a stored one: a service has replaced these before it plans.
 *
 * @throws Impossible where there is no service that could have
 */
export function onlyWhole(zones: readonly (Zone | string)[]): Zone[] {
  return zones.map((each) => {
    if (typeof each !== 'string') return each;
    throw new Impossible(
      `"${each}" is the name of a zone that a service may have stored: give the whole zone.`,
    );
  });
}
