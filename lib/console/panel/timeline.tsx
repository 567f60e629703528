import { formatPosition } from '../../route-files/shown-text.ts';
import * as state from '../state/state.ts';
import { moment, showInstant, voyageTime } from '../state/timeline.ts';
import { thenLoading, thenProblem } from '../state/timeline-sea.ts';
import { formatTime } from '../units.ts';

const STEPS = 200;

/** The voyage in time: by mouse, finger or arrow keys the ship sails on the map, through the ice as it is then. */
export function Timeline() {
  const voyage = voyageTime.value;
  if (!voyage) return null;
  const { departure, arrival } = voyage;
  const now = moment.value;
  const text = now && `${formatTime(new Date(now.time))} · ${formatPosition(now.place)}`;
  return (
    <section class="timeline" aria-label="The voyage in time">
      <input
        type="range"
        aria-label="Time of the voyage"
        min={0}
        max={STEPS}
        value={now ? Math.round((STEPS * (now.time - departure)) / (arrival - departure)) : 0}
        aria-valuetext={text ?? `${formatTime(new Date(departure))}, the departure`}
        onInput={(event) => {
          const part = Number(event.currentTarget.value) / STEPS;
          showInstant(departure + part * (arrival - departure));
        }}
      />
      <output>{text ?? 'Move it to see the ship and the ice at a time.'}</output>
      {now && (
        <p class="quiet">
          {thenLoading.value && <span class="spinner" aria-hidden="true" />} Ice data{' '}
          {now.mesh?.name ?? state.sea.value?.summary.name}
        </p>
      )}
      {thenProblem.value && (
        <p class="field-problem" role="alert">
          {thenProblem.value}
        </p>
      )}
    </section>
  );
}
