import { Drawer } from './drawer/drawer.tsx';
import { openFile } from './open-file.ts';
import { KeyPrompt } from './panel/key-prompt.tsx';
import { Legend } from './panel/legend.tsx';
import { Notices } from './panel/notices.tsx';
import { Panel } from './panel/panel.tsx';
import { Readout } from './panel/readout.tsx';
import { ViewControls } from './panel/view-controls.tsx';
import { commitEnds, setEnd } from './state/session.ts';
import * as state from './state/state.ts';

/** The whole page: the map fills the window, everything else lies over it. */
export function App() {
  const classes = ['page', state.panelOpen.value && 'with-panel', state.drawerOpen.value && 'with-drawer'];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      <a class="skip" href="#start">
        Skip to the route
      </a>
      <div
        id="map"
        class="map"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and its ends are set by keyboard
        tabIndex={0}
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom. S sets the start at the middle, E the end."
        onKeyDown={keyPressed}
      />
      <div class="crosshair" aria-hidden="true" />
      <Panel />
      <ViewControls />
      <div class="corner">
        <Readout />
        <Legend />
      </div>
      <Drawer />
      <Notices />
      <KeyPrompt />
    </div>
  );
}

/** Route files may be dropped anywhere. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', dropped);
}

function dropped(event: DragEvent): void {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) openFile(file);
}

/** S and E put an end at the middle of the map, so that no pointer is needed. */
function keyPressed(event: KeyboardEvent): void {
  const which = { s: 'start', e: 'end' }[event.key.toLowerCase()] as state.EndName | undefined;
  const place = state.place.peek();
  if (!which || !place || event.ctrlKey || event.metaKey || event.altKey) return;
  setEnd(which, { lat: place.lat, lon: place.lon });
  commitEnds();
}
