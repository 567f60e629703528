import { MOST_WAIT_HOURS, refusesBeyond, waitHours } from '../state/forecast-part.ts';
import { setForecastWish } from '../state/session.ts';
import { readNumber, TypedField } from './typed-field.tsx';

/** What the voyage may do where the sea changes; of effect with a departure. */
export function ForecastFields() {
  const [wait, refuses] = [waitHours.value, refusesBeyond.value];
  return (
    <details class="tool-section forecast-fields">
      <summary>Waiting, and the end of the forecast</summary>
      <TypedField
        id="wait-hours"
        label="May wait to consume less, h"
        shown={wait === 0 ? '' : String(wait)}
        placeholder="only where it must"
        read={readNumber(0, MOST_WAIT_HOURS)}
        problem={`Write hours from 0 to ${MOST_WAIT_HOURS}.`}
        onCommit={(hours) => setForecastWish(hours ?? 0, refuses)}
      />
      <label class="switch">
        <input
          id="refuse-beyond"
          type="checkbox"
          checked={refuses}
          onChange={(event) => setForecastWish(wait, event.currentTarget.checked)}
        />
        <span>No voyage that lasts longer than the forecast</span>
      </label>
      <p class="hint">
        The service follows this when a plan with a departure is saved. With a best order, work or values of
        stops, a time to keep, other ways or an ice chart it does not plan through a forecast yet, and says
        so.
      </p>
    </details>
  );
}
