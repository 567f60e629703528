import { useState } from 'preact/hooks';
import { problemOf, readStations } from '../../files/read-stations.ts';
import { beginDrawing, finishDrawing, toggleAsking } from '../state/drawing.ts';
import { addStopAt, addStops, WANTED_STOP } from '../state/edit-stops.ts';
import { recordStep } from '../state/history.ts';
import * as state from '../state/state.ts';
import { drawingWork, stops } from '../state/stops.ts';
import { wantedPlace } from '../state/wanted-place.ts';
import { cruiseLegs, openStopsFile, showLeg } from '../stops/open-stops.ts';
import { MOST_STOPS, newStopOf } from '../stops/stop-list.ts';
import { PlaceAdder } from './place-adder.tsx';

/** Stops by position, by a click on the map, from a list or a file. */
export function AddStopsForm() {
  return (
    <>
      <OneStop />
      <DrawnWork />
      <PastedStops />
      <label class="button">
        Open a cruise plan, CSV, GPX
        <input
          type="file"
          accept=".yaml,.yml,.csv,.txt,.tsv,.gpx,.rtz,.kml,.geojson,.json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) openStopsFile(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <CruiseLegs />
    </>
  );
}

/** The legs of a cruise plan, to choose one. */
function CruiseLegs() {
  if (cruiseLegs.value.length === 0) return null;
  return (
    <ul class="recent cruise-legs" aria-label="Legs of the cruise plan">
      {cruiseLegs.value.map((leg) => (
        <li key={leg.name}>
          <button type="button" onClick={() => showLeg(leg)}>
            <strong>{leg.name}</strong>
            <span class="quiet">
              {leg.from.name} – {leg.to.name}, {leg.stops.length} {leg.stops.length === 1 ? 'stop' : 'stops'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function OneStop() {
  return (
    <>
      <PlaceAdder
        label="Add a stop at a place or position"
        placeholder="Place or position"
        isFull={stops.value.length >= MOST_STOPS}
        pick="Pick on the map"
        isPicking={wantedPlace.value === WANTED_STOP}
        onPlace={(place) => {
          addStopAt(place);
          state.placeTyped.value = true;
        }}
        onPick={() => toggleAsking(WANTED_STOP)}
      />
      <p class="hint">Or pull the route on the map to where it shall call.</p>
    </>
  );
}

/** A section that is sailed, or an area that is surveyed. */
function DrawnWork() {
  const isFull = stops.value.length >= MOST_STOPS;
  return (
    <div class="row">
      {(['line', 'area'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={drawingWork.value === kind}
          disabled={isFull}
          onClick={() => (drawingWork.peek() === kind ? finishDrawing() : beginDrawing(kind))}
        >
          {kind === 'line' ? 'Draw a line' : 'Draw a box'}
        </button>
      ))}
    </div>
  );
}

/** A list of positions, read while it is written. */
function PastedStops() {
  const [text, setText] = useState('');
  const { stations, notRead, notes } = readStations(text);
  const read = stations.map(newStopOf);
  const problem = problemOf(notRead);
  return (
    <>
      <textarea
        aria-label="A list of positions"
        rows={3}
        placeholder={'A line each, with a name or without:\nCTD 5  62°30.0′S 040°15.0′W'}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <div class="row">
          <button
            type="button"
            class="primary"
            disabled={read.length === 0}
            onClick={() => {
              if (!addStops(read)) return;
              recordStep();
              setText(notRead.map(({ text: line }) => line).join('\n')); // to be mended
            }}
          >
            Add {read.length} {read.length === 1 ? 'stop' : 'stops'}
          </button>
          {problem && (
            <p class="field-problem" role="alert">
              {problem}
            </p>
          )}
          {notes.length > 0 && <p class="hint">{notes.join(' ')}</p>}
        </div>
      )}
    </>
  );
}
