import { useState } from 'preact/hooks';
import type { RouteFileFormat } from '../../route-files/formats.ts';
import { saveText } from '../save-text.ts';
import { reportError, say } from '../state/session.ts';
import * as state from '../state/state.ts';

const FORMATS: readonly [RouteFileFormat, string][] = [
  ['rtz', 'RTZ 1.0 (ECDIS)'],
  ['gpx', 'GPX 1.1'],
  ['csv', 'CSV'],
  ['charttrack', 'ChartTrack CSV'],
  ['kml', 'KML'],
  ['geojson', 'GeoJSON'],
];

/** The chosen line as a file, written here by the code that the service uses. */
export function Downloads() {
  const [format, setFormat] = useState<RouteFileFormat>('rtz');
  const [points, setPoints] = useState<'sailing' | 'all'>('sailing');
  const route = state.chosenRoute.value;
  if (!route) return null;
  const save = async () => {
    const { writeRouteFile } = await import('../../route-files/formats.ts');
    const options = { points, departure: state.departure.peek(), rtzVersion: '1.0' } as const;
    const { name, contentType, text } = writeRouteFile(route.entry, format, options);
    saveText(name, contentType, text);
  };
  return (
    <section class="downloads" aria-label="Download">
      <h2>{state.lineLabel(route.line)} as a file</h2>
      <div class="row">
        <select
          aria-label="Format"
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as RouteFileFormat)}
        >
          {FORMATS.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Points"
          value={points}
          onChange={(event) => setPoints(event.currentTarget.value as 'sailing' | 'all')}
        >
          <option value="sailing">waypoints</option>
          <option value="all">every crossing</option>
        </select>
        <button type="button" class="primary" onClick={() => save().catch(reportError)}>
          Download
        </button>
      </div>
      <div class="row">
        <button type="button" onClick={() => print()}>
          Print
        </button>
        <button type="button" onClick={() => copyLink().catch(reportError)}>
          Copy link
        </button>
      </div>
    </section>
  );
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say('info', 'The link to this view is in the clipboard.');
  } catch {
    say('info', `The browser does not let the page copy. The link is in the address bar.`);
  }
}
