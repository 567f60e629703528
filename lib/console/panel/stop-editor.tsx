import { formatPosition } from '../../route-files/shown-text.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { comeAfter, commitStops, reorderStop } from '../state/edit-stops.ts';
import * as state from '../state/state.ts';
import { bestOrder, openedStop, stops } from '../state/stops.ts';
import { changedStop, MOST_STAY_HOURS } from '../stops/stop-list.ts';
import { deleteStop } from './delete-stop.ts';
import { readEnd } from './end-field.tsx';
import { OpeningFields } from './opening-fields.tsx';
import { RefuelField } from './refuel-field.tsx';
import { keepKey } from './stop-keys.ts';
import { readNumber, TypedField } from './typed-field.tsx';
import { WorkFields } from './work-fields.tsx';

/** What is asked for at a stop. */
export function StopEditor({ stop, number }: { stop: Stop; number: number }) {
  const { name, stay_hours: stay, after } = stop;
  const change = (changes: Partial<Stop>) => commitStops(changedStop(stops.peek(), name, changes));
  const id = (field: string) => `stop-${number}-${field}`;
  const others = stops.value.filter((other) => other.name !== name && !after.includes(other.name));
  return (
    <div class="stop-editor">
      <TypedField
        id={id('name')}
        label="Name"
        shown={name}
        read={(text) => {
          const wanted = text.trim().slice(0, 100);
          return stops.peek().some((other) => other.name === wanted) ? undefined : wanted;
        }}
        problem="Another stop has this name."
        onCommit={(wanted) => {
          if (wanted === null) return;
          keepKey(name, wanted);
          openedStop.value = wanted;
          change({ name: wanted });
        }}
      />
      <TypedField
        id={id('position')}
        label="Position"
        list="locations"
        shown={formatPosition(stop)}
        read={readEnd}
        problem="Neither a known location nor a position such as 67°45.8′S 068°01.2′W."
        onCommit={(place) => {
          if (!place) return;
          change({ lat: place.lat, lon: place.lon });
          state.placeTyped.value = true;
        }}
      />
      <TypedField
        id={id('stay')}
        label="Stay, hours"
        shown={stay > 0 ? String(stay) : ''}
        placeholder="0"
        read={readNumber(0, MOST_STAY_HOURS)}
        problem={`Write hours from 0 to ${MOST_STAY_HOURS}, such as 6 or 0.5.`}
        onCommit={(hours) => change({ stay_hours: hours ?? 0 })}
      />
      <RefuelField id={id} stop={stop} onChange={change} />
      <WorkFields id={id} stop={stop} onChange={change} />
      <OpeningFields id={id} stop={stop} onChange={change} />
      {stops.value.length > 1 && (
        <div class="row after">
          {after.map((other) => (
            <button
              key={other}
              type="button"
              class="tag"
              aria-label={`It need not come after ${other}`}
              onClick={() =>
                comeAfter(
                  name,
                  after.filter((each) => each !== other),
                )
              }
            >
              after {other} ×
            </button>
          ))}
          {others.length > 0 && (
            <select
              aria-label="Comes after another stop"
              value=""
              onChange={({ currentTarget }) => comeAfter(name, [...after, currentTarget.value])}
            >
              <option value="">comes after …</option>
              {others.map((other) => (
                <option key={other.name} value={other.name}>
                  {other.name}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
      <div class="row">
        {!bestOrder.value && (
          <>
            <button type="button" disabled={number === 1} onClick={() => reorderStop(name, number - 2)}>
              Earlier
            </button>
            <button
              type="button"
              disabled={number === stops.value.length}
              onClick={() => reorderStop(name, number)}
            >
              Later
            </button>
          </>
        )}
        <button type="button" onClick={({ currentTarget }) => deleteStop(name, currentTarget)}>
          Delete
        </button>
      </div>
    </div>
  );
}
