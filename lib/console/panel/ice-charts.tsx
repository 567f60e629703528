import { useEffect } from 'preact/hooks';
import { openChartFile } from '../open-file.ts';
import { settings } from '../settings.ts';
import { dropChart, iceCharts, refreshCharts } from '../state/ice-charts.ts';
import { reportError } from '../state/notices.ts';
import { formatAge, formatTime } from '../units.ts';

/** The ice charts of the service: how old each is, a way to send one, and to delete one. */
export function IceCharts() {
  useEffect(() => {
    refreshCharts().catch(reportError);
  }, []);
  const charts = iceCharts.value;
  const now = new Date();
  const isOld = (time: Date) => now.getTime() - time.getTime() > settings.meshAlarmHours * 3_600_000;
  return (
    <section class="ice-charts" aria-label="Ice charts">
      <h2>Ice charts</h2>
      {charts?.length === 0 && <p class="hint">The service keeps no ice charts.</p>}
      <ul class="zone-list">
        {charts?.map(({ id, name, format, areas, reference_time }) => {
          const time = new Date(reference_time);
          return (
            <li key={id}>
              <span>
                <strong>{name}</strong>
                <span class="quiet">
                  {' '}
                  {format}, {areas === 1 ? 'one area' : `${areas} areas`}, {formatTime(time)},{' '}
                  {formatAge(time, now)}
                </span>
                {isOld(time) && <span class="stale"> older than {settings.meshAlarmHours} hours</span>}
              </span>
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
