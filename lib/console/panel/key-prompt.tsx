import { useLayoutEffect, useRef } from 'preact/hooks';
import { giveKey, keyWanted } from '../api/client.ts';

const TEXT = {
  missing: 'This service asks for a key. It is kept until this tab is closed.',
  refused: 'The service refused this key. Check it and try again.',
  unusable: 'A key has only letters, digits and signs of an English keyboard. Check it and try again.',
} as const;

/** Asks for the API key; it is kept for the session of this tab. */
export function KeyPrompt() {
  return keyWanted.value && <KeyDialog why={keyWanted.value} />;
}

/** While it is open nothing else has the focus; then what had it before has it again. */
function KeyDialog({ why }: { why: keyof typeof TEXT }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current!.showModal();
    return () => current!.close();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    giveKey(String(new FormData(event.currentTarget as HTMLFormElement).get('key')).trim());
  };
  return (
    <dialog
      ref={dialog}
      class="veil"
      aria-labelledby="key-title"
      // without a key nothing can be done, and a second Escape would close it all the same
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <form class="dialog" aria-labelledby="key-title" onSubmit={submit}>
        <h2 id="key-title">API key</h2>
        <p role="status">{TEXT[why]}</p>
        <label>
          Key
          <input name="key" type="password" autocomplete="off" required autofocus />
        </label>
        <button type="submit" class="primary">
          Use this key
        </button>
      </form>
    </dialog>
  );
}
