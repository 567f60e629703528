import { useEffect } from 'preact/hooks';
import type { ChartSummary } from '../../ice-charts/chart-store.ts';
import { openChartFile } from '../open-file.ts';
import { settings } from '../settings.ts';
import { chosenChart } from '../state/chart-part.ts';
import { chooseChart, dropChart, iceCharts, refreshCharts } from '../state/ice-charts.ts';
import { reportError } from '../state/notices.ts';
import * as state from '../state/state.ts';
import { formatAge, formatTime } from '../units.ts';

/** The ice charts of the service: which is laid over the sea, how old each is, a way to send one, and to delete one. */
export function IceCharts() {
  useEffect(() => {
    refreshCharts().catch(reportError);
  }, []);
  const charts = iceCharts.value;
  const chosen = chosenChart.value;
  const now = new Date();
  const isOld = (time: Date) => now.getTime() - time.getTime() > settings.meshAlarmHours * 3_600_000;
  return (
    <section class="ice-charts" aria-label="Ice charts">
      <h2>Ice charts</h2>
      {charts?.length === 0 && <p class="hint">The service keeps no ice charts.</p>}
      {charts && charts.length > 0 && !state.vehicleType.value && (
        <p class="hint">A chart is laid over the sea for a vessel: choose one.</p>
      )}
      {(chosen !== null || (charts && charts.length > 0)) && (
        <label class="choice">
          <input type="radio" name="ice-chart" checked={chosen === null} onChange={() => chooseChart(null)} />
          <span>
            <strong>No chart</strong>
            <span class="quiet">the ice is that of the ice data</span>
          </span>
        </label>
      )}
      <ul class="zone-list">
        {charts?.map(({ id, name, format, areas, reference_time, bounds }) => {
          const time = new Date(reference_time);
          return (
            <li key={id} class="row nowrap">
              <label class={`choice ${chosen === id ? 'chosen' : ''}`}>
                <input
                  type="radio"
                  name="ice-chart"
                  checked={chosen === id}
                  disabled={!state.vehicleType.value}
                  onChange={() => chooseChart(id)}
                />
                <span>
                  <strong>{name}</strong>
                  <span class="quiet">
                    {format}, {areas === 1 ? 'one area' : `${areas} areas`}, {formatTime(time)},{' '}
                    {formatAge(time, now)}
                  </span>
                  {isOld(time) && <span class="stale">older than {settings.meshAlarmHours} hours</span>}
                </span>
              </label>
              <button
                type="button"
                aria-label={`Show where the ice chart ${name} is`}
                onClick={() => {
                  state.lookAtAll.value = cornersOf(bounds);
                }}
              >
                Show
              </button>
              <button
                type="button"
                aria-label={`Delete the ice chart ${name}`}
                onClick={() => dropChart(id).catch(reportError)}
              >
                Delete
              </button>
            </li>
          );
        })}
      </ul>
      <label class="button" title="S-411 or zipped SIGRID-3, up to 4 MB">
        Open an ice chart…
        <input
          type="file"
          accept=".gml,.xml,.zip"
          onChange={(event) => {
            const input = event.currentTarget;
            const [file] = input.files ?? [];
            if (file) openChartFile(file).catch(reportError);
            input.value = '';
          }}
        />
      </label>
    </section>
  );
}

const cornersOf = ({ west, south, east, north }: ChartSummary['bounds']) =>
  [south, north].flatMap((lat) => [west, east].map((lon) => ({ lat, lon })));
