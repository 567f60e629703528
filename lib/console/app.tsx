import { Drawer } from './drawer/drawer.tsx';
import { openFile } from './open-file.ts';
import { DrawingBar } from './panel/drawing-bar.tsx';
import { KeyPrompt } from './panel/key-prompt.tsx';
import { Legend } from './panel/legend.tsx';
import { Measured } from './panel/measured.tsx';
import { Notices } from './panel/notices.tsx';
import { Panel } from './panel/panel.tsx';
import { Readout } from './panel/readout.tsx';
import { SpokenAnswer } from './panel/spoken-answer.tsx';
import { toggleMeasuring, ViewControls } from './panel/view-controls.tsx';
import { endDrawing } from './state/drawing.ts';
import { addStopAt } from './state/edit-stops.ts';
import { redo, undo } from './state/history.ts';
import { say } from './state/notices.ts';
import { commitEnds, setEnd } from './state/session.ts';
import * as state from './state/state.ts';
import { givePlace } from './state/wanted-place.ts';

/** The whole page: the map fills the window, everything else lies over it. */
export function App() {
  const classes = ['page', state.panelOpen.value && 'with-panel', state.drawerOpen.value && 'with-drawer'];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      <button type="button" class="skip" onClick={skipToRoute}>
        Skip to the route
      </button>
      <div
        id="map"
        class="map"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and its ends are set by keyboard
        tabIndex={0}
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom. S sets the start at the middle, E the end, C adds a stop to call at, F fits the route, M measures. Enter gives the middle where a place is asked for or something is drawn, Backspace takes the last point back."
        onKeyDown={keyPressed}
        onFocus={(event) => {
          state.onMapByKeys.value = event.currentTarget.matches(':focus-visible');
        }}
        onBlur={() => {
          state.onMapByKeys.value = false;
        }}
      />
      <div class="crosshair" aria-hidden="true" />
      <Panel />
      <ViewControls />
      <div class="corner">
        <Readout />
        <Legend />
      </div>
      {!state.isNarrow.value && <Drawer />}
      <Measured />
      <DrawingBar />
      <Notices />
      <SpokenAnswer />
      <KeyPrompt />
    </div>
  );
}

/** To the first field of the route, whatever the panel shows now. */
function skipToRoute(): void {
  state.panelOpen.value = true;
  state.panelTab.value = 'route';
  requestAnimationFrame(() => document.getElementById('start')?.focus());
}

/** Keys that work wherever the focus is: undo, redo, and Escape, which ends what was begun on the map. */
export function acceptKeys(): void {
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).matches?.('input, textarea, select');
    if (event.key === 'Escape') {
      endDrawing();
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && !isTyping) {
      const key = event.key.toLowerCase();
      const act = key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' ? redo : null;
      if (!act) return;
      event.preventDefault();
      act();
    }
  });
}

/** A file may be dropped anywhere. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', dropped);
}

function dropped(event: DragEvent): void {
  event.preventDefault();
  const [file, ...others] = event.dataTransfer?.files ?? [];
  if (others.length > 0) say('error', 'Nothing was opened: drop one file at a time.');
  else if (file) openFile(file);
}

/** What the map does by keyboard: S, E, C and Enter put an end, a stop, what is asked for or drawn at its middle, so that no pointer is needed. */
function keyPressed(event: KeyboardEvent): void {
  state.onMapByKeys.value = true;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 'f') state.fitAsked.value++;
  if (key === 'm') toggleMeasuring();
  const which = { s: 'start', e: 'end' }[key] as state.EndName | undefined;
  const place = state.place.peek();
  if (key === 'enter' && place && !givePlace({ lat: place.lat, lon: place.lon })) state.pointAsked.value++;
  if (key === 'backspace') state.pointBackAsked.value++;
  if (key === 'c' && place) addStopAt({ lat: place.lat, lon: place.lon });
  if (!which || !place) return;
  setEnd(which, { lat: place.lat, lon: place.lon });
  commitEnds();
}
