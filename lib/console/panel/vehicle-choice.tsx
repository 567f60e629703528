import { seaName } from '../state/alerts.ts';
import { chooseVehicle } from '../state/session.ts';
import * as state from '../state/state.ts';
import { capital } from '../units.ts';

/** The vessel that the route is for (the mesh's own, or one of the service's vehicles), and the mesh and the ice chart that are shown. */
export function VehicleChoice() {
  const sea = state.sea.value;
  const vehicles = state.vehicles.value ?? [];
  const chosen = state.vehicleType.value;
  return (
    <div class="vehicle-choice">
      {(vehicles.length > 0 || chosen) && (
        <label>
          Vessel
          <select value={chosen ?? ''} onChange={(event) => chooseVehicle(event.currentTarget.value || null)}>
            <option value="">that of the ice data</option>
            {[
              ...new Set([...vehicles.map(({ vessel_type }) => vessel_type), ...(chosen ? [chosen] : [])]),
            ].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="mesh-line">
        {state.seaLoading.value && <span class="spinner" aria-hidden="true" />}
        {sea ? (
          <>
            {capital(seaName(sea))}
            {sea.summary.vessel_type && `, for ${sea.summary.vessel_type}`}
            {sea.chart && `, with the ice of the chart ${sea.chart.name}`}
          </>
        ) : (
          (state.seaProblem.value ?? 'Loading the sea…')
        )}
      </p>
    </div>
  );
}
