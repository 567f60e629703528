import { useEffect } from 'preact/hooks';
import { formatNumber } from '../../route-files/shown-text.ts';
import type { Batch } from '../api/types.ts';
import { readable } from '../readable.ts';
import { openBatch, openedBatch } from '../state/batch-results.ts';
import {
  batches,
  batchesProblem,
  followBatches,
  hasOlder,
  isRunning,
  showOlder,
  stopBatch,
} from '../state/batches.ts';
import { reportError } from '../state/notices.ts';
import { formatAge, formatTime } from '../units.ts';
import { BatchResults } from './batch-results.tsx';
import { Faults } from './faults.tsx';
import { ListStatus } from './list-status.tsx';

const STATUS_TEXT = {
  PENDING: 'waits',
  STARTED: 'runs',
  SUCCESS: 'done',
  FAILURE: 'failed',
  REVOKED: 'stopped',
} as const;

/** One's own batches: how far each is, its results, and a way to stop it. */
export function BatchesTab() {
  useEffect(() => {
    const stopped = new AbortController();
    followBatches(stopped.signal).catch(reportError);
    return () => stopped.abort();
  }, []);
  const list = batches.value;
  const problem = batchesProblem.value;
  return (
    <section aria-label="Batches">
      <ListStatus problem={problem} isLoaded={list !== null} />
      {list?.length === 0 && (
        <p class="hint">
          No batch yet: many routes at once are asked for with <code>npm run batch</code> or over the API.
        </p>
      )}
      <ul class="batches">
        {list?.map((batch) => (
          <BatchItem key={batch.id} batch={batch} />
        ))}
      </ul>
      {hasOlder.value && (
        <button type="button" onClick={() => showOlder().catch(reportError)}>
          Older ones
        </button>
      )}
    </section>
  );
}

function BatchItem({ batch }: { batch: Batch }) {
  const { id, name, status, created, info, notes = [], results_url } = batch;
  const isOpen = openedBatch.value === id;
  const stop = async () => {
    if (confirm(`Stop the batch ${name}? What is done stays.`)) await stopBatch(id);
  };
  return (
    <li data-batch={id} data-status={status}>
      <p>
        <strong>{name}</strong>{' '}
        <span class="quiet">
          {STATUS_TEXT[status]} · {formatAge(new Date(created), new Date())}
        </span>
      </p>
      <Progress batch={batch} />
      {info && <p class="field-problem">{readable(info.error)}</p>}
      {info?.faults && <Faults faults={info.faults} />}
      {notes.map((note) => (
        <p key={note} class="hint">
          {readable(note)}
        </p>
      ))}
      <div class="row">
        {results_url && (
          <button type="button" aria-expanded={isOpen} onClick={() => openBatch(isOpen ? null : id)}>
            Results
          </button>
        )}
        {isRunning(batch) && (
          <button
            type="button"
            aria-label={`Stop the batch ${name}`}
            onClick={() => stop().catch(reportError)}
          >
            Stop
          </button>
        )}
      </div>
      {isOpen && <BatchResults batch={batch} />}
    </li>
  );
}

const count = (lines: number): string => formatNumber(lines, 0);

/** Of all lines, those with routes, without a way and failed; at what rate, and until when. */
function Progress({ batch }: { batch: Batch }) {
  const { name, status, total, done, no_way, failed, per_second, ends_about } = batch;
  if (total === null) return status === 'STARTED' ? <p class="hint">Its lines are read.</p> : null;
  const parts = { done, 'no-way': no_way, failed };
  const words = [
    `${count(done)} done`,
    no_way > 0 && `${count(no_way)} without a way`,
    failed > 0 && `${count(failed)} failed`,
  ];
  const pace = [
    per_second !== null && `${formatNumber(per_second, per_second < 10 ? 1 : 0)} a second`,
    ends_about && `ends about ${formatTime(new Date(ends_about))}`,
  ].filter(Boolean);
  return (
    <>
      <div
        class="batch-bar"
        role="progressbar"
        aria-label={`Lines of ${name} that are answered`}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done + no_way + failed}
      >
        {Object.entries(parts).map(([part, lines]) => (
          <span key={part} class={part} style={{ width: `${(100 * lines) / Math.max(1, total)}%` }} />
        ))}
      </div>
      <p class="hint">
        {words.filter(Boolean).join(', ')} of {count(total)} {total === 1 ? 'line' : 'lines'}
        {pace.length > 0 && ` · ${pace.join(' · ')}`}
      </p>
    </>
  );
}
