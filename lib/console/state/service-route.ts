/**
 * The request to the service: kept when the plan is saved, submitted once there is a connection, followed until it is over,
 * shown in the preview's place.
 */
import { batch } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { formatPosition } from '../../route-files/shown-text.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import { isWork } from '../../voyage/work/work-ways.ts';
import { ApiError, withRetries } from '../api/client.ts';
import { cancelJob, getRoute, routeOf, submitRoute, withdraw } from '../api/service.ts';
import type { Job, RouteDocument, RouteRequestBody, Submission } from '../api/types.ts';
import { readable } from '../readable.ts';
import { sentStop } from '../stops/stop-work.ts';
import { showDepartures } from './departures.ts';
import { dropSave, isKept, type KeptSave, keepSave, keptSaves, withSave } from './kept-saves.ts';
import { say } from './notices.ts';
import { type KeptParts, partsOfVoyage, showParts } from './plan-parts.ts';
import { faultOf, requestedZones, shownZones } from './plan-zones.ts';
import { dropPreview } from './planning.ts';
import { fromEntry } from './shown-route.ts';
import * as state from './state.ts';
import { stops } from './stops.ts';

/** Points closer than this are the same: a tenth of a millimetre, degrees. */
const SAME_POINT_DEGREES = 1e-9;

let following = new AbortController();
/** Why a request is no longer followed, where a hand has withdrawn it before the service had answered. */
const CANCELLED = 'cancelled';

/** The ends or the mesh changed: what the service said before is about another route. */
export function forgetAnswer(): void {
  following.abort();
  batch(() => {
    state.answer.value = null;
    state.service.value = { kind: 'none' };
  });
}

/** Asks the service for the route of the plan: the one thing that stores something there. */
export async function askService(): Promise<void> {
  forgetAnswer();
  const faulty = shownZones.peek().find((zone) => faultOf(zone) !== null);
  if (faulty) {
    const message = `The zone ${faulty.name} ${faultOf(faulty)}. Mend it, or switch it off.`;
    state.service.value = { kind: 'failed', message };
    return;
  }
  following = new AbortController();
  const { signal } = following;
  const save = keepSave(requestBody());
  try {
    state.service.value = { kind: 'asked', jobId: null, status: null, saveId: save.id };
    const submission = await sendSave(save);
    if (!submission) return;
    if (signal.reason === CANCELLED) {
      if (!('route_id' in submission)) await cancelJob(submission.id);
      return;
    }
    if (signal.aborted) {
      say('info', `${nameOfSave(save)} was saved.`);
      return;
    }
    const follow = ({ id, status }: Pick<Job, 'id' | 'status'>) => {
      if (!signal.aborted) state.service.value = { kind: 'asked', jobId: id, status };
    };
    let routeId = await routeOf(submission, follow, signal);
    if (signal.aborted) return;
    let document = await withRetries(() => getRoute(routeId!), signal);
    if (!isForThesePlaces(document)) {
      // a route close by was reused; what is asked for is the one between these very points
      const body = { ...save.body, force_new_route: true };
      routeId = await routeOf(await withRetries(() => submitRoute(body), signal), follow, signal);
      if (signal.aborted) return;
      document = await withRetries(() => getRoute(routeId!), signal);
    }
    if (!signal.aborted) show(routeId, document);
  } catch (error) {
    dropSave(save.id); // it is asked again by hand
    if (signal.aborted) return;
    const fields = error instanceof ApiError ? error.fields : {};
    state.service.value = { kind: 'failed', message: readable((error as Error).message), fields };
  }
}

/** Sends what is kept; null where another tab has done it. A service that fails may get it another time. */
const sendSave = ({ id, body }: KeptSave): Promise<Submission | null> =>
  withSave(id, async () => {
    const attempt = () => {
      if (!isKept(id)) throw new DOMException('The save was withdrawn.', 'AbortError');
      return submitRoute(body);
    };
    try {
      const submission = await withRetries(attempt);
      dropSave(id);
      return submission;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) dropSave(id);
      throw error;
    }
  });

/** Sends what was saved before the page was opened, without a connection. */
export async function sendKeptSaves(): Promise<void> {
  await Promise.all(
    keptSaves.peek().map(async (save) => {
      try {
        if (await sendSave(save)) say('info', `${nameOfSave(save)}, saved without a connection, was sent.`);
      } catch (error) {
        const { name, message } = error as Error;
        if (name !== 'AbortError') say('error', `${nameOfSave(save)} could not be saved. ${message}`);
      }
    }),
  );
}

/** `Signy – 69°30.000′S 030°00.000′W` */
export function nameOfSave({ body }: KeptSave): string {
  const { start_name, start_lat: lat, start_lon: lon, end_name, end_lat, end_lon } = body;
  const end = end_name || formatPosition({ lat: Number(end_lat), lon: Number(end_lon) });
  return `${start_name || formatPosition({ lat: Number(lat), lon: Number(lon) })} – ${end}`;
}

/** What asks for the plan. */
export function requestBody(): RouteRequestBody {
  const [start, end] = [state.start.peek()!, state.end.peek()!];
  const mesh = state.pickedMeshId.peek();
  const vehicle = state.vehicleType.peek();
  const tags = state.tags.peek();
  const { zones: _, ...others } = state.voyage.peek() ?? {};
  const asked = Object.entries(others).filter(([, value]) => value !== null);
  return {
    start_lat: start.lat,
    start_lon: start.lon,
    end_lat: end.lat,
    end_lon: end.lon,
    ...(start.name && { start_name: start.name }),
    ...(end.name && { end_name: end.name }),
    ...(mesh !== null && { mesh_id: mesh }),
    ...(vehicle !== null && { vehicle_type: vehicle }),
    ...(tags && { tags }),
    ...Object.fromEntries(asked),
    ...(state.voyage.peek()?.stops && { stops: state.voyage.peek()!.stops!.map(sentStop) }),
    ...(requestedZones.peek().length > 0 && { zones: [...requestedZones.peek()] }),
  };
}

function isForThesePlaces({ routes }: RouteDocument): boolean {
  const { start, end } = routes[0]!.waypoints;
  const [from, to] = [state.start.peek()!, state.end.peek()!];
  const calls = routes[0]!.stops?.map(({ requested }) => requested) ?? [];
  // work is begun wherever suits the voyage, and optional stops may be left out: such a route is not one of others nearby
  const isFixed = (stop: Stop) => !isWork(stop) && stop.value === undefined;
  const areThere = stops
    .peek()
    .filter(isFixed)
    .every((stop) => calls.some((call) => isSamePlace(stop, call)));
  return isSamePlace(start, from) && isSamePlace(end, to) && areThere;
}

const isSamePlace = (a: LatLon, b: LatLon): boolean =>
  Math.abs(a.lat - b.lat) < SAME_POINT_DEGREES && Math.abs(a.lon - b.lon) < SAME_POINT_DEGREES;

function show(routeId: string, document: RouteDocument): void {
  const routes = document.routes.map(fromEntry);
  batch(() => {
    state.answer.value = routes;
    state.service.value = { kind: 'answered', routeId, basis: document.routes[0]! };
  });
}

/** What a plan has that no route tells: the ice data that are picked, the notes of waypoints. */
export type KeptBesides = Pick<KeptParts, 'notes'> & { readonly mesh?: number };

/** Shows a route that was calculated before, by its number; false where something else was asked for meanwhile. */
export async function openRoute(routeId: string, { mesh, notes }: KeptBesides = {}): Promise<boolean> {
  forgetAnswer();
  following = new AbortController();
  const { signal } = following;
  const document = await withRetries(() => getRoute(routeId), signal);
  if (signal.aborted) return false;
  const [{ waypoints, vehicle, departure }] = document.routes;
  const { start, end } = waypoints;
  const named = ({ lat, lon, name }: typeof start) => ({ lat, lon, ...(name && { name }) });
  batch(() => {
    dropPreview(); // of other ends, or for another vehicle
    state.vehicleType.value = vehicle?.vessel_type ?? null;
    state.start.value = named(start);
    state.end.value = named(end);
    state.pickedMeshId.value = mesh ?? null;
    state.departure.value = departure ? new Date(departure) : null;
    showParts({ ...partsOfVoyage((document.voyage ?? {}) as Partial<Voyage>), ...(notes && { notes }) });
    state.answer.value = document.routes.map(fromEntry);
    state.service.value = { kind: 'answered', routeId, basis: document.routes[0]! };
  });
  showDepartures(document.departures ?? null);
  return true;
}

export async function cancelRequest(): Promise<void> {
  const { value } = state.service;
  if (value.kind !== 'asked') return;
  await withdraw(value.jobId, () => {
    if (value.saveId) dropSave(value.saveId);
    following.abort(CANCELLED);
    forgetAnswer();
  });
}
