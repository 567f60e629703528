import { batch } from '@preact/signals';
import { openFile } from '../open-file.ts';
import { commitEnds, setEnd, showOwn } from '../state/session.ts';
import * as state from '../state/state.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { Downloads } from './downloads.tsx';
import { EndField } from './end-field.tsx';
import { ServiceStatus } from './service-status.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';

/** The request for a route, and its answer. */
export function RouteTab() {
  return (
    <>
      <div class="ends">
        <EndField which="start" />
        <EndField which="end" />
        <datalist id="locations">
          {state.locations.value.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <div class="row">
          <button type="button" onClick={swapEnds} disabled={!state.start.value && !state.end.value}>
            Swap
          </button>
          <button
            type="button"
            onClick={() => setEnds(null, null)}
            disabled={!state.start.value && !state.end.value}
          >
            Clear
          </button>
        </div>
      </div>
      <VehicleChoice />
      <Tags />
      <ServiceStatus />
      <ComparisonTable />
      <OwnRoute />
      <Downloads />
    </>
  );
}

function swapEnds(): void {
  const [start, end] = [state.start.peek(), state.end.peek()];
  setEnds(end, start);
  commitEnds();
}

function setEnds(start: state.RouteEnd | null, end: state.RouteEnd | null): void {
  batch(() => {
    setEnd('start', start);
    setEnd('end', end);
  });
}

/** Tags by which the next requests can be found among the recent routes. */
function Tags() {
  return (
    <label class="tags">
      Tags
      <input
        placeholder="For the next request, with commas between"
        value={state.tags.value}
        onChange={(event) => {
          state.tags.value = event.currentTarget.value.trim();
        }}
      />
    </label>
  );
}

/** A route of one's own, to compare: drawn on the map, or from a file. */
function OwnRoute() {
  const drawing = state.drawingOwn.value;
  return (
    <div class="row own-route">
      <button
        type="button"
        aria-pressed={drawing}
        onClick={() => {
          state.drawingOwn.value = !drawing;
        }}
      >
        {drawing ? 'Stop drawing' : 'Draw a route'}
      </button>
      <label class="button">
        Open GPX, RTZ, GeoJSON
        <input
          type="file"
          accept=".gpx,.rtz,.json,.geojson,application/gpx+xml,application/geo+json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) openFile(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {state.ownWaypoints.value && (
        <button type="button" onClick={() => showOwn(null)}>
          Remove
        </button>
      )}
      {drawing && <p class="hint">Click to place waypoints; a double click ends the line.</p>}
    </div>
  );
}
