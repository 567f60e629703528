import type { Sea } from '../../engine/sea/sea.ts';

/** The sea, and when the voyage begins in it, days. */
export interface Beginning {
  readonly sea: Sea;
  readonly begins: number;
}
