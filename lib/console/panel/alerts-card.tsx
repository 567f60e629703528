import { alerts } from '../state/alerts.ts';
import * as state from '../state/state.ts';

const WORDS = { danger: 'Danger', caution: 'Caution', note: 'Note' } as const;

/** What has to be known before the route is trusted, the heaviest first; a click shows its place. */
export function AlertsCard() {
  if (alerts.value.length === 0) return null;
  return (
    <section class="alerts" aria-label={`Alerts: ${alerts.value.length}`}>
      <ul>
        {alerts.value.map(({ id, kind, text, place }) => (
          <li key={id}>
            <button
              type="button"
              id={`alert-${id}`}
              class={`alert ${kind}`}
              onClick={() => {
                state.lookAt.value = { ...place };
              }}
            >
              <span class="mark" aria-hidden="true" />
              <span>
                <span class="visually-hidden">{WORDS[kind]}: </span>
                {text}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
