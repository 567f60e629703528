import { asksFuel, MOST_TONNES } from '../state/fuel.ts';
import { faultOfStop } from '../state/stop-faults.ts';
import type { StopFieldsProps } from './stop-fields-props.ts';
import { above, NumberField } from './typed-field.tsx';

/** What is taken aboard at a stop. */
export function RefuelField({ id, stop, onChange }: StopFieldsProps) {
  const { name, refuel, refuel_tonnes } = stop;
  return (
    <NumberField
      id={id('refuel')}
      label="Fuel taken, t"
      value={refuel_tonnes}
      placeholder={refuel ? 'as much as the bunkers hold' : asksFuel() ? '0' : 'set the fuel aboard first'}
      disabled={!asksFuel()}
      read={above(0, MOST_TONNES)}
      problem="Write tonnes above 0, as they are taken before leaving."
      fault={faultOfStop(name, refuel ? 'refuel' : 'refuel_tonnes')}
      onCommit={(tonnes) => onChange({ refuel_tonnes: tonnes, refuel: undefined })}
    />
  );
}
