import { clearanceNm, MOST_CLEARANCE_NM } from '../state/clearance.ts';
import { recordStep } from '../state/history.ts';
import { setClearance } from '../state/session.ts';

/** Keys move the slider by little at a time: those that follow each other within this time are one step, ms. */
const KEYS_MS = 500;
let rest: ReturnType<typeof setTimeout>;
let isByKeys = false;

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
          onKeyDown={() => {
            isByKeys = true;
          }}
          onPointerDown={() => {
            isByKeys = false;
          }}
          onChange={() => {
            clearTimeout(rest);
            if (isByKeys) rest = setTimeout(recordStep, KEYS_MS);
            else recordStep();
          }}
        />
        <output for="clearance">{nm === 0 ? 'none' : `${nm} NM`}</output>
      </div>
    </div>
  );
}
