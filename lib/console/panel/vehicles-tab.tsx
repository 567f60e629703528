import { useState } from 'preact/hooks';
import { kmhPerUnit } from '../../vessel/units.ts';
import { deleteVehicle } from '../api/service.ts';
import { refreshVehicles } from '../state/lists.ts';
import { reportError } from '../state/notices.ts';
import { chooseVehicle, vehicleSaved } from '../state/session.ts';
import * as state from '../state/state.ts';
import { formatSpeed } from '../units.ts';
import { CurvesChart } from '../vehicles/curves-chart.tsx';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { VehicleForm } from '../vehicles/vehicle-form.tsx';

/** The service's vehicles: choose one for the route, create, change, delete. */
export function VehiclesTab() {
  const [edited, setEdited] = useState<Partial<Vehicle> | null>(null);
  if (edited) {
    return (
      <VehicleForm
        vehicle={edited}
        onDone={(saved) => {
          setEdited(null);
          if (saved) vehicleSaved(saved).catch(reportError);
        }}
      />
    );
  }
  const { value } = state.vehicles;
  return (
    <section aria-label="Vehicles">
      <button type="button" class="primary" onClick={() => setEdited({})}>
        New vessel
      </button>
      {value?.length === 0 && <p class="quiet">The service has no vessel yet.</p>}
      {value?.map((vehicle) => (
        <VehicleItem key={vehicle.vessel_type} vehicle={vehicle} onEdit={setEdited} />
      ))}
    </section>
  );
}

/** In the units of the page; as it is stored where its unit is not known. */
function highestSpeed({ max_speed: speed, unit }: Vehicle): string {
  const kmh = kmhPerUnit(unit);
  return kmh === null ? `${speed} ${unit}` : formatSpeed(state.units.value, (speed * kmh) / 3.6);
}

function VehicleItem({ vehicle, onEdit }: { vehicle: Vehicle; onEdit: (vehicle: Vehicle) => void }) {
  const [open, setOpen] = useState(false);
  const name = vehicle.vessel_type;
  const chosen = state.vehicleType.value === name;
  const remove = async () => {
    if (!confirm(`Delete the vessel ${name}?`)) return;
    await deleteVehicle(name);
    if (chosen) chooseVehicle(null);
    await refreshVehicles();
  };
  return (
    <article class={`vehicle ${chosen ? 'chosen' : ''}`}>
      <h2>{name}</h2>
      <p class="quiet">
        {[vehicle.vessel_class ?? 'ship', highestSpeed(vehicle), vehicle.ice_class]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div class="row">
        <button type="button" aria-pressed={chosen} onClick={() => chooseVehicle(chosen ? null : name)}>
          {chosen ? 'In use' : 'Use'}
        </button>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          Curves
        </button>
        <button type="button" onClick={() => onEdit(vehicle)}>
          Change
        </button>
        <button type="button" onClick={() => remove().catch(reportError)}>
          Delete
        </button>
      </div>
      {open && <CurvesChart vehicle={vehicle} />}
    </article>
  );
}
