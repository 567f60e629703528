import { endDrawing, finishDrawing } from '../state/drawing.ts';
import { drawingZone } from '../state/plan-zones.ts';
import * as state from '../state/state.ts';

/** How what is being drawn is ended, beside it: a finger has no Escape and hardly a double click. */
export function DrawingBar() {
  if (!state.drawingOwn.value && !drawingZone.value) return null;
  const text = drawingZone.value ? 'Click along the border of the zone.' : 'Click to place waypoints.';
  return (
    <div class="drawing card" role="status">
      <span>{text} A double click ends it, Escape drops it.</span>
      <button type="button" class="primary" onClick={finishDrawing}>
        Finish
      </button>
      <button type="button" onClick={endDrawing}>
        Cancel
      </button>
    </div>
  );
}
