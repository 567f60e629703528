import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import { consumptionUnit, isBattery } from '../state/consumption.ts';
import { co2Tonnes } from '../state/emissions.ts';
import { lowestRisk, totalConsumption, totalDays, totalMetres } from '../state/shown-route.ts';
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
        {risk !== null && <Figure label="Lowest RIO" value={formatNumber(risk, 0)} isBad={risk < 0} />}
      </dl>
      {route.worth && <LeftOut worth={route.worth} />}
      {route.forecast && <ForecastRemarks route={route} forecast={route.forecast} />}
    </section>
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
