import { formatPosition } from '../../route-files/shown-text.ts';
import { reportError } from '../state/notices.ts';
import {
  isReportWhole,
  report,
  reportShown,
  reportTrack,
  sendReport,
  stopsOfWatched,
  tellOfWatched,
} from '../state/report-position.ts';
import type { OpenedWatch } from '../state/shown-watch.ts';
import * as state from '../state/state.ts';
import { lookAtWatch } from '../state/watches.ts';
import { formatTime } from '../units.ts';
import { ShipFields } from './ship-fields.tsx';

/** Where the ship was, when, what is done and what was aboard; or the track of a file. */
export function ReportPosition({ opened }: { readonly opened: OpenedWatch }) {
  const { watch, planned } = opened;
  const { id, name, departure } = watch;
  const { told, faults } = report.value;
  const send = () => {
    // the latest by its time is where the ship is, and none is taken back
    if (isReportWhole() && confirm(`${name}: report that ${sentence()}?`)) sendReport(id).catch(reportError);
  };
  return (
    <details
      class="tool-section report-position"
      open={reportShown.value}
      onToggle={(event) => {
        reportShown.value = event.currentTarget.open;
      }}
    >
      <summary>Report the position</summary>
      <ShipFields
        id="report"
        told={told}
        departure={new Date(departure)}
        fuel={planned.burnsFuel ? 'not said' : null}
        stops={stopsOfWatched(opened, told)}
        faults={faults}
        onTell={tellOfWatched}
        onLook={() => {
          if (state.isNarrow.peek()) lookAtWatch(); // the panel no longer covers it
        }}
      />
      <button type="button" onClick={send}>
        Report
      </button>
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

/** `the ship was at … on 24 Dec 18:00 UTC, with CTD 1 done and 640 t aboard` */
function sentence(): string {
  const { place, time, done, fuelAboard } = report.peek().told;
  const at = formatPosition(place!);
  const names = Object.keys(done).filter((name) => done[name]);
  const further = [
    ...(names.length > 0 ? [`${names.join(', ')} done`] : []),
    ...(fuelAboard === null ? [] : [`${fuelAboard} t aboard`]),
  ].join(' and ');
  const then = time ? `was at ${at} on ${formatTime(time)}` : `is at ${at} now`;
  return `the ship ${then}${further && `, with ${further}`}`;
}
