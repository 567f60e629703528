import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { departure } from '../state/departure.ts';
import { Choice } from './choice.tsx';

const LIGHTS = [
  ['any', 'not needed'],
  ['sun', 'while the sun is up'],
  ['civil', 'in civil twilight too'],
  ['nautical', 'in nautical twilight too'],
] as const;

interface LightFieldProps {
  readonly stop: Stop;
  readonly onChange: (changes: Partial<Stop>) => void;
}

/** Whether what is done at a stop needs daylight; without a departure no time is known. */
export function LightField({ stop: { daylight, may_pause }, onChange }: LightFieldProps) {
  if (departure.value === null) return null;
  return (
    <>
      <Choice
        label="Daylight"
        isField
        value={daylight ?? 'any'}
        options={LIGHTS}
        onChoose={(light) =>
          onChange(light === 'any' ? { daylight: undefined, may_pause: undefined } : { daylight: light })
        }
      />
      {daylight && (
        <label class="switch">
          <input
            type="checkbox"
            checked={may_pause === true}
            onChange={({ currentTarget }) => onChange({ may_pause: currentTarget.checked || undefined })}
          />
          <span>May be laid down overnight</span>
        </label>
      )}
    </>
  );
}
