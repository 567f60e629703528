import { course } from '../../route-files/number-text.ts';
import { ofEscape, toGivePlace } from '../click-words.ts';
import * as state from '../state/state.ts';
import { formatDistance } from '../units.ts';

/** Bearing and distance of the line that is measured. */
export function Measured() {
  if (!state.measuring.value) return null;
  const line = state.measured.value;
  const units = state.units.value;
  return (
    <p class="measured card" role="status">
      {line ? (
        <>
          <strong>{course(line.bearingDegrees, 1).padStart(5, '0')}°</strong>{' '}
          {formatDistance(units, line.legMetres)}
          {line.totalMetres > line.legMetres && ` · in all ${formatDistance(units, line.totalMetres)}`}
        </>
      ) : (
        `${toGivePlace(' the map')}: bearing and distance along rhumb lines. ${ofEscape('ends')}`
      )}
    </p>
  );
}
