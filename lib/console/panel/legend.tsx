import { formatNumber } from '../../route-files/shown-text.ts';
import { LONGEST_MPS } from '../map/arrow-layer.ts';
import { colourAt, cssColour } from '../map/colour-scales.ts';
import { PALETTES } from '../map/palette.ts';
import { CLOSED_STYLES, type ClosedKind, closedColour, closedKinds, scaleFor } from '../map/sea-fields.ts';
import * as state from '../state/state.ts';
import { arrows, routeColours } from '../state/view.ts';
import { formatSpeed } from '../units.ts';
import { SpreadKey } from './spread-key.tsx';
import { WatchKey } from './watch-key.tsx';

const SAMPLES = 24;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The colours of the chosen route, where a quantity colours it. */
function RouteScale() {
  const colours = routeColours.value;
  if (!colours) return null;
  return (
    <div class="route-scale">
      <h2>
        Route: {colours.label} <span class="unit">{colours.unit}</span>
      </h2>
      <div
        class="gradient"
        aria-hidden="true"
        style={{ background: `linear-gradient(90deg, ${colours.colours})` }}
      />
      <div class="ticks">
        <span>{formatNumber(colours.least, colours.decimals)}</span>
        <span>{formatNumber(colours.greatest, colours.decimals)}</span>
      </div>
    </div>
  );
}

/** The colour of closed cells as the map shows them; land lies over its cells. */
const swatchColour = (kind: ClosedKind): string =>
  kind === 'land'
    ? PALETTES[state.theme.value].land
    : cssColour(closedColour(state.field.value, state.theme.value));

/** In the place of the legend, until there is a sea. */
const Loading = () => (
  <p class="legend card" role="status">
    <span class="spinner" aria-hidden="true" /> Loading the ice data…
  </p>
);

/** The scale of the sea's colours, with its unit. */
export function Legend() {
  const sea = state.shownSea.value;
  if (!sea) return state.seaLoading.value ? <Loading /> : null;
  const field = state.field.value;
  const [least, greatest] = state.domain.value;
  const units = state.units.value;
  const at = (fraction: number) => field.shown(least + fraction * (greatest - least), units);
  const steps = Array.from({ length: SAMPLES }, (_, k) => k / (SAMPLES - 1));
  return (
    <section
      class="legend card"
      aria-label={`Colours of the sea: ${field.label}, ${field.unit(units, sea.mesh)}`}
    >
      <h2>
        {field.label} <span class="unit">{field.unit(units, sea.mesh)}</span>
      </h2>
      <svg class="scale" viewBox={`0 0 ${SAMPLES} 1`} preserveAspectRatio="none" aria-hidden="true">
        {steps.map((part, k) => (
          <rect
            key={part}
            x={k}
            width={1.05}
            height={1}
            fill={cssColour(colourAt(scaleFor(field, state.theme.value), field.reversed ? 1 - part : part))}
          />
        ))}
      </svg>
      <div class="ticks">
        {TICKS.map((part) => (
          <span key={part}>{formatNumber(at(part), field.decimals)}</span>
        ))}
      </div>
      <RouteScale />
      <SpreadKey />
      <WatchKey />
      {arrows.value && (
        <p class="arrow-key">
          Arrows: {arrows.value}, the longest {formatSpeed(units, LONGEST_MPS[arrows.value])} and more
        </p>
      )}
      <ul class="closed-kinds">
        {closedKinds(sea.mesh).map((kind) => (
          <li key={kind}>
            <span
              class={`swatch closed-${kind}`}
              style={{ backgroundColor: swatchColour(kind) }}
              aria-hidden="true"
            />{' '}
            {CLOSED_STYLES[kind].label}
          </li>
        ))}
      </ul>
    </section>
  );
}
