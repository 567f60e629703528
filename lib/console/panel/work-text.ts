import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import * as state from '../state/state.ts';
import { nmOfWork } from '../stops/stop-work.ts';

/** What it is, how long, and how long it takes on the shown route. */
export function workText(stop: Stop): string {
  const done = state.chosenRoute.value?.stops?.find(({ name }) => name === stop.name)?.work;
  const what = stop.line ? 'line' : 'box';
  const nm = `${formatNumber(nmOfWork(stop), 1)}\u00a0NM`;
  return done ? `${what}: ${nm} in ${formatDuration(done.hours / 24)}` : `${what}: ${nm}`;
}
