import { giveKey, keyWanted } from '../api/client.ts';

/** Asks for the API key; it is kept for the session of this tab. */
export function KeyPrompt() {
  const wanted = keyWanted.value;
  if (!wanted) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get('key');
    if (typeof key === 'string' && key.trim()) giveKey(key.trim());
  };
  return (
    <div class="veil" role="dialog" aria-modal="true" aria-labelledby="key-title">
      <form class="dialog" aria-labelledby="key-title" onSubmit={submit}>
        <h2 id="key-title">API key</h2>
        <p>
          {wanted === 'refused'
            ? 'The service refused this key. Check it and try again.'
            : 'This service asks for a key. It is kept until this tab is closed.'}
        </p>
        <label>
          Key
          <input name="key" type="password" autocomplete="off" required autofocus />
        </label>
        <button type="submit" class="primary">
          Use this key
        </button>
      </form>
    </div>
  );
}
