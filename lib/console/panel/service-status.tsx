import { sortedJson } from '../../vehicles/sorted-json.ts';
import { connected } from '../api/client.ts';
import { seaName } from '../state/alerts.ts';
import { reportError } from '../state/notices.ts';
import { isInForecast, planMesh } from '../state/plan-mesh.ts';
import { cancelRequest } from '../state/service-route.ts';
import { save } from '../state/session.ts';
import * as state from '../state/state.ts';
import { stops } from '../state/stops.ts';
import { usableMeshes } from '../state/usable-meshes.ts';

export const STATUS_TEXT = {
  PENDING: 'Requested. Waiting for the calculation to begin.',
  STARTED: 'The service is calculating.',
  RETRY: 'The calculation failed for a passing cause and is tried again.',
  SUCCESS: 'Calculated.',
  FAILURE: 'Failed.',
  REVOKED: 'Cancelled.',
} as const;

const KEPT_TEXT = 'There is no connection. The request stays in this browser and is sent once there is one.';

/** Costs that differ by less are the same calculation. */
const SAME_COST = 1e-9;

/** What the page and the service know of the route now, in a sentence. */
export function ServiceStatus() {
  const { value } = state.service;
  const problem = state.previewProblem.value;
  const difference = state.difference.value;
  if (value.kind === 'asked') {
    return (
      <div class="status" data-state="asked">
        <p>
          <span class="spinner" aria-hidden="true" />{' '}
          {value.status ? STATUS_TEXT[value.status] : connected.value ? 'Sending the request.' : KEPT_TEXT}
        </p>
        <button type="button" onClick={() => cancelRequest().catch(reportError)}>
          Cancel
        </button>
      </div>
    );
  }
  if (value.kind === 'answered') {
    return (
      <p
        class={`status ${difference !== null && difference <= SAME_COST ? 'good' : ''}`}
        data-state="answered"
        data-route={value.routeId}
        data-difference={String(difference)}
      >
        <strong>Route {value.routeId}</strong> {agreement(value.basis, difference)}
      </p>
    );
  }
  if (value.kind === 'failed') {
    return (
      <div class="status problem" role="alert" data-state="failed">
        <p>{value.message}</p>
        <button type="button" onClick={save}>
          Ask again
        </button>
      </div>
    );
  }
  if (problem) {
    // on top it is seen, as an alert with a pin; here it is read out
    const mayOpen = isInForecast.value && !state.preview.value;
    return (
      <div class={`status ${mayOpen ? 'draft' : 'visually-hidden'}`} data-state="problem">
        <p class="visually-hidden" role="alert">
          {problem}
        </p>
        {mayOpen && (
          <>
            <p class="quiet">That is in the ice of the departure. Later in the forecast a way may open.</p>
            <button type="button" class="primary save" onClick={save}>
              Plan through the forecast
            </button>
          </>
        )}
      </div>
    );
  }
  if (!state.preview.value) return <div class="status" data-state="none" />;
  return (
    <div class="status draft" data-state="none">
      <p class="quiet">
        A draft, kept in this browser{isInForecast.value && ', in the ice of the departure'}. Saved, it is
        {isInForecast.value && ' planned through the forecast, and'} also proved how close to the best it is.
      </p>
      <Tags />
      <button type="button" class="primary save" onClick={save}>
        Save
      </button>
    </div>
  );
}

/** Tags by which the route can be found among the saved ones. */
function Tags() {
  return (
    <label class="tags">
      <input
        aria-label="Tags"
        placeholder="Tags, such as spring, convoy"
        value={state.tags.value}
        onChange={(event) => {
          state.tags.value = event.currentTarget.value.trim();
        }}
      />
    </label>
  );
}

/** Where the service's route comes from, and whether it costs what the preview does. */
function agreement(basis: state.RouteBasis, difference: number | null): string {
  const isSame = difference !== null && difference <= SAME_COST;
  const { meshes } = basis;
  const through = meshes && `through ${meshes.length} sets of ice data, each while it holds`;
  const origin = ['from the service', through, otherBasis(basis), isSame && 'the same as the preview'];
  const words = origin.filter((each) => each).join(', ');
  if (difference === null || isSame) return `${words}.`;
  const preview = meshes ? 'the preview, which knows one of them,' : 'the preview';
  return `${words}; it differs from ${preview} by ${(100 * difference).toPrecision(2)} %.`;
}

/**
 * What the route was calculated for or on, where that is not what the preview is. A vehicle that was changed comes
 * first: it may be the reason for another mesh.
 */
function otherBasis({ mesh, vehicle }: state.RouteBasis): string | null {
  const [sea, known] = [state.sea.value, state.vehicle.value];
  if (vehicle && known && sortedJson(vehicle) !== sortedJson(known)) {
    return `calculated before ${vehicle.vessel_type} was changed`;
  }
  if (!sea || sea.summary.id !== mesh.id) return null;
  const points = [state.start.value!, state.end.value!, ...stops.value];
  const newer = planMesh(usableMeshes.value ?? [], points);
  if (!newer || newer.id === mesh.id || state.pickedMeshId.value === mesh.id) return null;
  return `on the ${seaName(sea)}; there are others now, ${seaName({ summary: newer })}`;
}
