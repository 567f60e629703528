import { useState } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { saveVehicle } from '../api/service.ts';
import { say } from '../state/notices.ts';
import { fieldText, readForm, VEHICLE_FIELDS, type Vehicle, type VehicleField } from './vehicle-fields.ts';

interface FormProps {
  /** What is changed; an empty one for a new vehicle. */
  readonly vehicle: Partial<Vehicle>;
  readonly onDone: (saved: string | null) => void;
}

/** Creates or changes a vehicle. Each field says what it means; what the service refuses is shown beside its field. */
export function VehicleForm({ vehicle, onDone }: FormProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const isNew = vehicle.vessel_type === undefined;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    try {
      const described = readForm(new FormData(form), vehicle);
      const name = String(described.vessel_type ?? '');
      await saveVehicle({ ...described, force_properties: !isNew && name === vehicle.vessel_type });
      onDone(name);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) say('error', (error as Error).message);
      // the form is longer than a screen
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    }
  };
  return (
    <form
      class="vehicle-form"
      onSubmit={submit}
      aria-label={isNew ? 'New vessel' : `Change ${vehicle.vessel_type}`}
    >
      {VEHICLE_FIELDS.map((field) => (
        <Field
          key={field.name}
          field={field}
          text={fieldText(vehicle, field)}
          problem={problemOf(problems, field)}
        />
      ))}
      <div class="row">
        <button type="submit" class="primary">
          {isNew ? 'Create' : 'Save'}
        </button>
        <button type="button" onClick={() => onDone(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Problems of parts (`resistance_models.0.params.k`) are shown at the field that holds them. */
function problemOf(problems: Readonly<Record<string, string>>, { name }: VehicleField): string | undefined {
  const own = Object.entries(problems).filter(([path]) => path === name || path.startsWith(`${name}.`));
  return own
    .map(([path, message]) => (path === name ? message : `${path.slice(name.length + 1)} ${message}`))
    .join('; ');
}

interface FieldProps {
  readonly field: VehicleField;
  readonly text: string;
  readonly problem: string | undefined;
}

function Field({ field: { name, label, unit, kind, choices, help }, text, problem }: FieldProps) {
  const id = `vehicle-${name}`;
  const common = { id, name, 'aria-describedby': `${id}-help`, 'aria-invalid': Boolean(problem) };
  return (
    <div class="form-field">
      <label for={id}>
        {label} {unit && <span class="unit">{unit}</span>}
      </label>
      {kind === 'choice' ? (
        <select {...common} defaultValue={text}>
          {[...new Set(['', text, ...choices!])].map((choice) => (
            <option key={choice} value={choice} selected={choice === text}>
              {choice || '–'}
            </option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea {...common} rows={text ? 5 : 1} spellcheck={false} defaultValue={text} />
      ) : (
        <input
          {...common}
          defaultValue={text}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          autocomplete="off"
        />
      )}
      <p class="hint" id={`${id}-help`}>
        {problem ? <span class="field-problem">{problem}</span> : help}
      </p>
    </div>
  );
}
