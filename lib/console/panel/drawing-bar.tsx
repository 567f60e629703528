import { computed } from '@preact/signals';
import { clickWord, ofEscape, toGivePlace } from '../click-words.ts';
import { endDrawing, finishDrawing } from '../state/drawing.ts';
import { drawingZone } from '../state/plan-zones.ts';
import * as state from '../state/state.ts';
import { drawingWork } from '../state/stops.ts';
import { wantedPlace } from '../state/wanted-place.ts';

const text = computed(() => {
  if (drawingZone.value) return 'along the border of the zone';
  if (state.drawingOwn.value) return 'to place waypoints';
  if (drawingWork.value) return drawingWork.value === 'line' ? 'along the line' : 'at the corners of the box';
  return wantedPlace.value?.text ?? null;
});

/** What the next clicks on the map are for, and how it is ended: a finger has no Escape and hardly a double click. */
export function DrawingBar() {
  if (text.value === null) return null;
  const isLine = drawingZone.value || state.drawingOwn.value || drawingWork.value !== null;
  return (
    <div class="drawing card" role="status">
      <span>
        {toGivePlace()} {text.value}.{' '}
        {isLine &&
          (state.onMapByKeys.value
            ? 'Backspace takes the last point back, Enter once more there ends it. '
            : `A double ${clickWord.value} ends it. `)}
        {ofEscape(isLine ? 'drops it' : 'ends')}
      </span>
      {isLine && (
        <button type="button" class="primary" onClick={finishDrawing}>
          Finish
        </button>
      )}
      <button type="button" onClick={endDrawing}>
        Cancel
      </button>
    </div>
  );
}
