import { shownWatch } from '../state/shown-watch.ts';

/** What the lines and marks of a watched voyage on the map mean. */
export function WatchKey() {
  const watch = shownWatch.value;
  if (!watch) return null;
  const { name, now, ship, closed } = watch;
  return (
    <div class="overlay-key watch-key">
      <h2>{name}</h2>
      <ul>
        <li>
          <span class="overlay-swatch planned" aria-hidden="true" /> the way planned
        </li>
        {now && (
          <li>
            <span
              class="overlay-swatch chosen"
              style={{ background: `var(--line-${now.line})` }}
              aria-hidden="true"
            />{' '}
            the best way now
          </li>
        )}
        <li>
          <span class="ship-dot" aria-hidden="true" /> the ship,{' '}
          {ship.from === 'report' ? 'reported' : 'by the plan'}
        </li>
        {closed && (
          <li>
            <span class="closed-cross" aria-hidden="true">
              ×
            </span>{' '}
            where it is closed
          </li>
        )}
      </ul>
    </div>
  );
}
