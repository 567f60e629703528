import { useState } from 'preact/hooks';
import { reportError } from '../state/notices.ts';
import * as state from '../state/state.ts';
import { beginWatch } from '../state/watches.ts';

/** On a saved route that has a departure and has not arrived: its voyage is watched from now on. */
export function WatchButton() {
  const [isBusy, setBusy] = useState(false);
  const { value } = state.service;
  const arrives = state.answer.value?.[0]?.times?.at(-1);
  if (value.kind !== 'answered' || arrives === undefined || arrives <= Date.now()) return null;
  const watch = async () => {
    setBusy(true);
    try {
      await beginWatch(value.routeId);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="watch" disabled={isBusy} onClick={() => watch().catch(reportError)}>
      Watch this voyage
    </button>
  );
}
