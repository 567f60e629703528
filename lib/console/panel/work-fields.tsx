import { isWork } from '../../voyage/work/work-ways.ts';
import { MOST_STAY_HOURS } from '../stops/stop-list.ts';
import { workProblem } from '../stops/stop-work.ts';
import type { StopFieldsProps } from './stop-fields-props.ts';
import { above, NumberField, readNumber } from './typed-field.tsx';
import { workText } from './work-text.ts';

const MOST_KNOTS = 100;
const MOST_VALUE = 1e6;

/** How a line or a box is sailed, and what it is worth to do a stop. */
export function WorkFields({ id, stop, onChange }: StopFieldsProps) {
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
        placeholder="has to be done"
        read={above(0, MOST_VALUE)}
        problem="Write a number above 0; the stops that are worth most together are done."
        onCommit={(value) => onChange({ value })}
      />
    </>
  );
}
