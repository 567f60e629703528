import { readable } from '../readable.ts';
import { commitFuel } from '../state/commit-fuel.ts';
import { type FuelWish, fuel, MOST_TONNES } from '../state/fuel.ts';
import { maySailSlower, speed } from '../state/speed.ts';
import * as state from '../state/state.ts';
import { commitSpeed, needsOtherMesh, noSpeedsOfVessel } from '../state/trade-off.ts';
import { capital } from '../units.ts';
import { above, NumberField, readNumber } from './typed-field.tsx';
import { useVehiclesWithSpeeds } from './use-vehicles-with-speeds.ts';

const FIELDS = [
  {
    name: 'aboard',
    field: 'fuel_aboard_tonnes',
    label: 'Aboard, t',
    read: readNumber(0, MOST_TONNES),
    problem: 'Write tonnes from 0, what is aboard at the departure.',
  },
  {
    name: 'reserve',
    field: 'reserve_tonnes',
    label: 'Reserve, t',
    read: readNumber(0, MOST_TONNES),
    problem: 'Write tonnes from 0, what has to stay aboard.',
  },
  {
    name: 'capacity',
    field: 'capacity_tonnes',
    label: 'Bunkers hold, t',
    read: above(0, MOST_TONNES),
    problem: 'Write tonnes above 0, what the bunkers hold.',
  },
] as const;

/** What is aboard and what has to stay there: what is left at each stop is in the schedule. */
export function FuelFields() {
  return (
    <section class="bunkers" aria-label="Fuel aboard">
      <Why />
      {FIELDS.map(({ name, field, ...own }) => (
        <NumberField
          key={name}
          id={`fuel-${name}`}
          {...own}
          value={fuel.value[name]}
          placeholder="not given"
          fault={faultOfService(field) ?? faultHere(name)}
          onCommit={(tonnes) => commitFuel({ [name]: tonnes })}
        />
      ))}
      <Slower />
    </section>
  );
}

/** Offered where the service takes it: to a vessel that consumes less when it sails slower, and beside no other wish that decides its speed. */
function Slower() {
  const isOfVessel = useVehiclesWithSpeeds().some(
    ({ vessel_type }) => vessel_type === state.vehicleType.value,
  );
  const isOfFuel = state.sea.value?.mesh.consumption === 'fuel';
  const keepsMesh = needsOtherMesh.value && state.pickedMeshId.value !== null;
  const isOpen = isOfFuel && !keepsMesh && noSpeedsOfVessel.value === null && maySailSlower();
  const { slower = false } = speed.value;
  if (!isOpen || !(isOfVessel || slower)) return null;
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={slower}
        onChange={(event) => commitSpeed({ slower: event.currentTarget.checked || undefined })}
      />
      <span>Sail slower where the fuel would not last</span>
    </label>
  );
}

/** What fields say against each other, before the service does. */
function faultHere(name: keyof FuelWish): string | undefined {
  const { aboard, reserve, capacity } = fuel.value;
  if (name === 'aboard' && aboard === undefined && (reserve ?? capacity) !== undefined)
    return 'Needed beside the reserve and what the bunkers hold.';
  if (aboard === undefined) return undefined;
  if (name === 'aboard' && capacity !== undefined && aboard > capacity)
    return 'That is more than the bunkers hold.';
  if (name === 'reserve' && reserve !== undefined && reserve > aboard) return 'That is more than is aboard.';
  return undefined;
}

function faultOfService(field: string): string | undefined {
  const { value } = state.service;
  const said = value.kind === 'failed' ? value.fields?.[field] : undefined;
  return said && capital(readable(`it ${said}.`));
}

function Why() {
  if (state.sea.value && state.sea.value.mesh.consumption !== 'fuel')
    return (
      <p class="hint">These ice data know no consumption of fuel, so that what is left can’t be told.</p>
    );
  return (
    <p class="hint">
      The fuel at the departure, and what has to stay in the bunkers: what is left is told at each stop, and a
      voyage that would take more is refused, or sailed slower where that is chosen. On the saved curve,
      voyages that would take more say so.
    </p>
  );
}
