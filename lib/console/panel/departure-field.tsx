import { useState } from 'preact/hooks';
import { parseTime } from '../parse-time.ts';
import { setDeparture } from '../state/session.ts';
import * as state from '../state/state.ts';
import { formatTime } from '../units.ts';

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
          aria-describedby={problem ? 'departure-problem' : undefined}
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
    </div>
  );
}
