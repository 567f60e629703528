import { useState } from 'preact/hooks';
import { parseTime } from '../parse-time.ts';
import { isPast } from '../state/departure.ts';
import { setDeparture } from '../state/session.ts';
import * as state from '../state/state.ts';
import { formatAge, formatTime } from '../units.ts';

/** The hour of departure, UTC; times of arrival follow from it. Written in any usual way, shown in one. */
export function DepartureField() {
  const { value } = state.departure;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState(false);
  const shown = value ? formatTime(value) : '';
  const commit = (text: string) => {
    if (text.trim() === shown) {
      setTyped(null);
      setProblem(false);
      return;
    }
    const time = text.trim() === '' ? null : parseTime(text, new Date());
    const isWrong = text.trim() !== '' && time === null;
    setProblem(isWrong);
    setTyped(isWrong ? text : null);
    if (!isWrong) setDeparture(time);
  };
  const now = new Date();
  const past = !problem && value !== null && isPast(value, now);
  const told = problem ? 'departure-problem' : past ? 'departure-past' : undefined;
  return (
    <div class="field departure">
      <label for="departure">Departure</label>
      <div class="row nowrap">
        <input
          id="departure"
          autocomplete="off"
          spellcheck={false}
          placeholder="not set, e.g. 24 Dec 18:00"
          value={typed ?? shown}
          aria-invalid={problem}
          aria-describedby={told}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit(event.currentTarget.value);
          }}
          onBlur={(event) => commit(event.currentTarget.value)}
        />
        <button type="button" onClick={() => commit('now')}>
          Now
        </button>
      </div>
      {problem && (
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
