import { shipHere, shipHereShown } from '../state/ship-here.ts';
import { openedPart } from './opened-part.ts';

const Form = openedPart(({ ShipHereForm }) => ShipHereForm);

/** On a saved route with a departure: its voyage goes on from where the ship is. */
export function ShipHere() {
  const ship = shipHere.value;
  if (!ship) return null;
  return (
    <details
      class="tool-section ship-here"
      open={shipHereShown.value}
      onToggle={(event) => {
        shipHereShown.value = event.currentTarget.open;
      }}
    >
      <summary>The ship is here</summary>
      {shipHereShown.value && <Form ship={ship} />}
    </details>
  );
}
