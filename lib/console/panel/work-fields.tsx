import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { isWork } from '../../voyage/work/work-ways.ts';
import * as state from '../state/state.ts';
import { MOST_VALUED, stops } from '../state/stops.ts';
import { MOST_STAY_HOURS } from '../stops/stop-list.ts';
import { nmOfWork, workProblem } from '../stops/stop-work.ts';
import { readNumber, TypedField } from './typed-field.tsx';

const MOST_KNOTS = 100;
const MOST_VALUE = 1e6;

interface WorkFieldsProps {
  readonly id: (field: string) => string;
  readonly stop: Stop;
  readonly onChange: (changes: Partial<Stop>) => void;
}

/** How a line or a box is sailed, and what it is worth to do a stop. */
export function WorkFields({ id, stop, onChange }: WorkFieldsProps) {
  const { area, line, either_way, speed_kn, spacing_nm, stay_after_hours } = stop;
  return (
    <>
      {isWork(stop) && (
        <>
          <p class="hint">{workText(stop)}</p>
          <NumberField
            id={id('speed')}
            label="At most, knots"
            value={speed_kn}
            placeholder="as fast as it can"
            read={above(0, MOST_KNOTS)}
            problem={`Write knots above 0, at most ${MOST_KNOTS}.`}
            onCommit={(value) => onChange({ speed_kn: value })}
          />
          <NumberField
            id={id('after')}
            label="Stay at its end, hours"
            value={stay_after_hours}
            placeholder="0"
            read={readNumber(0, MOST_STAY_HOURS)}
            problem={`Write hours from 0 to ${MOST_STAY_HOURS}.`}
            onCommit={(value) => onChange({ stay_after_hours: value })}
          />
        </>
      )}
      {area && (
        <NumberField
          id={id('spacing')}
          label="Between its lines, NM"
          value={spacing_nm}
          placeholder=""
          read={(text) => {
            const spacing = above(0, 1000)(text);
            const isFine = spacing !== undefined && workProblem({ ...stop, spacing_nm: spacing }) === null;
            return isFine ? spacing : undefined;
          }}
          problem="Write NM above 0, so that the lines are at most 1000, and 2000 NM together."
          onCommit={(value) => value !== undefined && onChange({ spacing_nm: value })}
        />
      )}
      {line && (
        <label class="switch">
          <input
            type="checkbox"
            checked={either_way !== false}
            onChange={({ currentTarget }) =>
              onChange({ either_way: currentTarget.checked ? undefined : false })
            }
          />
          <span>From either end</span>
        </label>
      )}
      <NumberField
        id={id('value')}
        label="Worth, if it may be left out"
        value={stop.value}
        placeholder={stops.value.length > MOST_VALUED ? `of up to ${MOST_VALUED} stops` : 'has to be done'}
        disabled={stops.value.length > MOST_VALUED}
        read={above(0, MOST_VALUE)}
        problem="Write a number above 0; the stops that are worth most together are done."
        onCommit={(value) => onChange({ value })}
      />
    </>
  );
}

/** What it is, how long, and how long it takes on the shown route. */
export function workText(stop: Stop): string {
  const done = state.chosenRoute.value?.stops?.find(({ name }) => name === stop.name)?.work;
  const what = stop.line ? 'line' : 'box';
  const nm = `${formatNumber(nmOfWork(stop), 1)}\u00a0NM`;
  return done ? `${what}: ${nm} in ${formatDuration(done.hours / 24)}` : `${what}: ${nm}`;
}

const above = (least: number, most: number) => (text: string) => {
  const value = readNumber(least, most)(text);
  return value === least ? undefined : value;
};

interface NumberFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: number | undefined;
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly read: (text: string) => number | undefined;
  readonly problem: string;
  readonly onCommit: (value: number | undefined) => void;
}

const NumberField = ({ value, onCommit, ...rest }: NumberFieldProps) => (
  <TypedField
    {...rest}
    shown={value === undefined ? '' : String(Number(value.toPrecision(6)))}
    onCommit={(given) => onCommit(given ?? undefined)}
  />
);
