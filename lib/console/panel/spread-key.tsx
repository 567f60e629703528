import { costText, shownSpread, study } from '../state/spread.ts';

const MEANINGS = {
  chosen: 'the route of least regret',
  member: 'the best of each of the ice data',
} as const;

/** What the lines and crosses of a study on the map mean. */
export function SpreadKey() {
  const spread = shownSpread.value;
  if (!spread) return null;
  const { objective, p10, p90, least_regret, closed_at } = spread;
  const kinds = least_regret ? (['chosen', 'member'] as const) : (['member'] as const);
  return (
    <div class="overlay-key spread-key">
      <h2>
        {study.value!.name}
        {p10 !== null && p90 !== null && (
          <span class="unit">
            {' '}
            {costText(spread, p10)} to {costText(spread, p90)}
          </span>
        )}
      </h2>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <span
              class={`overlay-swatch ${kind}`}
              style={{ background: `var(--line-${objective})` }}
              aria-hidden="true"
            />{' '}
            {MEANINGS[kind]}
          </li>
        ))}
        {closed_at.length > 0 && (
          <li>
            <span class="closed-cross" aria-hidden="true">
              ×
            </span>{' '}
            closed on so many of them
          </li>
        )}
      </ul>
    </div>
  );
}
