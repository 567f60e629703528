/** The place along the route: moved by keys or a finger as by the pointer, and what the routes are like there. */

import { formatDuration, formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { Swatch } from '../panel/comparison-table.tsx';
import { legAt, pointAt } from '../state/along-route.ts';
import type { ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { distanceUnit, formatDistance, formatTime } from '../units.ts';
import { type Axis, along, metresAt, placeAt } from './profile-data.ts';

const DAY_MS = 86_400_000;
const STEPS = 200;

interface AlongProps {
  readonly routes: readonly ShownRoute[];
  readonly axis: Axis;
}

const endOf = (route: ShownRoute, axis: Axis): number => along(route, axis).at(-1) ?? 0;

/** As long as the charts above it, which end with the longest route. */
export function PlaceSlider({ routes, axis }: AlongProps) {
  const { value: chosen } = state.chosenRoute;
  if (!chosen) return null;
  const { value: pointed } = state.pointed;
  const route = routes.find(({ line }) => line === pointed?.line) ?? chosen;
  const reach = Math.max(...routes.map((each) => endOf(each, axis)));
  return (
    <input
      class="place-slider"
      type="range"
      aria-label="Place along the route"
      min={0}
      max={reach}
      step={reach / STEPS}
      value={pointed ? placeAt(route, axis, pointed.metres) : 0}
      aria-valuetext={placeText() ?? 'the start'}
      onInput={(event) => {
        const place = Math.min(Number(event.currentTarget.value), endOf(chosen, axis));
        state.pointed.value = { line: chosen.line, metres: metresAt(chosen, axis, place), from: 'table' };
      }}
      onBlur={() => {
        state.pointed.value = null;
      }}
    />
  );
}

/** Where the pointer is: how far, when, and where; else what the charts are drawn along. */
export function PlaceText({ axis }: { readonly axis: Axis }) {
  return <output class="place-text">{placeText() ?? axisLabel(axis)}</output>;
}

/** The charts look at the sea that is shown first, also of a route through several. */
function axisLabel(axis: Axis): string {
  const label = axis === 'distance' ? `Distance, ${distanceUnit(state.units.value)}` : 'Days under way';
  return state.chosenRoute.value?.forecast ? `${label} · in the ice of the departure` : label;
}

function placeText(): string | null {
  const { value: pointed } = state.pointed;
  const route = state.lines.value.find(({ line }) => line === pointed?.line);
  if (!pointed || !route) return null;
  const days = placeAt(route, 'time', pointed.metres);
  const departure = state.departure.value;
  return [
    formatDistance(state.units.value, pointed.metres),
    formatDuration(days),
    departure && formatTime(new Date(departure.getTime() + days * DAY_MS)),
    formatPosition(pointAt(route, pointed.metres)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What each route has there; nothing where the pointer is elsewhere. */
export function ValuesThere({
  routes,
  axis,
  values,
}: AlongProps & { readonly values: readonly (readonly (number | null)[])[] }) {
  const { value: pointed } = state.pointed;
  const at = routes.find(({ line }) => line === pointed?.line);
  if (!pointed || !at) return null;
  const place = placeAt(at, axis, pointed.metres);
  return (
    <span class="values-there">
      {routes.map((route, i) => {
        const value = place <= endOf(route, axis) ? values[i]![legAt(along(route, axis), place)] : null;
        return value === null || value === undefined ? null : (
          <span key={route.line}>
            <Swatch line={route.line} /> {formatNumber(value, 1)}
          </span>
        );
      })}
    </span>
  );
}
