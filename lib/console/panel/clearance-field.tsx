import { clearanceNm, MOST_CLEARANCE_NM } from '../state/clearance.ts';
import { recordStep } from '../state/history.ts';
import { setClearance } from '../state/session.ts';

/** How far the route keeps from land; it follows the slider, and what is let go of is a step. */
export function ClearanceField() {
  const nm = clearanceNm.value;
  return (
    <div class="field clearance">
      <label for="clearance">Clearance from land</label>
      <div class="row nowrap">
        <input
          id="clearance"
          type="range"
          min={0}
          max={MOST_CLEARANCE_NM}
          step={0.5}
          value={nm}
          aria-valuetext={nm === 0 ? 'not asked for' : `${nm} nautical miles`}
          onInput={(event) => setClearance(Number(event.currentTarget.value))}
          onChange={recordStep}
        />
        <output for="clearance">{nm === 0 ? 'none' : `${nm} NM`}</output>
      </div>
    </div>
  );
}
