import type { Box } from './label-sides.ts';

/** What may lie over the map. */
export const CARDS = '.view-controls, .corner > *, .ol-zoom, .ol-rotate, .ol-scale-line';
export const CORNER = '.corner > *';
export const PANELS = '.panel, .page > .drawer';

/** Where parts of the page lie, pixels from the corner of the map. */
export function overMap(target: HTMLElement, parts: string): Box[] {
  const { left: x, top: y } = target.getBoundingClientRect();
  return [...document.querySelectorAll(parts)].map((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  });
}

/** What lies outside of a map of a size: names that would be cut there stand elsewhere. */
export function beyond([width, height]: readonly [number, number]): Box[] {
  const everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  return [
    { ...everywhere, right: 0 },
    { ...everywhere, bottom: 0 },
    { ...everywhere, left: width },
    { ...everywhere, top: height },
  ];
}
