import { useState } from 'preact/hooks';
import { isSpeedLimit, LEAST_SPEED_KN, MAX_SPEED_KN } from '../../zones/speed-limits.ts';
import type { ZoneKind } from '../../zones/zone.ts';
import { clickWord } from '../click-words.ts';
import { formatDayOfYear, parseDayOfYear } from '../day-of-year.ts';
import { isOneLine, KIND_LABELS, outlineOf, type PlanZone, polygonThrough } from '../state/plan-zones.ts';
import { isNameFree } from '../state/zones.ts';
import { BorderField } from './border-field.tsx';

const HINTS: Readonly<Record<ZoneKind, string>> = {
  closed: 'No route enters it.',
  speed_limit: 'Through the water the vessel goes no faster.',
  report: 'Its entry is told, and nothing else.',
};

interface ZoneFieldsProps {
  readonly zone: PlanZone;
  readonly onChange: (change: Partial<PlanZone>) => void;
}

/** What a zone is: name, kind, speed, season, border. */
export function ZoneFields({ zone, onChange }: ZoneFieldsProps) {
  const { name, kind, max_speed_kn: knots = 10 } = zone;
  return (
    <div class="zone-fields">
      <Field
        label="Name"
        value={name}
        read={(text) => (isNameFree(text, name) ? text : null)}
        problem="A name of its own, without / ? # %."
        onChange={(next) => onChange({ name: next })}
      />
      <label class="field-line">
        <span>Kind</span>
        <select value={kind} onChange={(event) => onChange({ kind: event.currentTarget.value as ZoneKind })}>
          {Object.entries(KIND_LABELS).map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p class="hint">{HINTS[kind]}</p>
      {kind === 'speed_limit' && (
        <Field
          label="Knots"
          value={String(knots)}
          read={readKnots}
          problem={`A speed of ${LEAST_SPEED_KN} to ${MAX_SPEED_KN} kn.`}
          onChange={(next) => onChange({ max_speed_kn: Number(next) })}
        />
      )}
      <Season season={zone.season} onChange={onChange} />
      {isOneLine(zone) ? (
        <>
          <p class="hint">
            Drag its points on the map, or pull an edge into a new one; a double {clickWord.value} deletes
            one.
          </p>
          <BorderField
            label="Border"
            points={outlineOf(zone)}
            onChange={(points) => onChange({ geometry: polygonThrough(points) })}
          />
        </>
      ) : (
        <p class="hint">Several borders: drag their points on the map.</p>
      )}
    </div>
  );
}

const readKnots = (text: string): string | null => {
  const knots = Number(text.replace(',', '.').replace(/\s*kn$/i, ''));
  return isSpeedLimit(knots) ? String(knots) : null;
};

/** Both days, or neither: always. */
function Season({
  season,
  onChange,
}: { readonly season: PlanZone['season'] } & Pick<ZoneFieldsProps, 'onChange'>) {
  const [days, setDays] = useState<{ from?: string; to?: string }>({});
  const set = (which: 'from' | 'to', day: string) => {
    const next = { ...season, ...days, [which]: day };
    if (day === '') {
      setDays({});
      onChange({ season: undefined });
    } else if (next.from && next.to) {
      setDays({});
      onChange({ season: { from: next.from, to: next.to } });
    } else setDays(next);
  };
  return (
    <>
      <div class="row nowrap season">
        {(['from', 'to'] as const).map((which) => {
          const day = days[which] ?? season?.[which];
          return (
            <Field
              key={which}
              label={which === 'from' ? 'Season from' : 'to'}
              value={day ? formatDayOfYear(day) : ''}
              placeholder={which === 'from' ? '01 Nov' : '31 Mar'}
              read={(text) => (text === '' ? '' : parseDayOfYear(text))}
              problem="A day, such as 01 Nov."
              onChange={(next) => set(which, next)}
            />
          );
        })}
      </div>
      {Object.keys(days).length > 0 && <p class="hint">It holds all year until both days are set.</p>}
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Null where the text makes no sense. */
  readonly read: (text: string) => string | null;
  readonly problem: string;
  readonly onChange: (value: string) => void;
}

/** A text that counts once it is left, or with Enter. */
function Field({ label, value, placeholder, read, problem, onChange }: FieldProps) {
  const [isWrong, setWrong] = useState(false);
  return (
    <label class="field-line">
      <span>{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        autocomplete="off"
        maxLength={150}
        aria-invalid={isWrong}
        onChange={(event) => {
          const next = read(event.currentTarget.value.trim());
          setWrong(next === null);
          if (next !== null && next !== value) onChange(next);
        }}
      />
      {isWrong && (
        <span class="field-problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}
