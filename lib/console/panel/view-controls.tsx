import { writePreference } from '../api/session-value.ts';
import type { Theme } from '../map/palette.ts';
import { PROJECTION_LABELS, type ProjectionName } from '../map/projections.ts';
import * as state from '../state/state.ts';

const THEMES: readonly [Theme | 'auto', string][] = [
  ['auto', 'System theme'],
  ['day', 'Day'],
  ['dark', 'Dark'],
  ['night', 'Night (bridge)'],
];

/** Layer, projection, units and theme. */
export function ViewControls() {
  return (
    <section class="view-controls card" aria-label="View">
      <label>
        <span>Sea</span>
        <select
          value={state.field.value.id}
          onChange={(event) => {
            state.fieldId.value = event.currentTarget.value;
          }}
        >
          {state.fields.value.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>View</span>
        <select
          value={state.projection.value}
          onChange={(event) => {
            state.projection.value = event.currentTarget.value as ProjectionName;
          }}
        >
          {Object.entries(PROJECTION_LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Units</span>
        <select
          value={state.units.value}
          onChange={(event) => {
            state.units.value = event.currentTarget.value === 'metric' ? 'metric' : 'nautical';
            writePreference('units', state.units.value);
          }}
        >
          <option value="nautical">Nautical</option>
          <option value="metric">Metric</option>
        </select>
      </label>
      <label>
        <span>Light</span>
        <select
          value={state.themeChoice.value}
          onChange={(event) => {
            state.themeChoice.value = event.currentTarget.value as Theme | 'auto';
            writePreference('theme', state.themeChoice.value);
          }}
        >
          {THEMES.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
