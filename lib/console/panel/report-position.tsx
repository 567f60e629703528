import type { LatLon } from '../../engine/geometry/sphere.ts';
import { formatPosition } from '../../route-files/shown-text.ts';
import type { WholeWatch } from '../api/types.ts';
import { timeOfReport } from '../parse-time.ts';
import { askForPlace, endDrawing } from '../state/drawing.ts';
import { reportError } from '../state/notices.ts';
import * as state from '../state/state.ts';
import { wantedPlace } from '../state/wanted-place.ts';
import { lookAtWatch, reportedAt, reportPlace, reportTrack } from '../state/watches.ts';
import { formatTime } from '../units.ts';
import { PlaceAdder } from './place-adder.tsx';
import { TypedField } from './typed-field.tsx';

/** Where the ship was: a place that is typed or clicked, with its time, or the track of a file. */
export function ReportPosition({ watch: { id, name, departure } }: { readonly watch: WholeWatch }) {
  const report = (place: LatLon) => {
    const when = reportedAt.peek();
    const then = when
      ? `was at ${formatPosition(place)} on ${formatTime(when)}`
      : `is at ${formatPosition(place)} now`;
    // the latest by its time is where the ship is, and none is taken back
    if (confirm(`${name}: report that the ship ${then}?`)) reportPlace(id, place).catch(reportError);
  };
  const isPicking = wantedPlace.value !== null;
  const pick = () => {
    if (isPicking) return endDrawing();
    const was = reportedAt.peek() ? 'was then' : 'is now';
    askForPlace({ text: `the map where the ship ${was}`, take: report });
    if (state.isNarrow.peek()) lookAtWatch(); // the panel no longer covers it
  };
  return (
    <details class="tool-section report-position">
      <summary>Report the position</summary>
      <TypedField
        id="reported-at"
        label="When, UTC"
        shown={reportedAt.value ? formatTime(reportedAt.value) : ''}
        placeholder="now, or e.g. 24 Dec 18:00"
        read={(text) => timeOfReport(text, new Date(departure), new Date()) ?? undefined}
        problem="Not a time. Write it as 24 Dec 18:00, 18:00 or 2026-12-24T18:00; it is UTC."
        onCommit={(time) => {
          reportedAt.value = time;
        }}
      />
      <PlaceAdder
        label={`Where ${name} was`}
        placeholder="Position"
        isFull={false}
        pick="Pick on the map"
        isPicking={isPicking}
        onPlace={report}
        onPick={pick}
      />
      <label class="button">
        Open its track (GPX, CSV)
        <input
          type="file"
          accept=".gpx,.csv,.txt,.geojson,.json,.kml,.kmz,.xml,.rtz,.rtzp,.zip"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) reportTrack(id, file).catch(reportError);
            event.currentTarget.value = '';
          }}
        />
      </label>
    </details>
  );
}
