import { useEffect } from 'preact/hooks';
import { parsePosition } from '../../files/position.ts';
import { formatPosition } from '../../route-files/shown-text.ts';
import { clickWord } from '../click-words.ts';
import { commitEnds, setEnd } from '../state/session.ts';
import * as state from '../state/state.ts';
import { capital } from '../units.ts';
import { useTyped } from './use-typed.ts';

const LABELS = { start: ['A', 'Start'], end: ['B', 'End'] } as const;

/** One end of the route: a location by name, or a position. Enter sets it. */
export function EndField({ which }: { which: state.EndName }) {
  const value = state.ends[which].value;
  const [letter, label] = LABELS[which];
  const { text, isWrong, commit, input } = useTyped({
    shown: value ? (value.name ?? formatPosition(value)) : '',
    read: readEnd,
    onCommit: (place) => {
      setEnd(which, place);
      commitEnds();
      state.placeTyped.value = place !== null;
    },
  });
  // a place that was typed before the list of places was there
  const places = state.locations.value;
  useEffect(() => {
    if (isWrong && readEnd(text)) commit(text);
  }, [places]);
  return (
    <div class="end-field">
      <label for={which}>
        <span class={`pin ${which}`} aria-hidden="true">
          {letter}
        </span>
        {label}
      </label>
      <input
        {...input}
        id={which}
        list="locations"
        placeholder={`${capital(clickWord.value)} the map, or type a place`}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${which}-problem` : undefined}
        onInput={(event) => {
          input.onInput(event);
          // an option of the list was chosen
          const { value: given } = event.currentTarget;
          if (findLocation(given) && (event as InputEvent).inputType === undefined) commit(given);
        }}
      />
      {isWrong && (
        <p class="field-problem" id={`${which}-problem`} role="alert">
          Neither a known location nor a position such as 67°45.8′S 068°01.2′W or -67.764, -68.02.
        </p>
      )}
    </div>
  );
}

function findLocation(text: string) {
  const wanted = text.trim().toLowerCase();
  return state.locations.peek().find(({ name }) => name.toLowerCase() === wanted);
}

/** What a few letters leave no doubt about. */
const LEAST_LETTERS = 3;

function onlyBeginning(text: string) {
  const wanted = text.trim().toLowerCase();
  const found = state.locations.peek().filter(({ name }) => name.toLowerCase().startsWith(wanted));
  return wanted.length >= LEAST_LETTERS && found.length === 1 ? found[0] : undefined;
}

/** The end that a text means; null for none, undefined where it means nothing. */
export function readEnd(text: string): state.RouteEnd | null | undefined {
  if (text.trim() === '') return null;
  const location = findLocation(text) ?? onlyBeginning(text);
  if (location) return { lat: location.lat, lon: location.lon, name: location.name };
  return parsePosition(text) ?? undefined;
}
