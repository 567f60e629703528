/** What a person is asked to do with the map: a finger taps, and has no Escape. */
import { computed, signal } from '@preact/signals';
import { onMapByKeys } from './state/state.ts';
import { capital } from './units.ts';

const coarse = matchMedia('(pointer: coarse)');
export const isFinger = signal(coarse.matches);
coarse.addEventListener('change', ({ matches }) => {
  isFinger.value = matches;
});

/** `click` or `tap`. */
export const clickWord = computed(() => (isFinger.value ? 'tap' : 'click'));

/** `Escape drops it.`, or nothing. */
export const ofEscape = (does: string): string => (isFinger.value ? '' : `Escape ${does}.`);

/** How a place on the map is given: `Click`, `Tap`, or what does the same by keys. @param where a pointer does so */
export const toGivePlace = (where = ''): string =>
  onMapByKeys.value ? 'Move the map and press Enter' : `${capital(clickWord.value)}${where}`;
