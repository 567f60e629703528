import { connected } from '../api/client.ts';
import {
  askingRest,
  cancelRest,
  departureOfShip,
  knowsFuel,
  planRest,
  stopsBehind,
  tellOfShip,
} from '../state/continue-route.ts';
import { reportError } from '../state/notices.ts';
import { isOfShip } from '../state/ship-faults.ts';
import type { ShipHere } from '../state/ship-here.ts';
import * as state from '../state/state.ts';
import { STATUS_TEXT } from './service-status.tsx';
import { ShipFields } from './ship-fields.tsx';

const NO_CONNECTION = 'There is no connection. It is sent once there is one.';

/** Where the ship is, when, what is done and what is aboard: the service plans the rest. */
export function ShipHereForm({ ship }: { readonly ship: ShipHere }) {
  const { value } = askingRest;
  return (
    <>
      <p class="hint">The rest of route {ship.routeId} is planned anew from there, without what is done.</p>
      <ShipFields
        id="ship"
        told={ship}
        departure={departureOfShip.value}
        fuel={knowsFuel.value ? 'as planned' : null}
        stops={stopsBehind(ship, new Date())}
        faults={value?.kind === 'failed' ? value.fields : {}}
        onTell={tellOfShip}
        onLook={() => {
          state.fitAsked.value++;
        }}
      />
      <Ask />
    </>
  );
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
  const isElsewhere = value && !Object.keys(value.fields).some(isOfShip);
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
