/** Other ways beside the best of each kind, really different and little dearer: how many are asked for. */
import { signal } from '@preact/signals';
import type { PlanPart } from './plan-part.ts';
import { askedPrice } from './price.ts';
import { askedSpeed, speed } from './speed.ts';
import { stops } from './stops.ts';

/** As the service allows. */
export const MOST_ALTERNATIVES = 3;

export const alternativesWanted = signal(0);

/** Whether something else is asked for with which the service looks for no other ways yet. */
export const holdsAlternatives = (): boolean => {
  const { hours, arriveBy, curve } = speed.value;
  return (
    askedPrice() !== null ||
    stops.value.length > 0 ||
    hours !== undefined ||
    arriveBy !== undefined ||
    curve === true ||
    askedSpeed().slower === true
  );
};

export const alternativesPart: PlanPart<number> = {
  kept: () => alternativesWanted.value || undefined,
  show: (count = 0) => {
    alternativesWanted.value = count;
  },
  fields: () => ({ alternatives: (!holdsAlternatives() && alternativesWanted.value) || null }),
  ofVoyage: ({ alternatives }) => alternatives ?? undefined,
  toText: String,
  fromText: (text) => {
    const count = Number(text);
    return Number.isInteger(count) && count > 0 && count <= MOST_ALTERNATIVES ? count : undefined;
  },
};
