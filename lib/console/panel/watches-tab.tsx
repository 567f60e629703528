import { formatDuration, formatPosition } from '../../route-files/shown-text.ts';
import type { Watch } from '../api/types.ts';
import { readable } from '../readable.ts';
import { reportError } from '../state/notices.ts';
import { openedWatch } from '../state/shown-watch.ts';
import {
  chooseWatch,
  chosenWatch,
  endedWatches,
  hasMoreWatches,
  STATUS_TEXT,
  watches,
  watchesProblem,
} from '../state/watches.ts';
import { formatTime } from '../units.ts';
import { ListStatus } from './list-status.tsx';
import { OpenedWatch } from './opened-watch.tsx';

const ENDED_TEXT = { arrival: 'arrived', until: 'its time is over', deleted: 'ended' } as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** One's own watches, worst first: how each voyage is; the chosen one is shown on the map. */
export function WatchesTab() {
  const list = watches.value;
  const problem = watchesProblem.value;
  return (
    <section aria-label="Watched voyages">
      <ListStatus problem={problem} isLoaded={list !== null} />
      {list?.length === 0 && (
        <p class="hint">
          No voyage is watched. Save a route with a departure, then choose “Watch this voyage”: whenever new
          data come, the rest of it is checked, and here you see what changed.
        </p>
      )}
      {list && <WatchList watches={list} />}
      {endedWatches.value.length > 0 && (
        <details class="tool-section">
          <summary>Ended in the last 30 days ({endedWatches.value.length})</summary>
          <WatchList watches={endedWatches.value} />
        </details>
      )}
      {hasMoreWatches.value && (
        <p class="hint">Only the {(list?.length ?? 0) + endedWatches.value.length} newest are listed.</p>
      )}
    </section>
  );
}

function WatchList({ watches: list }: { readonly watches: readonly Watch[] }) {
  return (
    <ul class="watches">
      {list.map((watch) => (
        <WatchItem key={watch.id} watch={watch} />
      ))}
    </ul>
  );
}

function WatchItem({ watch }: { readonly watch: Watch }) {
  const { id, name, status, reason, position, info, ended } = watch;
  const isChosen = chosenWatch.value === id;
  const opened = openedWatch.value;
  return (
    <li data-watch={id} data-status={ended ? 'ended' : status}>
      <button
        type="button"
        class="choose"
        aria-expanded={isChosen}
        onClick={() => chooseWatch(isChosen ? null : id).catch(reportError)}
      >
        <strong>{name}</strong>
        <span class={`watch-status ${status}`}>{ended ? ENDED_TEXT[ended.why] : STATUS_TEXT[status]}</span>
        <span class="quiet">{ended ? `${formatTime(new Date(ended.time))}` : arrivalText(watch)}</span>
        <span class="quiet">
          {formatPosition(position)},{' '}
          {position.from === 'report' ? `reported ${formatTime(new Date(position.time))}` : 'by the plan'}
        </span>
      </button>
      {reason && <p class="field-problem">{readable(reason)}</p>}
      {info && <p class="hint">{readable(info)}</p>}
      {isChosen &&
        (opened?.watch.id === id ? <OpenedWatch opened={opened} /> : <p class="quiet">Loading…</p>)}
    </li>
  );
}

/** A way that is closed has no arrival but the planned. */
function arrivalText({ status, arrives, planned_arrival }: Watch): string {
  const planned = `${formatTime(new Date(planned_arrival))}`;
  if (status === 'closed') return `Was to arrive ${planned}`;
  const lateMs = Date.parse(arrives) - Date.parse(planned_arrival);
  const by = formatDuration(Math.abs(lateMs) / DAY_MS);
  const apart =
    Math.abs(lateMs) < MINUTE_MS ? 'as planned' : `${by} ${lateMs > 0 ? 'later' : 'earlier'} than planned`;
  return `Arrives ${formatTime(new Date(arrives))}, ${apart}`;
}
