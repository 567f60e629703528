import { formatDuration } from '../../route-files/shown-text.ts';
import type { Worth } from '../state/shown-route.ts';

const WHY = {
  window: 'no window of it can be met',
  closed: 'there is no way to it',
  after: 'it comes after one that is left out',
} as const;

/** What a voyage with optional stops is worth, and what it has no time for. */
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
          {leftOut.map(({ name, value: worth, needs_hours: hours, reason }) => (
            <li key={name}>
              Left out: <strong>{name}</strong> (worth {worth}),{' '}
              {reason === 'time' ? `takes ${formatDuration((hours ?? 0) / 24)} more` : WHY[reason]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
