import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import { consumptionUnit, isBattery } from '../state/consumption.ts';
import { co2Tonnes } from '../state/emissions.ts';
import { moneyOf } from '../state/money.ts';
import {
  lowestRisk,
  type ShownRoute,
  totalConsumption,
  totalDays,
  totalMetres,
} from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { distanceIn, distanceUnit, formatTime } from '../units.ts';
import { Swatch } from './comparison-table.tsx';
import { ForecastRemarks } from './forecast-remarks.tsx';
import { LeftOut } from './left-out.tsx';

const DAY_MS = 86_400_000;

/** The answer, to be read from across a bridge: how long, how far, how much, how risky. */
export function AnswerCard() {
  const route = state.chosenRoute.value;
  if (!route) return null;
  const units = state.units.value;
  const [days, consumption, risk] = [totalDays(route), totalConsumption(route), lowestRisk(route)];
  const departure = state.departure.value;
  const co2 = consumption === null ? null : co2Tonnes(consumption);
  const money = moneyOf(route);
  const left = route.entry.fuel_left_tonnes;
  return (
    <section class="answer" aria-label="The answer">
      <p class="answer-line">
        <Swatch line={route.line} /> {route.label}
        {departure && (
          <span class="arrival">arrives {formatTime(new Date(departure.getTime() + days * DAY_MS))}</span>
        )}
      </p>
      <dl>
        <Figure label="Under way" value={formatDuration(days)} isWide />
        {consumption !== null && (
          <Figure
            label={consumptionWord()}
            value={formatNumber(consumption, 1)}
            unit={consumptionUnit.value}
          />
        )}
        <Figure
          label="Distance"
          value={formatNumber(distanceIn(units, totalMetres(route)), 0)}
          unit={distanceUnit(units)}
        />
        {co2 !== null && <Figure label="CO₂" value={formatNumber(co2, 0)} unit="t" />}
        {left !== undefined && <Figure label="Fuel left" value={formatNumber(left, 1)} unit="t" />}
        {money !== null && <Figure label="Money" value={formatNumber(money, 0)} />}
        {risk !== null && <Figure label="Lowest RIO" value={formatNumber(risk, 0)} isBad={risk < 0} />}
      </dl>
      {route.continues && <Continued continues={route.continues} />}
      {route.worth && <LeftOut worth={route.worth} />}
      {route.forecast && <ForecastRemarks route={route} forecast={route.forecast} />}
    </section>
  );
}

/** What the plan said was left of the voyage that goes on, and what is. */
function Continued({ continues }: { readonly continues: NonNullable<ShownRoute['continues']> }) {
  const { route_id, hours_left, planned_hours_left } = continues;
  const left = continues.tonnes_left ?? continues.battery_ah_left ?? null;
  const planned = continues.planned_tonnes_left ?? continues.planned_battery_ah_left ?? null;
  const hours = (value: number) => formatDuration(value / 24);
  const used = (value: number) => `${formatNumber(value, 1)}\u00a0${consumptionUnit.value}`;
  return (
    <p class="continued">
      The rest of route {route_id}: planned{' '}
      {planned_hours_left === null ? 'nothing' : hours(planned_hours_left)}
      {planned !== null && `, ${used(planned)}`} left, now <strong>{hours(hours_left)}</strong>
      {left !== null && `, ${used(left)}`} left.
    </p>
  );
}

const consumptionWord = () => (isBattery.value ? 'Battery' : 'Fuel');

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  readonly isWide?: boolean;
  readonly isBad?: boolean;
}

function Figure({ label, value, unit, isWide = false, isBad = false }: FigureProps) {
  return (
    <div class={`figure ${isWide ? 'wide' : ''} ${isBad ? 'bad' : ''}`}>
      <dt>{label}</dt>
      <dd>
        {value}
        {unit && <span class="unit"> {unit}</span>}
      </dd>
    </div>
  );
}
