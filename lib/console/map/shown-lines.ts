/** The lines of the plan, as the map draws and names them: the last lies on top. A watched voyage that is shown takes their place. */
import type { ShownRoute } from '../state/shown-route.ts';
import { shownWatch } from '../state/shown-watch.ts';
import * as state from '../state/state.ts';
import { variantAnswers } from '../state/variants.ts';
import type { MapLine } from './line-layer.ts';
import { LINES } from './palette.ts';

const named = ({ line, label, coordinates }: ShownRoute): MapLine => ({ line, name: label, coordinates });

export function shownLines(): MapLine[] {
  if (shownWatch.value) return [];
  const evaluated = [state.greatCircleLine.value, state.ownLine.value].filter((line) => line !== null);
  return [
    // a line that can't be sailed is drawn all the same
    ...evaluated.map(({ line, waypoints }) => ({ line, name: LINES[line].label, coordinates: waypoints })),
    ...variantAnswers.value.flatMap(({ route }) => (route ? [named(route)] : [])),
    ...state.routes.value.flatMap((route) => [...route.others, route].map(named)),
  ];
}
