import { formatDuration, formatNumber } from '../../route-files/shown-text.ts';
import type { OrderCosts } from '../engine/protocol.ts';
import { consumptionUnit } from '../state/consumption.ts';
import { chooseOrder, keepOrder, sailedStops } from '../state/edit-stops.ts';
import { type ShownRoute, totalConsumption, totalDays } from '../state/shown-route.ts';
import * as state from '../state/state.ts';
import { bestOrder, stops } from '../state/stops.ts';

/** Half a minute, and what is rounded away of tonnes. */
const NOTICED_DAYS = 0.5 / 1440;
const NOTICED_CONSUMPTION = 0.05;

/** In which order the stops are called at, and what the best one saves. */
export function StopOrder() {
  if (stops.value.length < 2) return null;
  return (
    <div class="stop-order">
      <fieldset class="row" aria-label="Order of the stops">
        <OrderButton isBest={false} label="Order as listed" />
        <OrderButton isBest={true} label="Best order" />
      </fieldset>
      {bestOrder.value && <Saving />}
    </div>
  );
}

function OrderButton({ isBest, label }: { isBest: boolean; label: string }) {
  return (
    <button type="button" aria-pressed={bestOrder.value === isBest} onClick={() => chooseOrder(isBest)}>
      {label}
    </button>
  );
}

function Saving() {
  const route = state.chosenRoute.value;
  const preview = state.preview.value;
  const given = preview?.inGivenOrder?.find(({ objective }) => objective === route?.line);
  if (!route || !preview) return null;
  const isSame = sailedStops.value.every(({ name }, i) => stops.value[i]!.name === name);
  return (
    <div class="row saving" role="status">
      <p>{given ? savingOf(given, route, isSame) : 'The order as listed can’t be sailed.'}</p>
      {!isSame && (
        <button type="button" onClick={keepOrder}>
          Keep this order
        </button>
      )}
    </div>
  );
}

function savingOf(given: OrderCosts, route: ShownRoute, isSame: boolean): string {
  if (isSame) return 'No order is better than the one listed.';
  const days = given.days - totalDays(route);
  const consumption = (given.consumption ?? 0) - (totalConsumption(route) ?? 0);
  const unit = consumptionUnit.value;
  const amounts = [
    [days, NOTICED_DAYS, formatDuration(Math.abs(days))],
    [consumption, NOTICED_CONSUMPTION, `${formatNumber(Math.abs(consumption), 1)}\u00a0${unit}`],
  ] as const;
  const saved = amounts.filter(([value, least]) => value > least).map(([, , text]) => text);
  const more = amounts.filter(([value, least]) => value < -least).map(([, , text]) => text);
  if (saved.length === 0) return 'It saves next to nothing against the order listed.';
  const price = more.length > 0 ? `, and takes ${more.join(' and ')} more` : '';
  return `Saves ${saved.join(' and ')} against the order listed${price}.`;
}
