import { useEffect, useState } from 'preact/hooks';
import { formatPosition } from '../../route-files/shown-text.ts';
import { withRetries } from '../api/client.ts';
import { recentRoutes } from '../api/service.ts';
import type { RecentRoute } from '../api/types.ts';
import { openSaved } from '../state/history.ts';
import { deleteDraft, keptDrafts } from '../state/kept-drafts.ts';
import { dropSave, keptSaves } from '../state/kept-saves.ts';
import { reportError } from '../state/notices.ts';
import { nameOfSave } from '../state/service-route.ts';
import * as state from '../state/state.ts';
import { formatAge } from '../units.ts';
import { nameOf, resume } from './empty-state.tsx';
import { ListStatus } from './list-status.tsx';

const POLL_MS = 15_000;
const SPANS = [
  [24, 'last 24 hours'],
  [168, 'last week'],
  [8760, 'last year'],
] as const;

/** Routes that were requested lately; one click shows a route again. */
export function RecentTab() {
  const [hours, setHours] = useState<number>(24);
  const [tag, setTag] = useState('');
  const [routes, setRoutes] = useState<readonly RecentRoute[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    const load = () => {
      if (document.hidden) return;
      withRetries(() => recentRoutes(hours, tag ? [tag] : []), stopped.signal)
        .then((list) => !stopped.signal.aborted && setRoutes(list))
        .then(() => setProblem(null))
        .catch((error: Error) => error.name !== 'AbortError' && setProblem(error.message));
    };
    load();
    const timer = setInterval(load, POLL_MS);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [hours, tag]);
  return (
    <section aria-label="Saved routes">
      <Waiting />
      <Drafts />
      <h2>On the service</h2>
      <div class="row">
        <select
          aria-label="Time span"
          value={hours}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        >
          {SPANS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input
          aria-label="Only with this tag"
          placeholder="Tag"
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value.trim())}
        />
      </div>
      <ListStatus problem={problem} isLoaded={routes !== null} />
      {routes?.length === 0 && <p class="quiet">No route was requested in this time.</p>}
      <ul class="recent">
        {routes?.map((route) => (
          <RecentItem key={route.id} route={route} onTag={setTag} />
        ))}
      </ul>
    </section>
  );
}

/** Requests that have not reached the service yet. */
function Waiting() {
  if (keptSaves.value.length === 0) return null;
  return (
    <>
      <h2>Sent once there is a connection</h2>
      <ul class="recent waiting">
        {keptSaves.value.map((save) => (
          <li key={save.id}>
            <p>
              <strong>{nameOfSave(save)}</strong>{' '}
              <span class="quiet">{formatAge(new Date(save.asked), new Date())}</span>
            </p>
            <button
              type="button"
              class="delete"
              aria-label={`Do not send ${nameOfSave(save)}`}
              onClick={() => dropSave(save.id)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Plans that only this browser has. */
function Drafts() {
  if (keptDrafts.value.length === 0) return null;
  return (
    <>
      <h2>Drafts in this browser</h2>
      <ul class="recent drafts">
        {keptDrafts.value.map(({ id, changed, draft }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                state.panelTab.value = 'route';
                resume(id, draft);
              }}
            >
              <strong>{nameOf(draft)}</strong>
              <span class="quiet">
                {formatAge(new Date(changed), new Date())}
                {draft.vehicle && ` · ${draft.vehicle}`}
              </span>
            </button>
            <button
              type="button"
              class="delete"
              aria-label={`Delete the draft ${nameOf(draft)}`}
              onClick={() => deleteDraft(id)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function RecentItem({ route, onTag }: { route: RecentRoute; onTag: (tag: string) => void }) {
  const from = route.start_name || formatPosition({ lat: route.start_lat, lon: route.start_lon });
  const to = route.end_name || formatPosition({ lat: route.end_lat, lon: route.end_lon });
  const id = String(route.id);
  return (
    <li>
      <button
        type="button"
        disabled={route.status !== 'SUCCESS'}
        onClick={() => {
          state.panelTab.value = 'route';
          openSaved(id).catch(reportError);
        }}
      >
        <strong>
          {from} – {to}
        </strong>
        <span class="quiet">
          {id} · {route.status.toLowerCase()} · {formatAge(new Date(route.requested), new Date())}
          {route.vehicle_type && ` · ${route.vehicle_type}`}
        </span>
      </button>
      {route.tags.map((each) => (
        <button key={each} type="button" class="tag" onClick={() => onTag(each)}>
          {each}
        </button>
      ))}
    </li>
  );
}
