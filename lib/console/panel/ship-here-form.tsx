import { formatPosition } from '../../route-files/shown-text.ts';
import { connected } from '../api/client.ts';
import { timeOfReport } from '../parse-time.ts';
import { readable } from '../readable.ts';
import {
  askingRest,
  cancelRest,
  departureOfShip,
  knowsFuel,
  planRest,
  stopsBehind,
  tellOfShip,
} from '../state/continue-route.ts';
import { askForPlace, endDrawing } from '../state/drawing.ts';
import { reportError } from '../state/notices.ts';
import type { ShipHere } from '../state/ship-here.ts';
import * as state from '../state/state.ts';
import { wantedPlace } from '../state/wanted-place.ts';
import { capital, formatTime } from '../units.ts';
import { readEnd } from './end-field.tsx';
import { STATUS_TEXT } from './service-status.tsx';
import { readNumber, TypedField } from './typed-field.tsx';

const MOST_TONNES = 1e6;
const NO_CONNECTION = 'There is no connection. It is sent once there is one.';

/** Where the ship is, when, what is done and what is aboard: the service plans the rest. */
export function ShipHereForm({ ship }: { readonly ship: ShipHere }) {
  const departure = departureOfShip.value;
  const isPicking = wantedPlace.value !== null;
  return (
    <>
      <p class="hint">The rest of route {ship.routeId} is planned anew from there, without what is done.</p>
      <TypedField
        id="ship-place"
        label="Position"
        list="locations"
        shown={ship.place ? formatPosition(ship.place) : ''}
        placeholder="67°45.8′S 068°01.2′W"
        read={(text) => readEnd(text) ?? undefined}
        problem="Neither a known location nor a position such as 67°45.8′S 068°01.2′W."
        fault={faultOf('lat', 'lon')}
        onCommit={(place) => tellOfShip({ place: place && { lat: place.lat, lon: place.lon } })}
      />
      <button type="button" aria-pressed={isPicking} onClick={() => (isPicking ? endDrawing() : pick())}>
        Pick on the map
      </button>
      <TypedField
        id="ship-time"
        label="When, UTC"
        shown={ship.time ? formatTime(ship.time) : ''}
        placeholder="now, or e.g. 24 Dec 18:00"
        read={(text) => timeOfReport(text, departure, new Date()) ?? undefined}
        problem="Not a time. Write it as 24 Dec 18:00, 18:00 or 2026-12-24T18:00; it is UTC."
        fault={faultOf('time')}
        onCommit={(time) => tellOfShip({ time })}
      />
      {knowsFuel.value && (
        <TypedField
          id="ship-fuel"
          label="Aboard, t"
          shown={ship.fuelAboard === null ? '' : String(ship.fuelAboard)}
          placeholder="as planned"
          read={readNumber(0, MOST_TONNES)}
          problem="Write tonnes from 0."
          fault={faultOf('fuel_aboard_tonnes')}
          onCommit={(fuelAboard) => tellOfShip({ fuelAboard })}
        />
      )}
      <Done ship={ship} />
      <Ask />
    </>
  );
}

/** The map gives the place; the form is then where it was. */
function pick(): void {
  const { isNarrow, panelOpen } = state;
  askForPlace({
    text: 'the map where the ship is',
    take: ({ lat, lon }) => {
      tellOfShip({ place: { lat, lon } });
      if (isNarrow.peek()) panelOpen.value = true;
      requestAnimationFrame(() => {
        const field = document.getElementById('ship-time');
        field?.scrollIntoView({ block: 'center' });
        if (!isNarrow.peek()) field?.focus(); // for a finger it would bring its keyboard up
      });
    },
  });
  state.fitAsked.value++;
}

function Done({ ship }: { readonly ship: ShipHere }) {
  const stops = stopsBehind(ship, new Date());
  const fault = faultOf('done');
  if (stops.length === 0) return null;
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : 'ship-done-problem'}>
      <legend>Done already</legend>
      {stops.map(({ name, isDone, leaves }) => (
        <label key={name} class="switch">
          <input
            type="checkbox"
            checked={isDone}
            onChange={({ currentTarget }) =>
              tellOfShip({ done: { ...ship.done, [name]: currentTarget.checked } })
            }
          />
          <span>
            {name} <span class="quiet">{leaves ? `planned until ${formatTime(leaves)}` : 'left out'}</span>
          </span>
        </label>
      ))}
      {fault !== undefined && (
        <p class="field-problem" id="ship-done-problem" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const SUBJECTS = {
  lat: 'lat',
  lon: 'lon',
  time: 'the time',
  done: 'the stop',
  fuel_aboard_tonnes: 'the fuel',
};
type Field = keyof typeof SUBJECTS;

const fieldOf = (path: string) => path.split('.')[0] as Field;

/** What the service says of fields, in sentences; undefined where it says nothing. */
function faultOf(...fields: Field[]): string | undefined {
  const { value } = askingRest;
  if (value?.kind !== 'failed') return undefined;
  const told = Object.entries(value.fields).filter(([path]) => fields.includes(fieldOf(path)));
  const sentences = told.map(([path, message]) =>
    capital(readable(`${SUBJECTS[fieldOf(path)]} ${message}.`)),
  );
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function Ask() {
  const { value } = askingRest;
  if (value?.kind === 'asked') {
    return (
      <div class="row" role="status">
        <span class="spinner" aria-hidden="true" />{' '}
        {value.status ? STATUS_TEXT[value.status] : connected.value ? 'Sending the request.' : NO_CONNECTION}
        <button type="button" onClick={() => cancelRest().catch(reportError)}>
          Cancel
        </button>
      </div>
    );
  }
  const isElsewhere = value && !Object.keys(value.fields).some((path) => fieldOf(path) in SUBJECTS);
  return (
    <>
      {isElsewhere && (
        <p class="field-problem" role="alert">
          {value.message}
        </p>
      )}
      <button type="button" class="primary" onClick={() => planRest().catch(reportError)}>
        Plan the rest
      </button>
    </>
  );
}
