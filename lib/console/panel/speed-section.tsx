import { speedShown } from '../state/trade-off.ts';
import { openedPart } from './opened-part.ts';

const Fields = openedPart(({ SpeedFields }) => SpeedFields);

/** How fast the voyage is sailed, what it costs, and what fuel there is. */
export function SpeedSection() {
  return (
    <details
      class="tool-section speed"
      open={speedShown.value}
      onToggle={(event) => {
        speedShown.value = event.currentTarget.open;
      }}
    >
      <summary>Speed, price and fuel</summary>
      {speedShown.value && <Fields />}
    </details>
  );
}
