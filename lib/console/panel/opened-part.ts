import { loadedLater } from './loaded-later.tsx';

/** What a section of the panel holds, which comes when one is first opened. */
export const openedPart = loadedLater(() => import('./opened-parts.ts'));
