/** What is drawn on the map point by point: one thing at a time. */
import { batch } from '@preact/signals';
import { drawingZone, editedZone } from './plan-zones.ts';
import { pickingShip } from './reach-part.ts';
import * as state from './state.ts';
import { pickingStop } from './stops.ts';
import { pickingPosition } from './watches.ts';

/** A route of one's own, or the border of a zone. */
export function beginDrawing(what: 'own' | 'zone'): void {
  batch(() => {
    endDrawing();
    editedZone.value = null;
    state.drawingOwn.value = what === 'own';
    drawingZone.value = what === 'zone';
    if (state.isNarrow.peek()) state.panelOpen.value = false; // the map is drawn on
  });
}

/** Where the ship of the chosen watch is. */
export function pickPosition(): void {
  batch(() => {
    endDrawing();
    pickingPosition.value = true;
    if (state.isNarrow.peek()) state.panelOpen.value = false; // the map is clicked
  });
  document.getElementById('map')?.focus(); // Enter takes its middle
}

/** Drops what was begun. */
export function endDrawing(): void {
  batch(() => {
    state.drawingOwn.value = false;
    drawingZone.value = false;
    state.measuring.value = false;
    pickingShip.value = false;
    pickingStop.value = false;
    pickingPosition.value = false;
  });
}

/** Keeps what was drawn so far, if it is a line or an area. */
export function finishDrawing(): void {
  state.finishAsked.value++;
}
