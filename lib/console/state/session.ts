/** The actions of the page: opens meshes, plans while a hand moves, saves, updates comparisons. */
import { batch, effect, untracked } from '@preact/signals';
import { FIRST_VEHICLE } from '../../vehicles/first-vehicle.ts';
import { askedChart } from './chart-part.ts';
import { chooseMesh } from './choose-mesh.ts';
import { clearanceNm } from './clearance.ts';
import { applyDraft, draft, EMPTY_DRAFT, isSameDraft } from './draft.ts';
import { refusesBeyond, waitHours } from './forecast-part.ts';
import { recordStep } from './history.ts';
import { beginOther } from './kept-drafts.ts';
import { loadLocations, refreshMeshes, refreshVehicles, withSentence } from './lists.ts';
import { closeOffer, reportError, say } from './notices.ts';
import { isWanted, openSea } from './open-sea.ts';
import { planMesh } from './plan-mesh.ts';
import { dropPreview, engine, evaluateOwn, planPreview } from './planning.ts';
import { askService, forgetAnswer, sendKeptSaves } from './service-route.ts';
import { choosesSpeed } from './speed.ts';
import * as state from './state.ts';
import { stops } from './stops.ts';
import { followVehicle, usableMeshes } from './usable-meshes.ts';
import { setWaypointNote, type WaypointNote } from './waypoint-notes.ts';
import { loadStoredList } from './zones.ts';

const MESH_POLL_MS = 60_000;

let opening: Promise<void> = Promise.resolve();

/**
 * Starts the page: lists meshes and locations, then follows changes.
 *
 * @param onVessel where nothing is planned yet: called once the sample vehicle is chosen, if the service has it
 */
export async function beginSession(onVessel: (() => void) | null): Promise<void> {
  // the map data load first; they need the vehicles only if the mesh is made for one
  const lists = Promise.all([
    withSentence('The list of ice data', refreshMeshes),
    (onVessel || state.vehicleType.peek() !== null) && withSentence('The list of vessels', refreshVehicles),
  ]);
  if (onVessel) {
    await lists;
    if (chooseSampleVehicle()) onVessel();
  }
  effect(() => {
    if (!state.vehicles.value || state.vehicleType.value === null || state.vehicle.value) return;
    say('error', `The service has no vessel ${state.vehicleType.value}.`);
    state.vehicleType.value = null;
  });
  effect(() => {
    followVehicle().catch(reportError);
  });
  effect(() => {
    followPoints(); // first: it chooses the mesh on which routes are planned
    followEnds();
  });
  await lists;
  await opening; // the other first requests wait, so that they don't delay the mesh
  await Promise.all([
    withSentence('The list of places', loadLocations),
    state.vehicles.peek() === null && withSentence('The list of vessels', refreshVehicles),
    loadStoredList(),
  ]);
  sendKeptSaves().catch(reportError);
  setInterval(() => {
    if (!document.hidden) refreshMeshes().catch(reportError);
  }, MESH_POLL_MS);
}

/** Unless a hand was quicker. */
function chooseSampleVehicle(): boolean {
  const isThere = state.vehicles.peek()?.some(({ vessel_type }) => vessel_type === FIRST_VEHICLE);
  const hasSea = state.meshes.peek().some(({ kind }) => kind === 'environment');
  if (!isThere || !hasSea || !isSameDraft(draft.peek(), EMPTY_DRAFT)) return false;
  state.vehicleType.value = FIRST_VEHICLE;
  return true;
}

/** Opens the mesh that would be used for the points, unless it is the one that is shown. */
function followPoints(): void {
  const meshes = state.meshes.value;
  const picked = state.pickedMeshId.value;
  const points = [state.start.value, state.end.value, ...stops.value].filter((point) => point !== null);
  const vehicle = state.vehicleType.value;
  const chart = askedChart.value;
  const usable =
    choosesSpeed() || chart !== null
      ? usableMeshes.value?.filter(({ kind }) => kind === 'environment')
      : usableMeshes.value;
  if (meshes.length === 0 || !usable) return;
  // an answer is shown on what it was calculated on, as long as the service has that
  const answered = meshes.find(({ id }) => id === state.answerMeshId.value);
  const mesh =
    answered ??
    (picked === null
      ? (planMesh(usable, points) ?? chooseMesh(usable, []))
      : (meshes.find(({ id }) => id === picked) ?? null));
  if (!mesh && picked === null) {
    say(
      'error',
      `The service has no ice data ${vehicle === null ? 'made for a vessel: choose one.' : `for ${vehicle}.`}`,
    );
    return;
  }
  if (!mesh) {
    say('error', 'The ice data that were chosen are gone from the service: others are shown.');
    state.pickedMeshId.value = null;
    return;
  }
  const properties = state.vehicle.value;
  if (isWanted(mesh, properties, chart)) return;
  untracked(() => {
    opening = withSentence('The ice data', () => openSea(mesh, properties, chart));
  });
}

/** Plans again when an end or the mesh changes, and evaluates what is compared. */
function followEnds(): void {
  const [start, end, sea] = [state.start.value, state.end.value, state.sea.value];
  const own = state.ownWaypoints.value;
  state.plannedAnew.value;
  state.voyage.value;
  if (!sea || !usableMeshes.value || state.seaLoading.peek()) return;
  untracked(() => {
    if (own) evaluateOwn(own, sea).catch(reportError);
    if (start && end) planPreview(start, end, sea).catch(reportError);
    else dropPreview();
  });
}

/** Shows the user's own route beside the calculated ones; null removes it. */
export function showOwn(own: state.OwnWaypoints | null): void {
  batch(() => {
    state.ownWaypoints.value = own;
    if (!own) state.ownLine.value = null;
  });
  recordStep();
}

/** Sets an end; while it is dragged, only the preview is updated. */
export function setEnd(which: state.EndName, point: state.RouteEnd | null): void {
  batch(() => {
    forgetAnswer();
    state.ends[which].value = point;
  });
  engine.ready();
}

const ONE_POINT = 'Start and end are the same point. Move one of them.';

/** The user has finished a change of the plan: it becomes a step that can be undone. Nothing is asked of the service. */
export function commitEnds(): void {
  recordStep();
  if (endsAreOne()) say('info', ONE_POINT);
  else if (state.notice.peek()?.text === ONE_POINT) state.notice.value = null;
}

function endsAreOne(): boolean {
  const [start, end] = [state.start.peek(), state.end.peek()];
  return start !== null && end !== null && start.lat === end.lat && start.lon === end.lon;
}

/** Makes the plan a request of the service, where everybody finds it. */
export function save(): void {
  if (!state.start.peek() || !state.end.peek() || endsAreOne()) return;
  askService().catch(reportError);
}

/** Begins anew: the plan of before stays among the drafts. */
export function newPlan(): void {
  closeOffer();
  beginOther();
  applyDraft({ ...EMPTY_DRAFT, vehicle: state.vehicleType.peek() });
  recordStep();
}

/** Names a waypoint, or says what is to be remembered there. */
export function noteWaypoint(key: string, note: WaypointNote): void {
  setWaypointNote(key, note);
  recordStep();
}

/** The hour of departure, null for none. */
export function setDeparture(time: Date | null): void {
  batch(() => {
    forgetAnswer(); // it has times, or none
    state.departure.value = time;
  });
  recordStep();
}

/** How long the vessel may wait to consume less, hours, and whether a voyage may last longer than the forecast. */
export function setForecastWish(wait: number, refuses: boolean): void {
  batch(() => {
    forgetAnswer();
    waitHours.value = wait;
    refusesBeyond.value = refuses;
  });
  recordStep();
}

/** How far the route keeps from land, nautical miles; 0 for no such wish. A step only once the hand lets go. */
export function setClearance(nm: number): void {
  batch(() => {
    forgetAnswer();
    clearanceNm.value = nm;
  });
}

/** Chooses the vehicle of the route, null for the mesh's own. */
export function chooseVehicle(name: string | null): void {
  askAnew(() => {
    state.vehicleType.value = name;
  });
}

/** Chooses the mesh, null for the one that the service would choose. */
export function pickMesh(id: number | null): void {
  askAnew(() => {
    state.pickedMeshId.value = id;
  });
}

/** After a vehicle's properties were saved: if it is the chosen one, loads its mesh and its routes again. */
export async function vehicleSaved(name: string): Promise<void> {
  await refreshVehicles();
  if (name === state.vehicleType.peek()) askAnew(() => {});
}

/** Drops the routes, and makes a change of what they depend on. */
export function askAnew(change: () => void): void {
  batch(() => {
    change();
    dropPreview();
    state.plannedAnew.value++;
    forgetAnswer();
  });
  commitEnds();
}
