import { signal } from '@preact/signals';
import { formatDuration, formatPosition } from '../../route-files/shown-text.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { isWork } from '../../voyage/work/work-ways.ts';
import { reorderStop, sailedStops } from '../state/edit-stops.ts';
import * as state from '../state/state.ts';
import { bestOrder, openedStop, stops } from '../state/stops.ts';
import { type StopList, withStopAt } from '../stops/stop-list.ts';
import { formatTime } from '../units.ts';
import { deleteStop } from './delete-stop.ts';
import { openedPart } from './opened-part.ts';
import { keyOfStop } from './stop-keys.ts';
import { workText } from './work-text.ts';

const DAY_MS = 86_400_000;

const Editor = openedPart(({ StopEditor }) => StopEditor);

/** The stop that a hand drags in the list, and the place that it would take. */
const dragged = signal<{ readonly name: string; readonly index: number } | null>(null);

/** The stops in the order sailed, between A and B. */
export function StopsList() {
  const list: StopList = dragged.value
    ? withStopAt(stops.value, dragged.value.name, dragged.value.index)
    : sailedStops.value;
  if (list.length === 0) return null;
  return (
    <ol class="stops" aria-label="Stops">
      {list.map((stop, i) => (
        <StopRow key={keyOfStop(stop.name)} stop={stop} number={i + 1} />
      ))}
    </ol>
  );
}

function StopRow({ stop, number }: { stop: Stop; number: number }) {
  const { name } = stop;
  const isOpen = openedStop.value === name;
  return (
    <li
      id={`stop ${name}`}
      class={[isOpen && 'open', dragged.value?.name === name && 'dragged'].filter(Boolean).join(' ')}
    >
      <div class="row nowrap">
        {!bestOrder.value && stops.value.length > 1 && <Handle name={name} index={number - 1} />}
        <button
          type="button"
          class="stop-summary"
          aria-expanded={isOpen}
          onClick={() => {
            openedStop.value = isOpen ? null : name;
          }}
        >
          <span class="pin stop" aria-hidden="true">
            {number}
          </span>
          <span>
            {name}
            <span class="quiet">{summaryOf(stop)}</span>
          </span>
        </button>
        <button
          type="button"
          class="delete"
          aria-label={`Delete ${name}`}
          onClick={({ currentTarget }) => deleteStop(name, currentTarget)}
        >
          ×
        </button>
      </div>
      {isOpen && <Editor stop={stop} number={number} />}
    </li>
  );
}

/** When the shown route arrives there, and how long it stays; the position while there is no route. */
function summaryOf(stop: Stop): string {
  const { name, lat, lon, stay_hours: stay } = stop;
  const call = state.chosenRoute.value?.stops?.find((each) => each.name === name);
  const stays = stay > 0 ? `stays ${formatDuration(stay / 24)}` : null;
  const work = isWork(stop) ? workText(stop) : null;
  const isLeftOut = state.chosenRoute.value?.worth?.leftOut.some((each) => each.name === name);
  if (isLeftOut) return ['left out', work, stays].filter(Boolean).join(' · ');
  if (!call) return [formatPosition({ lat, lon }), work, stays].filter(Boolean).join(' · ');
  const departure = state.departure.value;
  const arrives = departure
    ? `arrives ${formatTime(new Date(departure.getTime() + call.arrives_days * DAY_MS))}`
    : `after ${formatDuration(call.arrives_days)}`;
  const waits = call.wait_hours > 1 / 120 ? `waits ${formatDuration(call.wait_hours / 24)}` : null;
  return [arrives, waits, work, stays].filter(Boolean).join(' · ');
}

/** Dragged up and down, or moved with the arrow keys. */
function Handle({ name, index }: { name: string; index: number }) {
  return (
    <button
      type="button"
      class="handle"
      aria-label={`Move ${name}: arrow up and down`}
      title="Drag, or arrow up and down"
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const to = index + (step ?? 0);
        if (!step || to < 0 || to >= stops.peek().length) return;
        event.preventDefault();
        reorderStop(name, to);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.value = { name, index };
      }}
      onPointerMove={(event) => {
        if (dragged.peek()?.name === name) {
          dragged.value = { name, index: indexAt(event.currentTarget.closest('ol')!, name, event.clientY) };
        }
      }}
      onPointerUp={() => {
        const to = dragged.peek()?.index;
        dragged.value = null;
        if (to !== undefined && stops.peek()[to]?.name !== name) reorderStop(name, to);
      }}
      onPointerCancel={() => {
        dragged.value = null;
      }}
    >
      ⠿
    </button>
  );
}

/** How many of the other rows are above a height. */
function indexAt(list: HTMLElement, name: string, y: number): number {
  const others = [...list.children].filter(({ id }) => id !== `stop ${name}`);
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
