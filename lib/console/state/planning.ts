/** What the page's own engine calculates: the preview of the routes, and the lines that they are compared with. */
import { batch } from '@preact/signals';
import { formatPosition } from '../../route-files/shown-text.ts';
import { EngineClient } from '../engine/engine-client.ts';
import type { EngineFailure, EvaluatedTrack, ProblemPlace } from '../engine/protocol.ts';
import { readable } from '../readable.ts';
import { settings } from '../settings.ts';
import { activeZones } from './plan-zones.ts';
import { type EvaluatedLine, fromEntry, fromTrack, type Stay, withStays } from './shown-route.ts';
import * as state from './state.ts';

export const newEngine = () => new EngineClient(() => new Worker(settings.files.worker, { type: 'module' }));

export const engine = newEngine();

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
    state.previewDue.value = false;
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
  state.previewDue.value = true;
  const result = await engine.ask(
    {
      kind: 'plan',
      start,
      end,
      vehicle,
      voyage: state.voyage.peek(),
      mesh: documentMesh(sea),
      adjustmentLimitNm,
      zones: activeZones.peek(),
      isMoving: state.dragging.peek(),
    },
    { key: 'plan' },
  );
  if (!result || signal.aborted) return; // a result for a later position will come, or none is wanted
  if (result.kind === 'failed') {
    // while the hand moves, the last route stays: the next place may be open again
    showPreview(state.dragging.peek() ? state.preview.peek() : null, readable(result.message));
    return;
  }
  const { routes, start: from, end: to, milliseconds, pinches, tooNear, inGivenOrder } = result;
  const unmet = result.unmet && readable(result.unmet);
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
  const stays = shown.routes[0]?.stops?.slice(1, -1).map(({ lat, lon, wait_hours, stay_hours }) => ({
    lat,
    lon,
    days: (wait_hours + stay_hours) / 24,
  }));
  const { coordinates: waypoints, evaluated: circle } = result.greatCircle;
  const line = { line: 'greatCircle', name: 'Great circle', waypoints } as const;
  batch(() => {
    showPreview(shown, unmet);
    state.greatCircleLine.value = comparisonOf(line, circle, sea, stays);
  });
}

/**
 * The hand has let go: a route that was kept while it moved is not between these ends, and what was left out of the
 * answers that followed it is planned now.
 */
export function endDragging(): void {
  batch(() => {
    state.dragging.value = false;
    if (state.previewProblem.peek() && !state.preview.peek()?.unmet)
      showPreview(null, state.previewProblem.peek());
    state.plannedAnew.value++;
  });
}

let evaluated: readonly unknown[] = [];

export async function evaluateOwn(own: state.OwnWaypoints, sea: state.OpenedMesh): Promise<void> {
  const asked = [own, sea, activeZones.peek()];
  if (asked.every((part, i) => part === evaluated[i])) return;
  evaluated = asked;
  const line = { line: 'own', ...own } as const;
  const { adjustmentLimitNm } = settings;
  const result = await engine.ask(
    { kind: 'evaluate', coordinates: own.waypoints, adjustmentLimitNm, zones: activeZones.peek() },
    { key: 'own' },
  );
  if (result && state.ownWaypoints.peek() === own)
    state.ownLine.value = comparisonOf(line, result, sea, own.stays);
}

/** @param stays where the vessel stays on its way */
function comparisonOf(
  line: EvaluatedLine,
  result: EvaluatedTrack | EngineFailure,
  sea: state.OpenedMesh,
  stays: readonly Stay[] = [],
): state.Comparison {
  if (result.kind === 'failed') {
    const { places = [] } = result;
    const problem = problemOf(result, line.line === 'own' ? MOST_PLACES : 1);
    return { ...line, route: null, problem, places, moved: [] };
  }
  const placed = { ...line, waypoints: result.coordinates };
  const track = withStays(result.track, stays, state.vehicle.peek()?.idle_rate ?? 0);
  const route = fromTrack(placed, track, documentMesh(sea), result.zones);
  return { ...line, route, problem: null, places: [], moved: result.moved };
}

const MOST_PLACES = 3;

/** Each place with its cause; of very many the first few. */
function problemOf({ places, message }: EngineFailure, most: number): string {
  if (!places) return readable(message);
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
export function documentMesh({ summary, mesh }: Pick<state.OpenedMesh, 'summary' | 'mesh'>) {
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
