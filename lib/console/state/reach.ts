/** Where the vessel can be, or can come from: what is asked, and the areas as the page's own engine finds them. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { ReachRequest } from '../../voyage/reach/reach-fields.ts';
import type { ReachCollection } from '../../voyage/reach/reach-geojson.ts';
import { readable } from '../readable.ts';
import { settings } from '../settings.ts';
import { recordStep } from './history.ts';
import { reportError } from './notices.ts';
import { engine } from './planning.ts';
import {
  MOST_SHIPS,
  reachMeasure,
  reachShown,
  reachValues,
  reachWay,
  type Ship,
  ships,
} from './reach-part.ts';
import * as state from './state.ts';
import { stopAskingFor, type WantedPlace } from './wanted-place.ts';

export const reach = signal<ReachCollection | null>(null);
export const reachProblem = signal<string | null>(null);

export const REACH_UNITS = { hours: 'h', fuel: 't', battery: 'Ah', nm: 'NM', percent: '%' } as const;

/** Miles are the same there and back, and a voyage comes back to one place. */
export const isRound = computed(() => {
  const measure = reachMeasure.value;
  return reachWay.value === 'round' && (measure === 'hours' || measure === 'consumption');
});

export const reachOrigins = computed<readonly Ship[]>(() => {
  const start = state.start.value;
  const own = start ? [start] : [];
  if (reachMeasure.value === 'percent') return own;
  return ships.value.length > 0 ? ships.value : own;
});

/** Makes a change of what is asked, which is a step. */
export function askReach(change: () => void): void {
  batch(change);
  recordStep();
}

/** A ship that is picked on the map. */
export const WANTED_SHIP: WantedPlace = { text: 'where the ship is', take: addShip };

export function addShip(at: Ship): void {
  askReach(() => {
    stopAskingFor(WANTED_SHIP);
    if (ships.peek().length < MOST_SHIPS) ships.value = [...ships.peek(), at];
  });
}

export function removeShip(index: number): void {
  askReach(() => {
    ships.value = ships.peek().filter((_, i) => i !== index);
  });
}

/** When a ship can leave, hours from now. */
export function delayShip(index: number, delayHours: number): void {
  askReach(() => {
    ships.value = ships.peek().map((ship, i) => {
      if (i !== index) return ship;
      const { delayHours: _, ...place } = ship;
      return delayHours > 0 ? { ...place, delayHours } : place;
    });
  });
}

/** What is asked of the engine; null where it can't be asked yet. */
const requests = computed<readonly ReachRequest[] | null>(() => {
  const measure = reachMeasure.value;
  const values = reachValues.value[measure];
  const isRoom = measure === 'percent';
  const end = state.end.value;
  const origins = reachOrigins.value;
  if (!reachShown.value || values.length === 0 || origins.length === 0 || (isRoom && !end)) return null;
  const metric = measure === 'consumption' ? (state.sea.value?.mesh.consumption ?? 'fuel') : measure;
  const from = (some: readonly Ship[], destination: LatLon | null): ReachRequest => ({
    origins: some.map(({ lat, lon, name = null, delayHours = null }) => ({
      lat,
      lon,
      name,
      delay_hours: measure === 'hours' && !isRound.value ? delayHours : null,
    })),
    contours: values.map((value) => ({ metric, value })),
    of: null,
    reverse: !isRoom && reachWay.value === 'from',
    destination: destination && { lat: destination.lat, lon: destination.lon },
    polygons: true,
    vehicle_type: null,
    mesh_id: null,
    departure: null,
  });
  // each ship comes back to its own place
  return isRound.value ? origins.map((ship) => from([ship], ship)) : [from(origins, isRoom ? end : null)];
});

/** Finds the areas anew when what is asked or the ice data change, and exactly when a hand lets go. */
export function followReach(): void {
  effect(() => {
    const asked = requests.value;
    const sea = state.sea.value;
    state.plannedAnew.value;
    untracked(() => {
      if (!asked || !sea) show(null, null);
      else ask(asked).catch(reportError);
    });
  });
}

async function ask(asked: readonly ReachRequest[]): Promise<void> {
  const { adjustmentLimitNm } = settings;
  const isMoving = state.dragging.peek();
  const result = await engine.ask(
    { kind: 'reach', requests: asked, adjustmentLimitNm, isMoving },
    { key: 'reach' },
  );
  if (!result || !requests.peek()) return; // a later one will come, or none is wanted
  if (result.kind === 'failed') show(null, readable(result.message));
  else show(result.areas, null);
}

function show(areas: ReachCollection | null, problem: string | null): void {
  batch(() => {
    reach.value = areas;
    reachProblem.value = problem;
  });
}
