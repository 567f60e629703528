/** What of the sea and the route is shown beside colours and lines. */
import { computed, signal } from '@preact/signals';
import { readPreference } from '../api/session-value.ts';
import { quantitiesOf } from '../drawer/profile-data.ts';
import type { Flow } from '../map/arrow-layer.ts';
import { colourAt, cssColour } from '../map/colour-scales.ts';
import type { LineName } from '../map/palette.ts';
import * as state from './state.ts';

const keptArrows = readPreference('arrows');
export const arrows = signal<Flow | null>(
  keptArrows === 'current' || keptArrows === 'wind' ? keptArrows : null,
);

/** What the ice data know of. */
export const flows = computed<readonly Flow[]>(() => {
  const mesh = state.sea.value?.mesh;
  if (!mesh) return [];
  const { windEast, windNorth } = mesh.environment.columns;
  return ['current', ...(windEast && windNorth ? (['wind'] as const) : [])];
});

/** The quantity of the profile that colours the chosen route; null for none. */
export const colouredBy = signal<string | null>(null);

export interface RouteColours {
  readonly line: LineName;
  readonly coordinates: readonly (readonly [number, number])[];
  readonly label: string;
  readonly unit: string;
  /** The colours of the scale, from its least to its greatest value. */
  readonly colours: readonly string[];
  readonly least: number;
  readonly greatest: number;
  readonly decimals: number;
  /** Of each leg, by the index of its end; null where the quantity is not known. */
  readonly ofLegs: readonly (string | null)[];
}

const SCALES = {
  day: { rising: 'cividis', turning: 'vik' },
  night: { rising: 'ember', turning: 'emberAtZero' },
} as const;

const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** The chosen route, leg by leg in the colour of a quantity. */
export const routeColours = computed<RouteColours | null>(() => {
  const [route, sea, units] = [state.chosenRoute.value, state.sea.value, state.units.value];
  if (!route || !sea || colouredBy.value === null) return null;
  const quantity = quantitiesOf(state.lines.value, sea.mesh).find(({ id }) => id === colouredBy.value);
  if (!quantity) return null;
  const mesh = route.mesh ?? sea.mesh;
  const values = quantity.ofLegs(route, mesh, units);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  // below zero the risk is elevated: that is where the colours turn
  const turns = quantity.id === 'risk-index';
  const [from, to] = turns ? [-30, 30] : [least, Math.max(greatest, least + 1e-9)];
  const { turning, rising } = SCALES[state.theme.value === 'night' ? 'night' : 'day'];
  const colour = (fraction: number) => cssColour(colourAt(turns ? turning : rising, fraction));
  return {
    line: route.line,
    coordinates: route.coordinates,
    label: quantity.label,
    unit: quantity.unit(units, mesh),
    colours: STEPS.map(colour),
    least: from,
    greatest: to,
    decimals: to - from < 10 ? 1 : 0,
    ofLegs: values.map((value) => (value === null ? null : colour((value - from) / (to - from)))),
  };
});
