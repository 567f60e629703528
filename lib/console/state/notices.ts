/** The sentence at the top of the map. */
import { readable } from '../readable.ts';
import * as state from './state.ts';

export function say(
  kind: 'error' | 'info',
  text: string,
  action?: { readonly label: string; readonly run: () => void },
): void {
  state.notice.value = { kind, text: readable(text), ...(action && { action }) };
}

/** Closes the notice that offers something, once that is done elsewhere or can't be done any more. */
export function closeOffer(): void {
  if (state.notice.peek()?.action) state.notice.value = null;
}

export function reportError(error: unknown): void {
  if ((error as Error).name === 'AbortError') return;
  say('error', (error as Error).message);
}
