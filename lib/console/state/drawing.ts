/** What is drawn on the map point by point: one thing at a time. */
import { batch } from '@preact/signals';
import { drawingZone, editedZone } from './plan-zones.ts';
import * as state from './state.ts';
import { drawingWork } from './stops.ts';
import { type WantedPlace, wantedPlace } from './wanted-place.ts';

/** A route of one's own, the border of a zone, or a line or box that is a stop: by a pointer, or by keys on the map. */
export function beginDrawing(what: 'own' | 'zone' | 'line' | 'area'): void {
  batch(() => {
    endDrawing();
    editedZone.value = null;
    state.drawingOwn.value = what === 'own';
    drawingZone.value = what === 'zone';
    drawingWork.value = what === 'line' || what === 'area' ? what : null;
    goToMap();
  });
}

/** Asks for a place by a click on the map; Enter there takes its middle. */
export function askForPlace(wanted: WantedPlace): void {
  batch(() => {
    endDrawing();
    wantedPlace.value = wanted;
    goToMap();
  });
}

/** Asks for a place, or no longer for it. */
export function toggleAsking(wanted: WantedPlace): void {
  if (wantedPlace.peek() === wanted) endDrawing();
  else askForPlace(wanted);
}

/** The map is used next: the panel does not cover it, and has not the keys. */
function goToMap(): void {
  if (state.isNarrow.peek()) state.panelOpen.value = false;
  document.getElementById('map')?.focus();
}

/** Drops what was begun. */
export function endDrawing(): void {
  batch(() => {
    state.drawingOwn.value = false;
    drawingZone.value = false;
    drawingWork.value = null;
    state.measuring.value = false;
    wantedPlace.value = null;
  });
}

/** Keeps what was drawn so far, if it is a line or an area. */
export function finishDrawing(): void {
  state.finishAsked.value++;
}
