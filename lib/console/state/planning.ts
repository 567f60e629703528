/** What the page's own engine calculates: the preview of the routes, and the lines that they are compared with. */
import { batch, type Signal } from '@preact/signals';
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { greatCirclePoints } from '../../route-files/great-circle.ts';
import { EngineClient } from '../engine/engine-client.ts';
import type { EngineFailure, ProblemPlace } from '../engine/protocol.ts';
import { settings } from '../settings.ts';
import { formatPosition, withReadablePositions } from '../units.ts';
import { activeZones } from './plan-zones.ts';
import { type EvaluatedLine, fromEntry, fromTrack, type ShownRoute, withStays } from './shown-route.ts';
import * as state from './state.ts';

export const engine = new EngineClient(new Worker(settings.files.worker, { type: 'module' }));

/** Aborted when the preview is dropped: plans that were begun before are about another route. */
let wanted = new AbortController();

/** Until the next plan has ended there is no preview. */
export function dropPreview(): void {
  wanted.abort();
  wanted = new AbortController();
  showPreview(null, null);
}

function showPreview(preview: state.Preview | null, problem: string | null): void {
  batch(() => {
    state.preview.value = preview;
    state.previewProblem.value = problem;
    if (!preview) state.greatCircleLine.value = null;
  });
}

/** While an end is dragged the ends may have moved on when a plan is ready: it is shown until the next one is. */
export async function planPreview(
  start: state.RouteEnd,
  end: state.RouteEnd,
  sea: state.OpenedMesh,
): Promise<void> {
  const { signal } = wanted;
  const { adjustmentLimitNm } = settings;
  const vehicle = state.vehicle.peek();
  const result = await engine.ask(
    {
      kind: 'plan',
      start,
      end,
      vehicle,
      voyage: state.voyage.peek(),
      mesh: documentMesh(sea),
      adjustmentLimitNm,
      isMoving: state.dragging.peek(),
    },
    { key: 'plan' },
  );
  if (!result || signal.aborted) return; // a result for a later position will come, or none is wanted
  if (result.kind === 'failed') {
    // while the hand moves, the last route stays: the next place may be open again
    showPreview(state.dragging.peek() ? state.preview.peek() : null, withReadablePositions(result.message));
    return;
  }
  const { routes, start: from, end: to, milliseconds, pinches, tooNear, inGivenOrder, unmet } = result;
  const shown = {
    routes: routes.map(fromEntry),
    start: from,
    end: to,
    milliseconds,
    pinches,
    tooNear,
    inGivenOrder,
    unmet,
  };
  showPreview(shown, unmet);
  const calls = shown.routes[0]?.stops?.slice(1, -1) ?? [];
  await evaluateGreatCircle(from.used, calls, to.used, sea);
}

/** The hand has let go: a route that was kept while it moved is not between these ends. */
export function endDragging(): void {
  state.dragging.value = false;
  if (state.previewProblem.peek() && !state.preview.peek()?.unmet)
    showPreview(null, state.previewProblem.peek());
}

/** Between the places to which ends and stops were moved, so that a vessel can be there. */
function evaluateGreatCircle(
  start: LatLon,
  calls: NonNullable<ShownRoute['stops']>,
  end: LatLon,
  sea: state.OpenedMesh,
): Promise<void> {
  const places = [start, ...calls, end];
  const points = places.flatMap((to, k) => (k === 0 ? [to] : [...greatCirclePoints(places[k - 1]!, to), to]));
  const waypoints = points.map(({ lat, lon }) => [lon, lat] as const);
  const line = { line: 'greatCircle', name: 'Great circle', waypoints } as const;
  const stays = calls.map(({ lat, lon, wait_hours, stay_hours }) => ({
    lat,
    lon,
    days: (wait_hours + stay_hours) / 24,
  }));
  return evaluate(line, sea, state.greatCircleLine, () => state.preview.peek() !== null, stays);
}

let evaluated: readonly unknown[] = [];

export async function evaluateOwn(own: state.OwnWaypoints, sea: state.OpenedMesh): Promise<void> {
  const asked = [own, sea, activeZones.peek()];
  if (asked.every((part, i) => part === evaluated[i])) return;
  evaluated = asked;
  await evaluate({ line: 'own', ...own }, sea, state.ownLine, () => state.ownWaypoints.peek() === own);
}

/**
 * @param isWanted whether the line is still to be shown once it has been evaluated
 * @param stays where the vessel stays on its way
 */
async function evaluate(
  line: EvaluatedLine,
  sea: state.OpenedMesh,
  target: Signal<state.Comparison | null>,
  isWanted: () => boolean,
  stays: Parameters<typeof withStays>[1] = [],
): Promise<void> {
  const { adjustmentLimitNm } = settings;
  const zones = activeZones.peek();
  const result = await engine.ask(
    { kind: 'evaluate', coordinates: line.waypoints, adjustmentLimitNm, zones },
    { key: line.line },
  );
  if (!result || !isWanted()) return;
  if (result.kind === 'failed') {
    const { places = [] } = result;
    target.value = {
      ...line,
      route: null,
      problem: problemOf(result, line.line === 'own' ? MOST_PLACES : 1),
      places,
      moved: [],
    };
    return;
  }
  const placed = { ...line, waypoints: result.coordinates };
  const track = withStays(result.track, stays, state.vehicle.peek()?.idle_rate ?? 0);
  const route = fromTrack(placed, track, documentMesh(sea), result.zones);
  target.value = { ...line, route, problem: null, places: [], moved: result.moved };
}

const MOST_PLACES = 3;

/** Each place with its cause; of very many the first few. */
function problemOf({ places, message }: EngineFailure, most: number): string {
  if (!places) return withReadablePositions(message);
  const named = places.slice(0, most).map((place) => `${formatPosition(place)} (${causeOf(place)})`);
  const others = places.length - most;
  const more = others > 0 ? ` and in ${others} other ${others === 1 ? 'leg' : 'legs'}` : '';
  return `can't be sailed at ${named.join(', ')}${more}.`;
}

const CAUSES: Readonly<Record<string, string>> = {
  'closed cell: ice': 'too much ice',
  'closed cell: shallow': 'too shallow',
  'closed cell: land': 'land',
  'off the mesh': 'outside the ice data',
  'no way against the current': 'the current is too strong',
};

export const causeOf = ({ reason }: ProblemPlace): string => CAUSES[reason] ?? reason;

/** The ice data as a route's document describes them. */
export function documentMesh({ summary, mesh }: state.OpenedMesh) {
  return {
    id: summary.id,
    name: summary.name,
    created: summary.created,
    validDateStart: summary.valid_from,
    validDateEnd: summary.valid_to,
    bounds: summary.bounds,
    consumption: mesh.consumption,
    missingDataSources: summary.missing,
  };
}
