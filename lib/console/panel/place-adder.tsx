import { useState } from 'preact/hooks';
import type { RouteEnd } from '../state/state.ts';
import { readEnd } from './end-field.tsx';

interface PlaceAdderProps {
  readonly label: string;
  readonly placeholder: string;
  /** Whether there are as many as there may be. */
  readonly isFull: boolean;
  readonly pick: string;
  readonly isPicking: boolean;
  readonly onPlace: (place: RouteEnd) => void;
  readonly onPick: () => void;
}

/** A place to add to a list: a location's name or a position is typed, or the map is clicked. */
export function PlaceAdder({
  label,
  placeholder,
  isFull,
  pick,
  isPicking,
  onPlace,
  onPick,
}: PlaceAdderProps) {
  const [problem, setProblem] = useState(false);
  return (
    <>
      <div class="row nowrap">
        <input
          aria-label={label}
          list="locations"
          autocomplete="off"
          placeholder={placeholder}
          disabled={isFull}
          aria-invalid={problem}
          onChange={(event) => {
            const at = readEnd(event.currentTarget.value);
            setProblem(at === undefined);
            if (!at) return;
            onPlace(at);
            event.currentTarget.value = '';
          }}
        />
        <button type="button" aria-pressed={isPicking} disabled={isFull} onClick={onPick}>
          {pick}
        </button>
      </div>
      {problem && (
        <p class="field-problem" role="alert">
          Neither a known location nor a position such as 67°45.8′S 068°01.2′W.
        </p>
      )}
    </>
  );
}
