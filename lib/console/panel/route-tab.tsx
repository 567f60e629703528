import { batch } from '@preact/signals';
import { clickWord } from '../click-words.ts';
import { fileRoutes, openRouteFile } from '../open-file.ts';
import { beginDrawing, finishDrawing } from '../state/drawing.ts';
import { setStops } from '../state/edit-stops.ts';
import { commitEnds, newPlan, setEnd, showOwn } from '../state/session.ts';
import * as state from '../state/state.ts';
import { stops } from '../state/stops.ts';
import { brokenOrder } from '../stops/stop-list.ts';
import { AddStops } from './add-stops.tsx';
import { AlertsCard } from './alerts-card.tsx';
import { AnswerCard } from './answer-card.tsx';
import { ClearanceField } from './clearance-field.tsx';
import { CompareSection } from './compare-section.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { DaysLimit } from './days-limit.tsx';
import { DepartureField } from './departure-field.tsx';
import { DeparturesSection } from './departures-section.tsx';
import { Downloads } from './downloads.tsx';
import { EmptyState } from './empty-state.tsx';
import { EndField } from './end-field.tsx';
import { ForecastFields } from './forecast-fields.tsx';
import { ReachSection } from './reach-section.tsx';
import { ServiceStatus } from './service-status.tsx';
import { ShipHere } from './ship-here.tsx';
import { SpeedSection } from './speed-section.tsx';
import { StopOrder } from './stop-order.tsx';
import { StopsList } from './stops-list.tsx';
import { Timeline } from './timeline.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';
import { WatchButton } from './watch-button.tsx';
import { ZonesSection } from './zones-section.tsx';

/** What has to be known, the answer, the plan, and what can be done with it; on a tablet in two columns. */
export function RouteTab() {
  return (
    <>
      <AlertsCard />
      {state.routes.value.length === 0 && !state.previewProblem.value && <EmptyState />}
      <div class="part answered">
        <AnswerCard />
        <Timeline />
        <ServiceStatus />
        <WatchButton />
        <ShipHere />
        <ComparisonTable />
      </div>
      <div class="part plan">
        <Plan />
      </div>
      <div class="part">
        {state.lines.value.length > 0 && <CompareSection />}
        <OwnRoute />
        <ReachSection />
        <Downloads />
      </div>
    </>
  );
}

/** What the voyage is to be. */
function Plan() {
  return (
    <>
      <div class="ends">
        <EndField which="start" />
        <StopsList />
        <EndField which="end" />
        <StopOrder />
        <DaysLimit />
        <datalist id="locations">
          {state.locations.value.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        <div class="row">
          <button type="button" onClick={swapEnds} disabled={!state.start.value && !state.end.value}>
            Swap
          </button>
          <button type="button" onClick={newPlan} disabled={!state.start.value && !state.end.value}>
            New plan
          </button>
        </div>
      </div>
      <AddStops />
      <DepartureField />
      <DeparturesSection />
      <ForecastFields />
      <ClearanceField />
      <VehicleChoice />
      <SpeedSection />
      <ZonesSection />
    </>
  );
}

function swapEnds(): void {
  const [start, end] = [state.start.peek(), state.end.peek()];
  setEnds(end, start);
  const reversed = stops.peek().toReversed();
  // what has to come first still does
  setStops(brokenOrder(reversed) ? stops.peek() : reversed);
  commitEnds();
}

function setEnds(start: state.RouteEnd | null, end: state.RouteEnd | null): void {
  batch(() => {
    setEnd('start', start);
    setEnd('end', end);
  });
}

/** A route of one's own, to compare: drawn on the map, or from a file. */
function OwnRoute() {
  const drawing = state.drawingOwn.value;
  return (
    <section class="row own-route" aria-label="A route of your own">
      <h2>A route of your own</h2>
      <button
        type="button"
        aria-pressed={drawing}
        onClick={() => (drawing ? finishDrawing() : beginDrawing('own'))}
      >
        {drawing ? 'Finish the line' : 'Draw a route'}
      </button>
      <label class="button" title="GPX, RTZ, S-421, KML, GeoJSON, CSV, zipped or not">
        Open a file
        <input
          type="file"
          accept=".gpx,.rtz,.kml,.json,.geojson,.csv,.txt,.xml,.gml,.zip,.kmz,.rtzp,application/gpx+xml,application/geo+json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) openRouteFile(file);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <FileRoutes />
      {state.ownWaypoints.value && (
        <button type="button" onClick={() => showOwn(null)}>
          Remove
        </button>
      )}
      {!drawing && state.ownWaypoints.value && (
        <p class="hint">
          Drag its points, or pull a leg into a new one; a double {clickWord.value} deletes one.
        </p>
      )}
    </section>
  );
}

/** The routes of a file with several, to choose one. */
function FileRoutes() {
  if (fileRoutes.value.length === 0) return null;
  return (
    <ul class="recent file-routes" aria-label="Routes of the file">
      {fileRoutes.value.map(({ name, show }) => (
        <li key={name}>
          <button type="button" onClick={show}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
