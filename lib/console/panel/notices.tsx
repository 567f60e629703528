import { busy, connected } from '../api/client.ts';
import * as state from '../state/state.ts';

/** What a person should know now: at most one sentence, and the state of the connection. */
export function Notices() {
  const notice = state.notice.value;
  const close = () => {
    state.notice.value = null;
    document.getElementById('map')?.focus({ preventScroll: true }); // the button is gone with the message
  };
  return (
    <div class="notices" role="status" aria-live="polite">
      {!connected.value && (
        <p class="notice error">There is no connection to the service. The page tries again by itself.</p>
      )}
      {connected.value && busy.value && (
        <p class="notice error">The service is busy. The page tries again by itself.</p>
      )}
      {notice && (
        <p class={`notice ${notice.kind}`}>
          <span>{notice.text}</span>
          {notice.action && (
            <button
              type="button"
              class="action"
              onClick={() => {
                close(); // before the action, which may have something to say
                notice.action!.run();
              }}
            >
              {notice.action.label}
            </button>
          )}
          <button type="button" aria-label="Close the message" onClick={close}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}
