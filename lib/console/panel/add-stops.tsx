import { useState } from 'preact/hooks';
import { openedPart } from './opened-part.ts';

const Form = openedPart(({ AddStopsForm }) => AddStopsForm);

/** More stops: what is typed stays while it is folded. */
export function AddStops() {
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="tool-section add-stops" onToggle={() => setOpened(true)}>
      <summary>Add stops</summary>
      {isOpened && <Form />}
    </details>
  );
}
