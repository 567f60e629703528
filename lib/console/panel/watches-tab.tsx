import { useEffect } from 'preact/hooks';
import { formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { connected } from '../api/client.ts';
import type { Watch, WholeWatch } from '../api/types.ts';
import { clickWord } from '../click-words.ts';
import { readable } from '../readable.ts';
import { pickPosition } from '../state/drawing.ts';
import { reportError } from '../state/notices.ts';
import {
  chooseWatch,
  chosenWatch,
  endWatch,
  followWatches,
  followWay,
  newWay,
  openedWatch,
  reportTrack,
  watches,
  watchesProblem,
} from '../state/watches.ts';
import { formatAge, formatTime } from '../units.ts';

const NEWEST_EVENTS = 5;
const ENDED_TEXT = { arrival: 'arrived', until: 'its time is over', deleted: 'ended' } as const;

/** One's own watches: how each voyage is; the chosen one is shown on the map. */
export function WatchesTab() {
  useEffect(() => {
    const stopped = new AbortController();
    followWatches(stopped.signal).catch(reportError);
    return () => stopped.abort();
  }, []);
  const list = watches.value;
  const problem = watchesProblem.value;
  return (
    <section aria-label="Watched voyages">
      {problem && (
        <p class="field-problem" role="alert">
          The watches could not be loaded. {problem}
        </p>
      )}
      {list === null && !problem && (
        <p class="quiet">{connected.value ? 'Loading…' : 'They come once there is a connection.'}</p>
      )}
      {list?.length === 0 && (
        <p class="hint">
          No voyage is watched: save a route with a departure, then choose “Watch this voyage”.
        </p>
      )}
      <ul class="watches">
        {list?.map((watch) => (
          <WatchItem key={watch.id} watch={watch} />
        ))}
      </ul>
    </section>
  );
}

function WatchItem({ watch }: { watch: Watch }) {
  const { id, name, status, reason, position, arrives, info, ended } = watch;
  const isChosen = chosenWatch.value === id;
  const opened = openedWatch.value?.watch;
  const from = position.from === 'report' ? 'reported' : 'by the plan';
  return (
    <li data-watch={id} data-status={ended ? 'ended' : status}>
      <button
        type="button"
        class="choose"
        aria-expanded={isChosen}
        onClick={() => chooseWatch(isChosen ? null : id).catch(reportError)}
      >
        <strong>{name}</strong>
        <span class={`watch-status ${status}`}>{ended ? ENDED_TEXT[ended.why] : status}</span>
        <span class="quiet">
          {formatPosition(position)}, {from} {formatTime(new Date(position.time))} · arrives{' '}
          {formatTime(new Date(arrives))}
        </span>
      </button>
      {reason && <p class="field-problem">{readable(reason)}</p>}
      {info && <p class="hint">{readable(info)}</p>}
      {isChosen && (opened?.id === id ? <Opened watch={opened} /> : <p class="quiet">Loading…</p>)}
    </li>
  );
}

/** What changed, and what can be done about it. */
function Opened({ watch }: { watch: WholeWatch }) {
  const { id, name, planned_arrival, checked, made_good, events, ended } = watch;
  const way = newWay(watch);
  const end = async () => {
    if (confirm(`End the watch ${name}? Nothing is told of its voyage any more.`)) await endWatch(id);
  };
  return (
    <>
      <p class="hint">
        Planned arrival {formatTime(new Date(planned_arrival))} ·{' '}
        {checked ? `new data looked at ${formatAge(new Date(checked), new Date())}` : 'no new data yet'}
        {made_good &&
          ` · ${formatNumber(made_good.of_predicted_percent, 1)} % of the predicted speed made good`}
      </p>
      {events.length > 0 && (
        <ol class="watch-events" aria-label={`What changed on ${name}`}>
          {events.slice(0, NEWEST_EVENTS).map(({ time, status, sentence }) => (
            <li key={time}>
              <span class={`watch-status ${status}`}>{status}</span>{' '}
              <span class="quiet">{formatTime(new Date(time))}</span>
              <p>{readable(sentence)}</p>
            </li>
          ))}
        </ol>
      )}
      {!ended && (
        <div class="row">
          {way !== null && (
            <button type="button" class="primary" onClick={() => followWay(id, way).catch(reportError)}>
              Follow the new way
            </button>
          )}
          <button
            type="button"
            title={`${clickWord.value} where she is now; Enter takes the middle of the map`}
            onClick={pickPosition}
          >
            Report the position
          </button>
          <label class="button" title="GPX, CSV and other files with times at their points">
            Open a track…
            <input
              type="file"
              accept=".gpx,.csv,.txt,.geojson,.json,.kml,.xml,.rtz,.zip"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file) reportTrack(id, file).catch(reportError);
                event.currentTarget.value = '';
              }}
            />
          </label>
          <button type="button" aria-label={`End the watch ${name}`} onClick={() => end().catch(reportError)}>
            End
          </button>
        </div>
      )}
    </>
  );
}
