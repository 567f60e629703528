/** What a person is asked to do with the map: a finger taps, and has no Escape. */
import { computed, signal } from '@preact/signals';

const coarse = matchMedia('(pointer: coarse)');
export const isFinger = signal(coarse.matches);
coarse.addEventListener('change', ({ matches }) => {
  isFinger.value = matches;
});

/** `click` or `tap`. */
export const clickWord = computed(() => (isFinger.value ? 'tap' : 'click'));

/** `Escape drops it.`, or nothing. */
export const ofEscape = (does: string): string => (isFinger.value ? '' : `Escape ${does}.`);
