import { formatNumber } from '../../route-files/shown-text.ts';
import { feedOf } from '../api/service.ts';
import type { WholeWatch } from '../api/types.ts';
import { readable } from '../readable.ts';
import { settings } from '../settings.ts';
import { openSaved } from '../state/history.ts';
import { reportError } from '../state/notices.ts';
import type { OpenedWatch as Opened } from '../state/shown-watch.ts';
import * as state from '../state/state.ts';
import { endWatch, followWay, newWay, STATUS_TEXT } from '../state/watches.ts';
import { formatAge, formatTime } from '../units.ts';
import { ReportPosition } from './report-position.tsx';

/** The others are folded away. */
const NEWEST_EVENTS = 3;

/** What changed on a watched voyage, and what can be done about it. */
export function OpenedWatch({ opened }: { readonly opened: Opened }) {
  const { watch } = opened;
  const { id, name, checked, made_good, ended, until, planned_arrival } = watch;
  return (
    <>
      <p class="hint">
        {checked
          ? `New data were looked at ${formatAge(new Date(checked), new Date())}.`
          : 'It is being checked, and is again when new data come.'}
        {made_good &&
          ` ${formatNumber(made_good.of_predicted_percent, 1)} % of the predicted speed were made good, over ${formatNumber(made_good.hours, 0)} h.`}
        {!ended &&
          (Date.parse(until) === Date.parse(planned_arrival)
            ? ' It ends at the planned arrival, unless a position is reported: then at the true one.'
            : ` It ends at the arrival, at the latest ${formatTime(new Date(until))}.`)}
      </p>
      <Events watch={watch} />
      <Routes watch={watch} />
      {!ended && <ReportPosition opened={opened} />}
      <div class="row">
        <Feed id={id} />
        {!ended && (
          <button
            type="button"
            aria-label={`End the watch ${name}`}
            onClick={() => {
              if (confirm(`End the watch ${name}? Nothing is told of its voyage any more.`))
                endWatch(id).catch(reportError);
            }}
          >
            End the watch
          </button>
        )}
      </div>
    </>
  );
}

function Events({ watch: { name, events, next } }: { readonly watch: WholeWatch }) {
  if (events.length === 0) return null;
  const earlier = events.slice(NEWEST_EVENTS);
  return (
    <>
      <EventList label={`What changed on ${name}`} events={events.slice(0, NEWEST_EVENTS)} />
      {earlier.length > 0 && (
        <details class="tool-section">
          <summary>Earlier changes ({earlier.length})</summary>
          <EventList label={`Earlier changes on ${name}`} events={earlier} />
          {next && <p class="hint">Still older ones are in the answers of the service only.</p>}
        </details>
      )}
    </>
  );
}

interface EventListProps {
  readonly label: string;
  readonly events: WholeWatch['events'];
}

function EventList({ label, events }: EventListProps) {
  return (
    <ol class="watch-events" aria-label={label}>
      {events.map(({ time, status, sentence }) => (
        <li key={time}>
          <span class={`watch-status ${status}`}>{STATUS_TEXT[status]}</span>{' '}
          <span class="quiet">{formatTime(new Date(time))}</span>
          <p>{readable(sentence)}</p>
        </li>
      ))}
    </ol>
  );
}

/** The way that is sailed, and that which could be. */
function Routes({ watch }: { readonly watch: WholeWatch }) {
  const { id, route_id } = watch;
  const way = newWay(watch);
  return (
    <div class="row">
      {way !== null && (
        <>
          <button type="button" class="primary" onClick={() => followWay(id, way).catch(reportError)}>
            Follow the new way
          </button>
          <OpenRoute routeId={way} label="Open the new way" />
        </>
      )}
      <OpenRoute routeId={route_id} label="Open the planned way" />
    </div>
  );
}

/** As a plan, with its profile, its passage and its files. */
function OpenRoute({ routeId, label }: { readonly routeId: number; readonly label: string }) {
  const open = async () => {
    state.panelTab.value = 'route';
    await openSaved(String(routeId));
  };
  return (
    <button type="button" title={`Route ${routeId}`} onClick={() => open().catch(reportError)}>
      {label}
    </button>
  );
}

/** A link can not send the key of a caller; feed readers can. */
function Feed({ id }: { readonly id: string }) {
  const address = feedOf(id);
  if (settings.auth === 'none') return <a href={address}>Feed of its changes (Atom)</a>;
  return (
    <p class="hint feed-address">
      Feed of its changes (Atom), for a reader that sends your key as <code>X-Api-Key</code>:{' '}
      <code>{address}</code>
    </p>
  );
}
