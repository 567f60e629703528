/** Where the vessel can be, or can come from: what is asked, and the areas as the page's own engine finds them. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { ReachRequest } from '../../voyage/reach/reach-fields.ts';
import type { ReachCollection } from '../../voyage/reach/reach-geojson.ts';
import { settings } from '../settings.ts';
import { withReadablePositions } from '../units.ts';
import { reportError } from './notices.ts';
import { engine } from './planning.ts';
import * as state from './state.ts';

/** `consumption`: tonnes or units of battery, whichever the vessel uses; `percent`: the room that the voyage from A to B has. */
export type ReachMeasure = 'hours' | 'consumption' | 'nm' | 'percent';

export const reachShown = signal(false);
export const reachMeasure = signal<ReachMeasure>('hours');
/** In the unit of the measure, each measure with its own. */
export const reachValues = signal<Readonly<Record<ReachMeasure, readonly number[]>>>({
  hours: [12, 24],
  consumption: [10, 20],
  nm: [100, 200],
  percent: [2, 10],
});
/** From where the origins can be reached, instead of where from them. */
export const reachReverse = signal(false);
/** Ships at places of their own; without any, the reach is that from A. */
export const ships = signal<readonly state.RouteEnd[]>([]);
/** The next click on the map is a ship. */
export const pickingShip = signal(false);

export const reach = signal<ReachCollection | null>(null);
export const reachProblem = signal<string | null>(null);

export const REACH_UNITS = { hours: 'h', fuel: 't', battery: 'Ah', nm: 'NM', percent: '%' } as const;

/** As the service allows. */
export const MOST_SHIPS = 20;
export const MOST_CONTOURS = 12;

export const reachOrigins = computed<readonly state.RouteEnd[]>(() => {
  const start = state.start.value;
  const own = start ? [start] : [];
  if (reachMeasure.value === 'percent') return own;
  return ships.value.length > 0 ? ships.value : own;
});

export function addShip(at: state.RouteEnd): void {
  batch(() => {
    pickingShip.value = false;
    if (ships.peek().length < MOST_SHIPS) ships.value = [...ships.peek(), at];
  });
}

export function removeShip(index: number): void {
  ships.value = ships.peek().filter((_, i) => i !== index);
}

/** What is asked; null where it can't be asked yet. */
const request = computed<ReachRequest | null>(() => {
  const measure = reachMeasure.value;
  const values = reachValues.value[measure];
  const isRoom = measure === 'percent';
  const end = state.end.value;
  const origins = reachOrigins.value;
  if (!reachShown.value || values.length === 0 || origins.length === 0 || (isRoom && !end)) return null;
  const metric = measure === 'consumption' ? (state.sea.value?.mesh.consumption ?? 'fuel') : measure;
  return {
    origins: origins.map(({ lat, lon, name = null }) => ({ lat, lon, name, delay_hours: null })),
    contours: values.map((value) => ({ metric, value })),
    of: null,
    reverse: !isRoom && reachReverse.value,
    destination: isRoom && end ? { lat: end.lat, lon: end.lon } : null,
    polygons: true,
    vehicle_type: null,
    mesh_id: null,
    departure: null,
  };
});

/** Finds the areas anew when what is asked or the ice data change. */
export function followReach(): void {
  effect(() => {
    const asked = request.value;
    const sea = state.sea.value;
    state.plannedAnew.value;
    untracked(() => {
      if (!asked || !sea) show(null, null);
      else ask(asked).catch(reportError);
    });
  });
}

async function ask(asked: ReachRequest): Promise<void> {
  const { adjustmentLimitNm } = settings;
  const result = await engine.ask({ kind: 'reach', request: asked, adjustmentLimitNm }, { key: 'reach' });
  if (!result || !request.peek()) return; // a later one will come, or none is wanted
  if (result.kind === 'failed') show(null, withReadablePositions(result.message));
  else show(result.areas, null);
}

function show(areas: ReachCollection | null, problem: string | null): void {
  batch(() => {
    reach.value = areas;
    reachProblem.value = problem;
  });
}
