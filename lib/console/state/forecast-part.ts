/** What a voyage through a forecast may do: wait for a cheaper way, and go on beyond what is forecast. */
import { computed, signal } from '@preact/signals';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import { departure } from './departure.ts';
import type { PlanPart } from './plan-part.ts';

/** As links hold it; a season. */
export const MOST_WAIT_HOURS = 2400;

/** Hours that the vessel may wait in all to consume less; 0: it waits only where it must. */
export const waitHours = signal(0);
/** Whether a voyage fails that lasts longer than the forecast. */
export const refusesBeyond = signal(false);

type ForecastFields = Pick<Voyage, 'max_wait_hours' | 'beyond_forecast'>;
/** What is asked of a voyage that leaves at a known time, and of one that does not: without a time nothing is forecast. */
export const datedFields = computed<ForecastFields>(() => ({
  max_wait_hours: waitHours.value || null,
  beyond_forecast: refusesBeyond.value ? 'refuse' : null,
}));
const UNDATED: ForecastFields = { max_wait_hours: null, beyond_forecast: null };

interface ForecastKept {
  readonly wait?: number;
  readonly refuse?: true;
}

const keptOf = (wait: number, refuse: boolean): ForecastKept | undefined =>
  wait > 0 || refuse ? { ...(wait > 0 && { wait }), ...(refuse && { refuse }) } : undefined;

export const forecastPart: PlanPart<ForecastKept> = {
  kept: () => keptOf(waitHours.value, refusesBeyond.value),
  show: ({ wait = 0, refuse = false } = {}) => {
    waitHours.value = wait;
    refusesBeyond.value = refuse;
  },
  fields: () => (departure.value === null ? UNDATED : datedFields.value),
  ofVoyage: ({ max_wait_hours: wait, beyond_forecast: refuse }) => keptOf(wait ?? 0, refuse === 'refuse'),
  toText: ({ wait, refuse }) => [wait ?? 0, ...(refuse ? ['refuse'] : [])].join(),
  fromText: (text) => {
    const [hours, refuse] = text.split(',');
    const wait = Number(hours || Number.NaN);
    const isRead = wait >= 0 && wait <= MOST_WAIT_HOURS && (refuse === undefined || refuse === 'refuse');
    return isRead ? keptOf(wait, refuse === 'refuse') : undefined;
  },
};
