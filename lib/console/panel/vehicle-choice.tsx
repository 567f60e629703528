import * as state from '../state/state.ts';

/** The vessel that the route is for: the mesh's own, or one of the service's vehicles. */
export function VehicleChoice() {
  const sea = state.sea.value;
  return (
    <p class="mesh-line">
      {state.seaLoading.value && <span class="spinner" aria-hidden="true" />}
      {sea ? (
        <>
          Mesh <strong>{sea.summary.name}</strong>
          {sea.summary.vessel_type && ` for ${sea.summary.vessel_type}`}
        </>
      ) : (
        'Loading the sea…'
      )}
    </p>
  );
}
