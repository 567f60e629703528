import { useState } from 'preact/hooks';
import { openingFaults } from '../../voyage/work/opening-faults.ts';
import { parseTime } from '../parse-time.ts';
import { departure } from '../state/departure.ts';
import { faultOfStop } from '../state/stop-faults.ts';
import { capital, formatTime } from '../units.ts';
import type { StopFieldsProps } from './stop-fields-props.ts';
import { TypedField } from './typed-field.tsx';

/** As the service allows. */
const MOST_WINDOWS = 50;
const NO_TIME = 'Not a time. Write it as 24 Dec 18:00 or 2026-12-24T18:00; it is UTC.';

const read = (text: string) => parseTime(text, departure.peek() ?? new Date()) ?? undefined;
const shown = (time: string | null) => (time && departure.value ? formatTime(new Date(time)) : '');

const ENDS = [
  ['not_before', 'from', 'Not before'],
  ['not_after', 'to', 'Not after'],
] as const;

/** When it may be called at, where there are no windows. */
export function FirstWindow({ id, stop, onChange }: StopFieldsProps) {
  const isReversed = stop.not_before && stop.not_after && stop.not_after < stop.not_before;
  return (
    <>
      {ENDS.map(([field, name, label]) => (
        <TypedField
          key={name}
          id={id(name)}
          label={label}
          shown={shown(stop[field])}
          placeholder={departure.value ? 'any time' : 'set a departure first'}
          disabled={!departure.value}
          read={read}
          problem={NO_TIME}
          fault={
            isReversed && field === 'not_after'
              ? 'The window ends before it begins.'
              : faultOfStop(stop.name, field)
          }
          onCommit={(time) => onChange({ [field]: time?.toISOString() ?? null })}
        />
      ))}
    </>
  );
}

/** A window while it is written. */
interface Written {
  readonly from: string | null;
  readonly to: string | null;
}

/** Windows within one of which it begins and ends. They are of the plan once each is whole and after the one before. */
export function Windows({ id, stop, onChange }: StopFieldsProps) {
  const [draft, setDraft] = useState<readonly Written[] | null>(null);
  const rows: readonly Written[] = draft ?? stop.windows ?? [];
  const { not_before, not_after } = stop;
  const write = (next: readonly Written[]) => {
    const windows = next.filter((row): row is { from: string; to: string } => !!row.from && !!row.to);
    const isFine = windows.length === next.length && faultsOf(next).length === 0;
    setDraft(isFine ? null : next);
    if (isFine)
      onChange({ windows: windows.length > 0 ? windows : undefined, not_before: null, not_after: null });
  };
  const faultsOf = (next: readonly Written[]) => {
    const whole = next.map(({ from, to }) => ({ from: from ?? '', to: to ?? '' }));
    const asked = { ...stop, windows: whole, not_before: null, not_after: null };
    return openingFaults(asked, departure.value?.toISOString() ?? null).filter(({ path: [, k] }) => {
      // one that is not whole says nothing yet, neither of itself nor of the next
      const [own, before] = [next[k as number], next[(k as number) - 1]];
      return own?.from && own.to && (!before || (before.from && before.to));
    });
  };
  const faults = faultsOf(rows);
  const faultAt = (k: number, end: 'from' | 'to') => {
    const found = faults.find(({ path }) => path[1] === k && path[2] === end);
    const own = found && capital(`it ${found.text.replace(`of stop "${stop.name}" `, '')}.`);
    return own ?? faultOfStop(stop.name, `windows.${k}.${end}`);
  };
  return (
    <>
      {rows.map((row, k) => (
        <fieldset key={k} class="window">
          <legend>Window {k + 1}</legend>
          {(['from', 'to'] as const).map((end) => (
            <TypedField
              key={end}
              id={id(`window-${k + 1}-${end}`)}
              label={end === 'from' ? 'From' : 'Until'}
              shown={shown(row[end])}
              placeholder="24 Dec 18:00"
              read={read}
              problem={NO_TIME}
              fault={faultAt(k, end)}
              onCommit={(time) => write(rows.with(k, { ...row, [end]: time?.toISOString() ?? null }))}
            />
          ))}
          <button
            type="button"
            aria-label={`Remove window ${k + 1}`}
            onClick={() => write(rows.toSpliced(k, 1))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      {rows.length < MOST_WINDOWS && (
        <button
          type="button"
          onClick={() =>
            setDraft(
              rows.length > 0 ? [...rows, { from: null, to: null }] : [{ from: not_before, to: not_after }],
            )
          }
        >
          {rows.length > 0 ? 'Another window' : 'Windows that it is done within'}
        </button>
      )}
      {draft && <p class="hint">They count once each has both times.</p>}
    </>
  );
}
