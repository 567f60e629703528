/** What a vessel on the ice data that are shown consumes. */
import { computed } from '@preact/signals';
import * as state from './state.ts';

export const isBattery = computed(() => state.sea.value?.mesh.consumption === 'battery');
export const consumptionUnit = computed(() => (isBattery.value ? 'Ah' : 't'));
/** Of a column. */
export const consumptionTitle = computed(() => (isBattery.value ? 'Ah' : 'Fuel, t'));
