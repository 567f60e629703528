import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { CurvePoint } from '../engine/protocol.ts';
import { parseTime } from '../parse-time.ts';
import { readable } from '../readable.ts';
import { saveText } from '../save-text.ts';
import { co2Tonnes } from '../state/emissions.ts';
import { reportError } from '../state/notices.ts';
import { pickMesh } from '../state/session.ts';
import { speed } from '../state/speed.ts';
import * as state from '../state/state.ts';
import { commitSpeed, curve, curveNote, curveProblem, needsOtherMesh, noSpeeds } from '../state/trade-off.ts';
import { usableMeshes } from '../state/usable-meshes.ts';
import { formatTime } from '../units.ts';
import { FuelFields } from './fuel-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { TradeOffChart } from './trade-off-chart.tsx';
import { readNumber, TypedField } from './typed-field.tsx';
import { useVehiclesWithSpeeds } from './use-vehicles-with-speeds.ts';

/** A year, as no voyage takes. */
const MOST_HOURS = 8760;
const MOST_KNOTS = 100;

/** A point on the curve of fuel against time, a time of arrival, limits of speed; what a day and a tonne cost; and what fuel is aboard. */
export function SpeedFields() {
  return (
    <>
      <Speeds />
      <PriceFields />
      <FuelFields />
    </>
  );
}

function Speeds() {
  if (noSpeeds.value) return <NoSpeeds why={noSpeeds.value} />;
  if (needsOtherMesh.value) return <OtherMesh />;
  const wish = speed.value;
  const isFull = wish.hours === undefined && wish.arriveBy === undefined;
  return (
    <>
      <Curve />
      <Savings />
      <div class="row">
        <button
          type="button"
          aria-pressed={isFull}
          onClick={() => commitSpeed({ hours: undefined, arriveBy: undefined })}
        >
          As fast as it can
        </button>
      </div>
      <Times />
      <Limits />
      <label class="switch">
        <input
          type="checkbox"
          checked={wish.curve ?? false}
          onChange={(event) => commitSpeed({ curve: event.currentTarget.checked || undefined })}
        />
        <span>Save the curve with the route</span>
      </label>
    </>
  );
}

/** Why there is no speed to choose, and the vessels for which there is. */
function NoSpeeds({ why }: { readonly why: string }) {
  const others = useVehiclesWithSpeeds();
  const isWithout = state.vehicleType.value === null;
  return (
    <>
      <p class="hint">{why}</p>
      <div class="row">
        {(isWithout ? others : []).map(({ vessel_type }) => (
          <button
            key={vessel_type}
            type="button"
            onClick={() => {
              state.vehicleType.value = vessel_type;
            }}
          >
            Plan for {vessel_type}
          </button>
        ))}
      </div>
    </>
  );
}

/** The data that are shown are for one vessel at one speed; there are others. */
function OtherMesh() {
  const other = usableMeshes.value?.find(({ kind }) => kind === 'environment');
  return (
    <>
      <p class="hint">These ice data were made for one vessel at full speed.</p>
      {other && (
        <button type="button" onClick={() => pickMesh(other.id)}>
          Use the data of the sea alone
        </button>
      )}
    </>
  );
}

function Curve() {
  const points = curve.value;
  if (curveProblem.value) {
    return (
      <p class="field-problem" role="alert">
        {curveProblem.value}
      </p>
    );
  }
  if (!state.start.value || !state.end.value) return <p class="hint">Set A and B first.</p>;
  if (!points) {
    return (
      <p class="hint curve-awaited">
        <span class="spinner" aria-hidden="true" /> What other times would cost…
      </p>
    );
  }
  return (
    <>
      <TradeOffChart points={points} />
      {curveNote.value && <p class="hint curve-note">{readable(curveNote.value)}.</p>}
      <div class="row curve-files">
        <span class="quiet">The curve as</span>
        {(['csv', 'svg'] as const).map((format) => (
          <button key={format} type="button" onClick={() => saveCurve(points, format).catch(reportError)}>
            {format.toUpperCase()}
          </button>
        ))}
      </div>
    </>
  );
}

async function saveCurve(points: readonly CurvePoint[], format: 'csv' | 'svg'): Promise<void> {
  const note = curveNote.peek() ?? undefined;
  const [{ tradeOffFile }, { fileStemOf }] = await Promise.all([
    import('../../chart/trade-off-file.ts'),
    import('../../route-files/formats.ts'),
  ]);
  const title = (state.routes.peek()[0]?.entry.name ?? 'Voyage').replace(/ \(\w+\)$/, ' (trade-off)');
  const { name, contentType, text } = tradeOffFile(title, fileStemOf({ name: title }), points, format, note);
  saveText(name, contentType, text);
}

/** What the shown voyage saves against full speed. */
function Savings() {
  const within = state.routes.value.find(({ line }) => line === 'within');
  if (!within?.saves) return null;
  const { consumption, percent, hours } = within.saves;
  const isBattery = state.sea.value?.mesh.consumption === 'battery';
  const co2 = co2Tonnes(consumption);
  return (
    <p class="savings" role="status">
      Saves{' '}
      <strong>
        {formatNumber(consumption, 1)} {isBattery ? 'Ah' : 't'}
      </strong>{' '}
      ({formatNumber(percent, 1)} %)
      {co2 !== null && ` and ${formatNumber(co2, 1)} t of CO₂`} against full speed
      {hours > 1 / 120 ? `, and arrives ${formatDuration(hours / 24)} later.` : '.'}
    </p>
  );
}

function Times() {
  const { hours, arriveBy } = speed.value;
  const departure = state.departure.value;
  const isTooEarly = arriveBy && departure && new Date(arriveBy) <= departure;
  return (
    <>
      <TypedField
        id="within-hours"
        label="Within, h"
        shown={hours === undefined ? '' : String(Number(hours.toFixed(3)))}
        placeholder="any"
        read={readNumber(0.01, MOST_HOURS)}
        problem="Write hours above 0, such as 36 or 36.5."
        onCommit={(value) => commitSpeed({ hours: value ?? undefined, arriveBy: undefined })}
      />
      <TypedField
        id="arrive-by"
        label="Arrive by"
        shown={arriveBy && departure ? formatTime(new Date(arriveBy)) : ''}
        placeholder={departure ? '26 Dec 18:00 UTC' : 'set a departure first'}
        disabled={!departure}
        read={(text) => parseTime(text, departure ?? new Date()) ?? undefined}
        problem="Not a time. Write it as 24 Dec 18:00 or 2026-12-24T18:00; it is UTC."
        onCommit={(time) => commitSpeed({ arriveBy: time?.toISOString(), hours: undefined })}
      />
      {isTooEarly && (
        <p class="field-problem" role="alert">
          That is before the departure.
        </p>
      )}
    </>
  );
}

function Limits() {
  const { most, least } = speed.value;
  return (
    <>
      <TypedField
        id="most-speed"
        label="At most, kn"
        shown={most === undefined ? '' : String(most)}
        placeholder={'as the vessel can'}
        read={readNumber(Math.max(0.1, least ?? 0), MOST_KNOTS)}
        problem={`Write knots from ${Math.max(0.1, least ?? 0)} to ${MOST_KNOTS}, not below the least.`}
        onCommit={(value) => commitSpeed({ most: value ?? undefined })}
      />
      <TypedField
        id="least-speed"
        label="At least, kn"
        shown={least === undefined ? '' : String(least)}
        placeholder={'as the vessel can'}
        read={readNumber(0.1, most ?? MOST_KNOTS)}
        problem={`Write knots from 0.1 to ${most ?? MOST_KNOTS}, not above the most.`}
        onCommit={(value) => commitSpeed({ least: value ?? undefined })}
      />
    </>
  );
}
