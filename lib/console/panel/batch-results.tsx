import { useEffect } from 'preact/hooks';
import { formatNumber } from '../../route-files/shown-text.ts';
import type { Batch } from '../api/types.ts';
import { failures, moreFailures, moreFiles, refreshResults, results } from '../state/batch-results.ts';
import { isRunning } from '../state/batches.ts';
import { reportError } from '../state/notices.ts';
import { hideSpread, showSpread, study } from '../state/spread.ts';
import { Faults } from './faults.tsx';
import { SpreadSection } from './spread-section.tsx';

/** How often links are made anew, ms: while there come more, and before they end. */
const LINKS_MS = { running: 15_000, ended: 600_000 };

/** The files of a batch, the lines that failed, and the spread of a study. */
export function BatchResults({ batch }: { batch: Batch }) {
  const runs = isRunning(batch);
  useEffect(() => {
    const load = () => refreshResults().catch(reportError);
    load();
    const timer = setInterval(load, runs ? LINKS_MS.running : LINKS_MS.ended);
    return () => clearInterval(timer);
  }, [batch.id, runs]);
  const loaded = results.value;
  if (!loaded) return <p class="quiet">Loading…</p>;
  const { manifest, documents = [], summary_url, spread_url, next } = loaded;
  const isShown = study.value?.batchId === batch.id;
  const toggle = async () => (isShown ? hideSpread() : showSpread(batch));
  return (
    <div class="batch-results">
      {spread_url && (
        <button type="button" aria-pressed={isShown} onClick={() => toggle().catch(reportError)}>
          Spread on the map
        </button>
      )}
      {isShown && <SpreadSection />}
      <ul class="files" aria-label="Files">
        {summary_url && (
          <li>
            <a href={summary_url}>Summary</a> <span class="quiet">CSV</span>
          </li>
        )}
        {manifest.map(({ url, rows, bytes }, k) => (
          <li key={pathOf(url)}>
            <a href={url}>Part {k + 1}</a>{' '}
            <span class="quiet">
              GeoParquet, {formatNumber(rows, 0)} {rows === 1 ? 'row' : 'rows'}, {sizeText(bytes)}
            </span>
          </li>
        ))}
        {documents.map(({ url, bytes }, k) => (
          <li key={pathOf(url)}>
            <a href={url}>Routes of part {k + 1}</a> <span class="quiet">JSON Lines, {sizeText(bytes)}</span>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <button type="button" onClick={() => moreFiles().catch(reportError)}>
          Further files
        </button>
      )}
      <Failed count={batch.failed} />
    </div>
  );
}

/** Of a link, what does not change when it is made anew. */
const pathOf = (url: string): string => new URL(url).pathname;

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${formatNumber(Math.ceil(bytes / 1000), 0)} kB` : `${formatNumber(bytes / 1e6, 1)} MB`;

function Failed({ count }: { readonly count: number }) {
  const loaded = failures.value;
  const more = () => moreFailures().catch(reportError);
  if (count === 0) return null;
  if (!loaded) {
    return (
      <button type="button" onClick={more}>
        {count === 1 ? 'The line that failed' : `The ${formatNumber(count, 0)} lines that failed`}
      </button>
    );
  }
  return (
    <>
      <Faults faults={loaded.failures} />
      {loaded.next !== undefined && (
        <button type="button" onClick={more}>
          Further lines
        </button>
      )}
    </>
  );
}
