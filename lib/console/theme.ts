/** The light of the page that was chosen in this browser. */
import { readPreference } from './api/session-value.ts';
import type { Theme } from './map/palette.ts';

export type ThemeChoice = Theme | 'auto';

export function keptTheme(): ThemeChoice {
  const kept = readPreference('theme');
  return kept === 'day' || kept === 'dark' || kept === 'night' ? kept : 'auto';
}

export const themeOf = (choice: ThemeChoice, prefersDark: boolean): Theme =>
  choice === 'auto' ? (prefersDark ? 'dark' : 'day') : choice;
