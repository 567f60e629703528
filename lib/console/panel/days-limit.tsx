import { formatNumber } from '../../route-files/shown-text.ts';
import { daysForAll, setDays } from '../state/days-limit.ts';
import { recordStep } from '../state/history.ts';
import { speed } from '../state/speed.ts';
import { mayLeaveOut } from '../state/stops.ts';
import { readNumber, TypedField } from './typed-field.tsx';

const MOST_DAYS = 365;
const STEP_DAYS = 0.25;

/** The days that a voyage with optional stops may take: on the slider stations fall out and come back. */
export function DaysLimit() {
  if (!mayLeaveOut.value) return null;
  const { hours } = speed.value;
  const days = hours === undefined ? null : hours / 24;
  const most = Math.ceil(Math.max(daysForAll.value, days ?? 0, 1));
  return (
    <section class="days-limit" aria-label="Days allowed">
      <TypedField
        id="days-limit"
        label="Days allowed"
        shown={days === null ? '' : String(Number(days.toFixed(4)))}
        placeholder="as many as it takes"
        read={readNumber(STEP_DAYS, MOST_DAYS)}
        problem={`Write days from ${STEP_DAYS} to ${MOST_DAYS}.`}
        onCommit={(value) => {
          setDays(value);
          recordStep();
        }}
      />
      <input
        type="range"
        aria-label="Days allowed, on a slider"
        aria-valuetext={`${formatNumber(days ?? most, 2)} days`}
        min={STEP_DAYS}
        max={most}
        step={STEP_DAYS}
        value={days ?? most}
        onInput={({ currentTarget }) => setDays(Number(currentTarget.value))}
        onChange={recordStep}
      />
    </section>
  );
}
