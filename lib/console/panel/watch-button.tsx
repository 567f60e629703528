import { reportError } from '../state/notices.ts';
import * as state from '../state/state.ts';
import { beginWatch } from '../state/watches.ts';

/** On a saved route with a departure: its voyage is watched from now on. */
export function WatchButton() {
  const { value } = state.service;
  if (value.kind !== 'answered' || !state.departure.value) return null;
  return (
    <button type="button" onClick={() => beginWatch(value.routeId).catch(reportError)}>
      Watch this voyage
    </button>
  );
}
