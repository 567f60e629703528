import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { LeftOutStop, Worth } from '../state/shown-route.ts';

const WHY = {
  window: 'no window of it can be met',
  closed: 'there is no way to it',
  after: 'it comes after one that is left out',
} as const;

function whyOf({ reason, needs_hours: hours, needs_tonnes: tonnes }: LeftOutStop): string {
  if (reason === 'time') return `takes ${formatDuration((hours ?? 0) / 24)} more`;
  return reason === 'fuel' ? `takes ${formatNumber(tonnes ?? 0, 2)} t more` : WHY[reason];
}

/** What a voyage with optional stops is worth, and what it has no time or fuel for. */
export function LeftOut({ worth: { value, bound, leftOut } }: { readonly worth: Worth }) {
  const most = bound === null || bound <= value ? 'no voyage is worth more' : `at most ${bound} could be`;
  return (
    <section class="left-out" aria-label="Optional stops">
      <p class="hint">
        Worth {value}
        {bound !== null && `; ${most}`}.
      </p>
      {leftOut.length > 0 && (
        <ul>
          {leftOut.map((stop) => (
            <li key={stop.name}>
              Left out: <strong>{stop.name}</strong> (worth {stop.value}), {whyOf(stop)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
