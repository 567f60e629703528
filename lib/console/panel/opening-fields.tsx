import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { hasOpenings, isTimed } from '../../voyage/work/timed-stop.ts';
import { departure } from '../state/departure.ts';
import { faultOfStop } from '../state/stop-faults.ts';
import { Choice } from './choice.tsx';
import type { StopFieldsProps } from './stop-fields-props.ts';
import { above, NumberField, readNumber } from './typed-field.tsx';
import { FirstWindow, Windows } from './windows.tsx';

/** When what is done at a stop can be done: windows, daylight, limits of weather; without a departure no time is known. */
export function OpeningFields({ id, stop, onChange }: StopFieldsProps) {
  const change = (changes: Partial<Stop>) => {
    const isOpenAlways = !hasOpenings({ ...stop, ...changes });
    onChange({ ...changes, ...(isOpenAlways && { may_pause: undefined }) });
  };
  return (
    <>
      {!stop.windows && <FirstWindow id={id} stop={stop} onChange={change} />}
      {departure.value && <Windows id={id} stop={stop} onChange={change} />}
      {departure.value && <Light stop={stop} onChange={change} />}
      <Weather id={id} stop={stop} onChange={change} />
      {departure.value && hasOpenings(stop) && (
        <label class="switch">
          <input
            type="checkbox"
            checked={stop.may_pause === true}
            onChange={({ currentTarget }) => onChange({ may_pause: currentTarget.checked || undefined })}
          />
          <span>May be laid down and taken up again</span>
        </label>
      )}
      {!departure.value && isTimed(stop) && (
        <p class="hint">Its windows and limits count once the voyage has a departure.</p>
      )}
    </>
  );
}

const LIGHTS = [
  ['any', 'not needed'],
  ['sun', 'while the sun is up'],
  ['civil', 'in civil twilight too'],
  ['nautical', 'in nautical twilight too'],
] as const;

function Light({ stop, onChange }: Omit<StopFieldsProps, 'id'>) {
  return (
    <Choice
      label="Daylight"
      isField
      value={stop.daylight ?? 'any'}
      options={LIGHTS}
      onChoose={(light) => onChange({ daylight: light === 'any' ? undefined : light })}
    />
  );
}

const LIMITS = [
  ['most_wind_kn', 'wind', 'Wind up to, kn', above(0, 200), 'Write knots above 0, at most 200.'],
  ['most_wave_m', 'wave', 'Waves up to, m', readNumber(0, 30), 'Write metres from 0 to 30.'],
  ['most_ice_percent', 'ice', 'Ice up to, %', readNumber(0, 100), 'Write per cent from 0 to 100.'],
] as const;

/** What is done here is done only while wind, waves and ice there are within these. */
function Weather({ id, stop, onChange }: StopFieldsProps) {
  return (
    <>
      {LIMITS.map(([field, name, label, read, problem]) => (
        <NumberField
          key={field}
          id={id(name)}
          label={label}
          value={stop[field]}
          placeholder={departure.value ? 'any' : 'set a departure first'}
          disabled={!departure.value}
          read={read}
          problem={problem}
          fault={faultOfStop(stop.name, field)}
          onCommit={(value) => onChange({ [field]: value })}
        />
      ))}
    </>
  );
}
