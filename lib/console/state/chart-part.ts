/** The ice chart that is laid over the sea. ice-charts.ts lists and loads them. */
import { computed, signal } from '@preact/signals';
import { CHART_ID } from '../../ice-charts/chart-id.ts';
import type { PlanPart } from './plan-part.ts';
import { vehicleType } from './vehicle-type.ts';

/** Its id; null: the ice is that of the mesh. */
export const chosenChart = signal<string | null>(null);

/** The chart as it can be asked for: it changes the sea, of which data that were made for a vessel know nothing. */
export const askedChart = computed(() => (vehicleType.value === null ? null : chosenChart.value));

export const chartPart: PlanPart<string> = {
  kept: () => chosenChart.value ?? undefined,
  show: (id) => {
    chosenChart.value = id ?? null;
  },
  fields: () => ({ ice_chart: askedChart.value }),
  ofVoyage: ({ ice_chart }) => ice_chart ?? undefined,
  toText: String,
  fromText: (text) => (CHART_ID.test(text) ? text : undefined),
};
