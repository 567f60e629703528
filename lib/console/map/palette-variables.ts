import { colourOf, LINES, type LineName, type MapPalette } from './palette.ts';

/** Variables of the style sheet for what stands beside the map in its colours: lines, zones, pins. */
export function paletteVariables(palette: MapPalette): Readonly<Record<string, string>> {
  const { start, end, stop, ink, danger } = palette.marks;
  const lines = (Object.keys(LINES) as LineName[]).map((line) => [`line-${line}`, colourOf(line, palette)]);
  const zones = Object.entries(palette.zones).map(([kind, colour]) => [`zone-${kind}`, `rgb(${colour})`]);
  const pins = Object.entries({ start, end, stop, ink, danger }).map(([part, colour]) => [
    `pin-${part}`,
    colour,
  ]);
  return Object.fromEntries([...lines, ['line-planned', palette.planned], ...zones, ...pins]);
}
