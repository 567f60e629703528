import { parseTime } from '../parse-time.ts';
import { isPast } from '../state/departure.ts';
import { setDeparture } from '../state/session.ts';
import * as state from '../state/state.ts';
import { formatAge, formatTime } from '../units.ts';
import { useTyped } from './use-typed.ts';

/** The hour of departure, UTC; times of arrival follow from it. Written in any usual way, shown in one. */
export function DepartureField() {
  const { value } = state.departure;
  const { isWrong, commit, input } = useTyped({
    shown: value ? formatTime(value) : '',
    read: (text) => parseTime(text, new Date()) ?? undefined,
    onCommit: setDeparture,
  });
  const now = new Date();
  const past = !isWrong && value !== null && isPast(value, now);
  const told = isWrong ? 'departure-problem' : past ? 'departure-past' : undefined;
  return (
    <div class="field departure">
      <label for="departure">Departure</label>
      <div class="row nowrap">
        <input
          {...input}
          id="departure"
          placeholder="not set, e.g. 24 Dec 18:00"
          aria-invalid={isWrong}
          aria-describedby={told}
        />
        <button type="button" onClick={() => commit('now')}>
          Now
        </button>
      </div>
      {isWrong && (
        <p class="field-problem" id="departure-problem" role="alert">
          Not a time. Write it as 24 Dec 18:00, 24.12.2026 18:00 or 2026-12-24T18:00; it is UTC.
        </p>
      )}
      {past && (
        <p class="hint" id="departure-past" role="status">
          This departure is past: it was {formatAge(value, now)}.
        </p>
      )}
    </div>
  );
}
