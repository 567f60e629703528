import { METRES_PER_NM } from '../../engine/geometry/sphere.ts';
import { formatDuration, formatNumber, formatPosition } from '../../route-files/shown-text.ts';
import { consumptionUnit } from '../state/consumption.ts';
import type { ShownForecast, ShownRoute } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { formatDistance, formatTime } from '../units.ts';

const HOURS_PER_DAY = 24;
const DAY_MS = 86_400_000;
/** What is worth less is not worth a number. */
const LEAST_PERCENT = 0.05;

interface ForecastRemarksProps {
  readonly route: ShownRoute;
  readonly forecast: ShownForecast;
}

/** What the sea that changes does to the route: where it waits, where the forecast ends, and what knowing it is worth. */
export function ForecastRemarks({ route, forecast }: ForecastRemarksProps) {
  const sentences = [...waits(forecast), ...beyond(forecast), ...worth(route, forecast)];
  return (
    <ul class="forecast-remarks">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const timeOf = (time: string): string => formatTime(new Date(time));

const waits = ({ waits }: ShownForecast): string[] =>
  waits.map(({ from, to, reason, ...place }) => {
    const duration = formatDuration((Date.parse(to) - Date.parse(from)) / DAY_MS);
    return `Waits ${duration} at ${formatPosition(place)}, until ${timeOf(to)}. ${reason}.`;
  });

function beyond({ beyond }: ShownForecast): string[] {
  if (!beyond) return [];
  const length = formatDistance(state.units.value, beyond.nm * METRES_PER_NM);
  const duration = formatDuration(beyond.hours / HOURS_PER_DAY);
  return [
    `From ${timeOf(beyond.from)} the forecast does not reach: ${duration} and ${length} are planned on the ice data before.`,
  ];
}

function worth({ line }: ShownRoute, { plannedBlind }: ShownForecast): string[] {
  if (plannedBlind === undefined) return [];
  const blind = 'the route that is best in the ice data of the departure alone';
  if (plannedBlind === null) return [`Without the forecast there is no voyage: ${blind} can't be sailed.`];
  const { days, consumption, worse_percent: percent, closed } = plannedBlind;
  if (percent < LEAST_PERCENT) return [`Knowing the forecast saves nothing here: ${blind} is as good.`];
  const costs = [
    `takes ${formatDuration(days)}`,
    consumption !== null && `${formatNumber(consumption, 1)} ${consumptionUnit.value}`,
  ];
  const waiting = closed
    ? ` It finds its way closed at ${formatPosition(closed)}, ${timeOf(closed.time)}.`
    : '';
  const what = line === 'traveltime' ? 'time' : 'consumption';
  return [
    `Knowing the forecast is worth ${formatNumber(percent, 1)} % in ${what}: ${blind} ${costs.filter(Boolean).join(' and ')}.${waiting}`,
  ];
}
