import type { Signal } from '@preact/signals';
import { formatNumber } from '../../route-files/shown-text.ts';
import { Pair } from '../pair.tsx';
import { parseTime } from '../parse-time.ts';
import { readable } from '../readable.ts';
import { askDepartures, asking, cancelDepartures, chooseDeparture } from '../state/ask-departures.ts';
import { consumptionTitle } from '../state/consumption.ts';
import {
  arriveFrom,
  arriveUntil,
  type DepartureRow,
  departureRows,
  firstDeparture,
  firstTyped,
  lastDeparture,
  lastTyped,
  stepHours,
} from '../state/departures.ts';
import { reportError } from '../state/notices.ts';
import * as state from '../state/state.ts';
import { formatDay, formatMinute, formatTime } from '../units.ts';
import { readNumber, TypedField } from './typed-field.tsx';
import { ValueCell } from './value-cell.tsx';

const [LEAST_HOURS, MOST_HOURS] = [0.25, 240];
const NO_TIME = 'Not a time. Write it as 24 Dec 18:00 or 2026-12-24T18:00; it is UTC.';

/** When to leave: the same voyage at many departures, planned by the service; a row is chosen to plan that one. */
export function DeparturesSection() {
  const isReady = state.start.value !== null && state.end.value !== null;
  const { value } = asking;
  const isAsked = value?.kind === 'asked';
  return (
    <details class="tool-section departures">
      <summary>When to leave</summary>
      <TypedField
        id="departures-from"
        label="From"
        shown={formatTime(firstDeparture.value)}
        read={(text) => parseTime(text, new Date()) ?? undefined}
        problem={NO_TIME}
        onCommit={(time) => {
          firstTyped.value = time;
        }}
      />
      <TypedField
        id="departures-to"
        label="To"
        shown={formatTime(lastDeparture.value)}
        read={(text) => parseTime(text, firstDeparture.value) ?? undefined}
        problem={NO_TIME}
        onCommit={(time) => {
          lastTyped.value = time;
        }}
      />
      <TypedField
        id="departures-step"
        label="Every, h"
        shown={String(stepHours.value)}
        read={readNumber(LEAST_HOURS, MOST_HOURS)}
        problem={`Write hours from ${LEAST_HOURS} to ${MOST_HOURS}.`}
        onCommit={(hours) => {
          if (hours !== null) stepHours.value = hours;
        }}
      />
      <ArrivalField id="arrive-from" label="Arrive from" time={arriveFrom} />
      <ArrivalField id="arrive-until" label="Arrive until" time={arriveUntil} />
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={!isReady || isAsked}
          onClick={() => askDepartures().catch(reportError)}
        >
          Plan all departures
        </button>
        {isAsked && (
          <>
            <span role="status">
              <span class="spinner" aria-hidden="true" /> The service is planning them.
            </span>
            <button type="button" onClick={() => cancelDepartures().catch(reportError)}>
              Cancel
            </button>
          </>
        )}
      </div>
      {!isReady && <p class="hint">Set both ends of the route first.</p>}
      {value?.kind === 'failed' && (
        <p class="field-problem" role="alert">
          {value.message}
        </p>
      )}
      {departureRows.value && <DeparturesTable rows={departureRows.value} />}
    </details>
  );
}

interface ArrivalFieldProps {
  readonly id: string;
  readonly label: string;
  readonly time: Signal<Date | null>;
}

/** Departures that arrive outside of it stay in the table, and none of them is the best. */
function ArrivalField({ id, label, time }: ArrivalFieldProps) {
  return (
    <TypedField
      id={id}
      label={label}
      shown={time.value ? formatTime(time.value) : ''}
      placeholder="any time"
      read={(text) => parseTime(text, firstDeparture.value) ?? undefined}
      problem={NO_TIME}
      onCommit={(at) => {
        time.value = at;
      }}
    />
  );
}

function DeparturesTable({ rows }: { readonly rows: readonly DepartureRow[] }) {
  const sailed = rows.filter(({ status }) => status === 'SUCCESS');
  const least = (of: (row: DepartureRow) => number | null) =>
    Math.min(...sailed.map((row) => of(row) ?? Infinity));
  const [leastDays, leastConsumption] = [least(({ days }) => days), least(({ consumption }) => consumption)];
  const hasConsumption = sailed.some(({ consumption }) => consumption !== null);
  return (
    <>
      <section
        class="departures-table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        aria-label="Departures"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Departure, UTC</th>
              <th scope="col">Arrival, UTC</th>
              <th scope="col">Days</th>
              {hasConsumption && <th scope="col">{consumptionTitle.value}</th>}
              <th scope="col">Gap, %</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.departure} {...{ row, leastDays, leastConsumption, hasConsumption }} />
            ))}
          </tbody>
        </table>
      </section>
      <p class="hint">
        The fastest voyage of each departure; bold is the best. A departure that is chosen is planned by the
        service as a route of its own.
      </p>
    </>
  );
}

interface RowProps {
  readonly row: DepartureRow;
  readonly leastDays: number;
  readonly leastConsumption: number;
  readonly hasConsumption: boolean;
}

function Row({ row, leastDays, leastConsumption, hasConsumption }: RowProps) {
  const { departure, arrival, days, consumption, gap_percent: gap, status } = row;
  const isChosen = state.departure.value?.getTime() === Date.parse(departure);
  const remark = remarkOf(row);
  const leaves = <Moment time={departure} />;
  return (
    <>
      <tr class={isChosen ? 'chosen' : ''} data-status={status}>
        <th scope="row">
          {arrival === null ? (
            leaves
          ) : (
            <button type="button" aria-pressed={isChosen} onClick={() => chooseDeparture(row)}>
              {leaves}
            </button>
          )}
        </th>
        <td>{arrival && <Moment time={arrival} />}</td>
        <ValueCell value={days} decimals={2} least={leastDays} />
        {hasConsumption && <ValueCell value={consumption} decimals={1} least={leastConsumption} />}
        <ValueCell value={gap} decimals={2} />
      </tr>
      {remark && (
        <tr class="remark">
          <td colSpan={hasConsumption ? 5 : 4}>{remark}</td>
        </tr>
      )}
    </>
  );
}

const Moment = ({ time }: { readonly time: string }) => {
  const at = new Date(time);
  return <Pair parts={[formatDay(at), formatMinute(at)]} />;
};

/** Why there is no voyage, and how much of one the forecast does not reach. */
function remarkOf({ reason, beyond_forecast_hours: hours }: DepartureRow): string | null {
  const why = reason && readable(reason.endsWith('.') ? reason : `${reason}.`);
  const beyond = hours ? `${formatNumber(hours, 1)} h of it are beyond the forecast.` : null;
  return [why, beyond].filter(Boolean).join(' ') || null;
}
