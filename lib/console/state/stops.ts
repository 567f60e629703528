/** Where the voyage calls between A and B, and in which order. */
import { batch, computed, signal } from '@preact/signals';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { withoutOpenings } from '../../voyage/work/timed-stop.ts';
import { inOrder, type StopList } from '../stops/stop-list.ts';
import { stopsFromText, stopsToText } from '../stops/stop-text.ts';
import { departure } from './departure.ts';
import { fuel } from './fuel.ts';
import type { PlanPart } from './plan-part.ts';

/** In the order given. */
export const stops = signal<StopList>([]);
/** Whether the stops are called at in the order that costs least, whatever order is given. */
export const bestOrder = signal(false);
/** The order that is kept while a hand moves, so that only the legs beside it change. */
export const heldOrder = signal<readonly string[] | null>(null);
/** The stop that is being edited, by its name. */
export const openedStop = signal<string | null>(null);
/** What is drawn on the map as a stop, point by point. */
export const drawingWork = signal<'line' | 'area' | null>(null);

/** Whether some of them may be left out, where time is short. */
export const mayLeaveOut = computed(() => stops.value.some(({ value }) => value !== undefined));

export const stopsPart: PlanPart<StopList> = {
  kept: () => (stops.value.length > 0 ? stops.value : undefined),
  show: (list = []) => {
    batch(() => {
      stops.value = list;
      heldOrder.value = null;
    });
  },
  fields: () => {
    const timed = departure.value ? stops.value : stops.value.map(withoutWindow);
    const valued = mayLeaveOut.value ? timed : timed.map(({ value: _, ...stop }): Stop => stop);
    const list = valued.map(refuelled);
    const held = heldOrder.value;
    if (list.length === 0) return {};
    const isFree = bestOrder.value && list.length > 1;
    if (isFree && held) return { stops: [...inOrder(list, held)] };
    return { stops: [...list], stop_order: isFree ? 'best' : null };
  },
  ofVoyage: ({ stops: asked }) => asked ?? undefined,
  toText: stopsToText,
  fromText: stopsFromText,
};

/** Of no account without what is aboard, nor a full bunker whose size is not known. */
const refuelled = ({ refuel, refuel_tonnes: tonnes, ...stop }: Stop): Stop => {
  const { aboard, capacity } = fuel.value;
  if (aboard === undefined) return stop;
  if (refuel && capacity !== undefined) return { ...stop, refuel };
  return tonnes === undefined ? stop : { ...stop, refuel_tonnes: tonnes };
};

/** Whether fuel is taken at any. */
export const takesFuel = (): boolean =>
  stops.value.map(refuelled).some(({ refuel, refuel_tonnes: tonnes }) => refuel || tonnes !== undefined);

/** Without a departure windows say nothing. */
const withoutWindow = ({ may_pause: _, ...stop }: Stop): Stop => ({
  ...stop,
  ...withoutOpenings,
  not_before: null,
  not_after: null,
});

export const orderPart: PlanPart<'best'> = {
  kept: () => (bestOrder.value ? 'best' : undefined),
  show: (order) => {
    bestOrder.value = order === 'best';
  },
  fields: () => ({}),
  ofVoyage: ({ stop_order: order }) => (order === 'best' ? order : undefined),
  toText: String,
  fromText: (text) => (text === 'best' ? text : undefined),
};
