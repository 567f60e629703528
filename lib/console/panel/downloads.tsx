import { useState } from 'preact/hooks';
import type { RouteFileFormat, RtzVersion } from '../../route-files/format-types.ts';
import { routeChart } from '../api/service.ts';
import { printPlan } from '../print/print.ts';
import { saveText } from '../save-text.ts';
import { ownFitsLink } from '../state/link.ts';
import { reportError, say } from '../state/notices.ts';
import { ownZones } from '../state/plan-zones.ts';
import * as state from '../state/state.ts';
import { fitsLink } from '../state/zones-part.ts';

const FORMATS = {
  rtz: { format: 'rtz', rtzVersion: '1.0', label: 'RTZ 1.0 (ECDIS)' },
  'rtz-1.1': { format: 'rtz', rtzVersion: '1.1', label: 'RTZ 1.1' },
  'rtz-1.2': { format: 'rtz', rtzVersion: '1.2', label: 'RTZ 1.2' },
  gpx: { format: 'gpx', label: 'GPX 1.1' },
  s421: { format: 's421', label: 'S-421 (S-100 bridges)' },
  csv: { format: 'csv', label: 'CSV' },
  charttrack: { format: 'charttrack', label: 'ChartTrack CSV' },
  kml: { format: 'kml', label: 'KML' },
  geojson: { format: 'geojson', label: 'GeoJSON' },
} as const satisfies Record<string, Choice>;

interface Choice {
  readonly format: RouteFileFormat;
  readonly rtzVersion?: RtzVersion;
  readonly label: string;
}
type ChoiceId = keyof typeof FORMATS;

/** The chosen line as a file, written here by the code that the service uses; the chart of a route is the service's. */
export function Downloads() {
  const [chosen, setChosen] = useState<ChoiceId>('rtz');
  const [points, setPoints] = useState<'sailing' | 'all'>('sailing');
  const route = state.chosenRoute.value;
  const service = state.service.value;
  if (!route) return null;
  const save = async () => {
    const { writeRouteFile } = await import('../../route-files/formats.ts');
    const { format, rtzVersion = '1.0' }: Choice = FORMATS[chosen];
    const options = { points, departure: state.departure.peek(), rtzVersion };
    const { name, contentType, text } = writeRouteFile(route.entry, format, options);
    saveText(name, contentType, text);
  };
  return (
    <section class="downloads" aria-label="Download">
      <h2>{route.label} as a file</h2>
      <div class="row nowrap">
        <select
          aria-label="Format"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value as ChoiceId)}
        >
          {Object.entries(FORMATS).map(([id, { label }]) => (
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
      </div>
      <div class="row">
        <button type="button" class="primary" onClick={() => save().catch(reportError)}>
          Download
        </button>
        {service.kind === 'answered' && (
          <button
            type="button"
            class="save-chart"
            onClick={() => saveChart(service.routeId).catch(reportError)}
          >
            Chart (SVG)
          </button>
        )}
        <button type="button" onClick={() => printPlan().catch(reportError)}>
          Print
        </button>
        <button type="button" onClick={() => copyLink().catch(reportError)}>
          Copy link
        </button>
      </div>
    </section>
  );
}

async function saveChart(routeId: string): Promise<void> {
  saveText(`route-${routeId}.svg`, 'image/svg+xml', await routeChart(routeId));
}

/** What has more points than a link has room for. */
function leftOutOfLink(): string {
  const isSaved = state.service.peek().kind === 'answered'; // its link brings its zones
  const zones = isSaved ? [] : ownZones.peek().filter((zone) => !fitsLink(zone));
  const own = state.ownWaypoints.peek();
  const names = zones.map(({ name }) => name).join(', ');
  const sentences = [
    zones.length > 0 && `It has no room for the border of ${names}: the link to a saved route has.`,
    own && !ownFitsLink(own.waypoints) && 'It has no room for your own route: send that as a file.',
  ];
  return sentences
    .filter(Boolean)
    .map((sentence) => ` ${sentence}`)
    .join('');
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    say('info', `The link to this view is in the clipboard.${leftOutOfLink()}`);
  } catch {
    say('info', `The browser does not let the page copy. The link is in the address bar.${leftOutOfLink()}`);
  }
}
