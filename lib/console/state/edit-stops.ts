/** What a person does to the stops of the plan. A change of the list is a step only once the hand has finished it. */
import { batch, computed } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { formatNumber } from '../../route-files/shown-text.ts';
import {
  bestIndex,
  brokenOrder,
  changedStop,
  inOrder,
  MOST_STOPS,
  type NewStop,
  type StopList,
  withStopAt,
  withStops,
} from '../stops/stop-list.ts';
import { drawnWork, placeOfWork, workProblem } from '../stops/stop-work.ts';
import { recordStep } from './history.ts';
import { say } from './notices.ts';
import { forgetAnswer } from './service-route.ts';
import * as state from './state.ts';
import { bestOrder, drawingWork, heldOrder, openedStop, stops } from './stops.ts';
import { stopAskingFor, type WantedPlace } from './wanted-place.ts';

/** The order that the shown route calls at them, by name; as given while there is no route. */
export const sailedOrder = computed<readonly string[]>(() => {
  const sailed = state.chosenRoute.value?.stops?.slice(1, -1).map(({ name }) => name);
  const names = stops.value.map(({ name }) => name);
  const leftOut = state.chosenRoute.value?.worth?.leftOut.map(({ name }) => name) ?? [];
  const known = sailed && [...sailed, ...leftOut];
  const isOfPlan = known?.length === names.length && names.every((name) => known.includes(name));
  return isOfPlan && bestOrder.value ? known : names;
});

/** The stops as they are sailed. */
export const sailedStops = computed<StopList>(() => inOrder(stops.value, sailedOrder.value));

export function setStops(list: StopList): void {
  batch(() => {
    forgetAnswer();
    stops.value = list;
  });
}

/** Changes the list as one step. */
export function commitStops(list: StopList): void {
  setStops(list);
  recordStep();
}

/** Adds stops before an index of the list; false, with a sentence, where there would be too many. */
export function addStops(added: readonly NewStop[], index = stops.peek().length): boolean {
  const count = stops.peek().length + added.length;
  if (count > MOST_STOPS) {
    say(
      'error',
      `A voyage has at most ${MOST_STOPS} stops; with these it would have ${formatNumber(count, 0)}.`,
    );
    return false;
  }
  setStops(withStops(stops.peek(), added, index));
  return true;
}

/** A stop that is picked on the map. */
export const WANTED_STOP: WantedPlace = { text: 'where the vessel stops', take: addStopAt };

/** Adds a stop where it lengthens the way least. */
export function addStopAt(point: NewStop): void {
  stopAskingFor(WANTED_STOP);
  const [start, end] = [state.start.peek(), state.end.peek()];
  const list = stops.peek();
  if (addStops([point], start && end ? bestIndex(start, list, end, point) : list.length)) recordStep();
}

/** Adds a line or a box that was drawn, and shows it in the panel. @param points [lon, lat], of a box its corners */
export function addWork(kind: 'line' | 'area', points: readonly (readonly [number, number])[]): void {
  drawingWork.value = null;
  const work = drawnWork(kind, points);
  const problem = work ? workProblem(work) : 'A line needs two points, a box three corners.';
  if (!work || problem !== null) {
    say('error', problem!);
    return;
  }
  const stop = { ...work, ...placeOfWork(work) };
  const names = new Set(stops.peek().map(({ name }) => name));
  addStopAt({ ...stop, name: kind === 'line' ? 'Line' : 'Box' });
  const added = stops.peek().find(({ name }) => !names.has(name));
  if (added) showStop(added.name);
}

/**
 * The hand pulls the shown route: a stop begins on the leg to its k-th call.
 *
 * @returns the name of the stop; null where there are too many
 */
export function pullStop(leg: number, at: LatLon): string | null {
  const order = sailedOrder.peek();
  const before = order[leg - 2];
  const names = stops.peek().map(({ name }) => name);
  const index = before === undefined ? 0 : names.indexOf(before) + 1;
  if (!addStops([at], index)) return null;
  const { name } = stops.peek()[index]!;
  heldOrder.value = order.toSpliced(leg - 1, 0, name);
  return name;
}

/** The hand moves a stop; meanwhile the order stays. */
export function moveStop(name: string, { lat, lon }: LatLon): void {
  batch(() => {
    heldOrder.value ??= sailedOrder.peek();
    setStops(changedStop(stops.peek(), name, { lat, lon }));
  });
}

/** The panel is to show a stop. */
export function showStop(name: string): void {
  batch(() => {
    state.panelTab.value = 'route';
    state.panelOpen.value = true;
    openedStop.value = name;
  });
  requestAnimationFrame(() => document.getElementById(`stop ${name}`)?.scrollIntoView({ block: 'start' }));
}

/** The hand has let go. */
export function releaseOrder(): void {
  heldOrder.value = null;
  recordStep();
}

/** Moves a stop to another place of the list, unless one has to come before the other. */
export function reorderStop(name: string, index: number): void {
  const list = withStopAt(stops.peek(), name, index);
  const broken = brokenOrder(list);
  if (broken) say('info', `${broken.stop} has to come after ${broken.after}.`);
  else commitStops(list);
}

/** Which stops come before one; with a sentence where the order listed is another. */
export function comeAfter(name: string, others: readonly string[]): void {
  const list = changedStop(stops.peek(), name, { after: [...others] });
  const broken = bestOrder.peek() ? null : brokenOrder(list);
  if (broken)
    say('info', `${broken.after} is listed after ${broken.stop}: move it up first, or take the best order.`);
  else commitStops(list);
}

export function chooseOrder(isBest: boolean): void {
  if (!isBest && brokenOrder(stops.peek())) {
    keepOrder(); // the one listed is none that may be sailed
    return;
  }
  batch(() => {
    forgetAnswer();
    bestOrder.value = isBest;
  });
  recordStep();
}

/** The order of the shown route becomes that of the list. */
export function keepOrder(): void {
  const list = sailedStops.peek();
  batch(() => {
    setStops(list);
    bestOrder.value = false;
  });
  recordStep();
}
