import { formatPosition } from '../../route-files/shown-text.ts';
import { timeOfReport } from '../parse-time.ts';
import { askForPlace, endDrawing } from '../state/drawing.ts';
import { faultOfShip, type ShipField } from '../state/ship-faults.ts';
import type { ShipTold, StopBehind } from '../state/ship-here.ts';
import * as state from '../state/state.ts';
import { wantedPlace } from '../state/wanted-place.ts';
import { formatTime } from '../units.ts';
import { readEnd } from './end-field.tsx';
import { readNumber, TypedField } from './typed-field.tsx';

const MOST_TONNES = 1e6;
/** The click that a browser makes of a tap comes after it, and is not to meet a panel that has come under the finger. */
const AFTER_TAP_MS = 350;

export interface ShipFieldsProps {
  /** Before the ids of the fields. */
  readonly id: string;
  readonly told: ShipTold;
  readonly departure: Date;
  /** What stands where nothing is said of the fuel; null: nothing can be. */
  readonly fuel: string | null;
  readonly stops: readonly StopBehind[];
  /** What the service says of fields, by their paths. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onTell: (change: Partial<ShipTold>) => void;
  /** The map is to show where the ship may be. */
  readonly onLook: () => void;
}

/** Where a ship under way is, when, what is done and what is aboard. */
export function ShipFields({ id, told, departure, fuel, stops, faults, onTell, onLook }: ShipFieldsProps) {
  const isPicking = wantedPlace.value !== null;
  const faultOf = (...fields: ShipField[]) => faultOfShip(faults, fields);
  return (
    <>
      <TypedField
        id={`${id}-place`}
        label="Position"
        list="locations"
        shown={told.place ? formatPosition(told.place) : ''}
        placeholder="67°45.8′S 068°01.2′W"
        read={(text) => readEnd(text) ?? undefined}
        problem="Neither a known location nor a position such as 67°45.8′S 068°01.2′W."
        fault={faultOf('lat', 'lon')}
        onCommit={(place) => onTell({ place: place && { lat: place.lat, lon: place.lon } })}
      />
      <button
        type="button"
        aria-pressed={isPicking}
        onClick={() => {
          if (isPicking) return endDrawing();
          pick(`${id}-time`, onTell);
          onLook();
        }}
      >
        Pick on the map
      </button>
      <TypedField
        id={`${id}-time`}
        label="When, UTC"
        shown={told.time ? formatTime(told.time) : ''}
        placeholder="now, or e.g. 24 Dec 18:00"
        read={(text) => timeOfReport(text, departure, new Date()) ?? undefined}
        problem="Not a time. Write it as 24 Dec 18:00, 18:00 or 2026-12-24T18:00; it is UTC."
        fault={faultOf('time')}
        onCommit={(time) => onTell({ time })}
      />
      {fuel !== null && (
        <TypedField
          id={`${id}-fuel`}
          label="Aboard, t"
          shown={told.fuelAboard === null ? '' : String(told.fuelAboard)}
          placeholder={fuel}
          read={readNumber(0, MOST_TONNES)}
          problem="Write tonnes from 0."
          fault={faultOf('fuel_aboard_tonnes')}
          onCommit={(fuelAboard) => onTell({ fuelAboard })}
        />
      )}
      <Done
        id={`${id}-done`}
        stops={stops}
        fault={faultOf('done')}
        onTick={(name, isDone) => onTell({ done: { ...told.done, [name]: isDone } })}
      />
    </>
  );
}

/** The map gives the place; the form is then where it was. */
function pick(next: string, onTell: ShipFieldsProps['onTell']): void {
  const { isNarrow, panelOpen } = state;
  askForPlace({
    text: 'where the ship is',
    take: ({ lat, lon }) => {
      onTell({ place: { lat, lon } });
      const show = () => {
        if (isNarrow.peek()) panelOpen.value = true;
        requestAnimationFrame(() => {
          const field = document.getElementById(next);
          field?.scrollIntoView({ block: 'center' });
          if (!isNarrow.peek()) field?.focus(); // for a finger it would bring its keyboard up
        });
      };
      if (isNarrow.peek()) setTimeout(show, AFTER_TAP_MS);
      else show();
    },
  });
}

interface DoneProps {
  readonly id: string;
  readonly stops: readonly StopBehind[];
  readonly fault: string | undefined;
  readonly onTick: (name: string, isDone: boolean) => void;
}

function Done({ id, stops, fault, onTick }: DoneProps) {
  if (stops.length === 0) return null;
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-problem`}>
      <legend>Done already</legend>
      {stops.map(({ name, isDone, leaves, isFixed = false }) => (
        <label key={name} class="switch">
          <input
            type="checkbox"
            checked={isDone}
            disabled={isFixed}
            onChange={({ currentTarget }) => onTick(name, currentTarget.checked)}
          />
          <span>
            {name} <span class="quiet">{leaves ? `planned until ${formatTime(leaves)}` : 'left out'}</span>
          </span>
        </label>
      ))}
      {fault !== undefined && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
