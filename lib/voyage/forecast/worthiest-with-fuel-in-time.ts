/**
 * Which stops are worth most that can be called at with so much fuel in a sea that changes: chosen and bounded as on one mesh, on that on
 * which a metre costs the least of all speeds and times. What is chosen so is sailed in time; where that takes more than there is, less is
 * chosen, by as much.
 */
import { daysByGreatCircle } from '../../engine/sea/dated-bound.ts';
import { leastSea } from '../../engine/sea/least-sea.ts';
import type { CostSea } from '../../speed/in-time/sea-curves.ts';
import type { VoyageOptions } from '../kept.ts';
import { itineraryOf } from '../stops/itinerary.ts';
import { onlyStops } from '../stops/only-stops.ts';
import { SailedLegs } from '../stops/sailed-legs.ts';
import { worthiestOn } from '../stops/worthiest-with-fuel.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { Holds } from '../work/weather.ts';
import type { Beginning } from './beginning.ts';
import type { DatedVoyages } from './cheapest-in-time.ts';
import { sailInTime } from './stops-in-forecast.ts';

type Options = Pick<VoyageOptions, 'timeBudgetMs' | 'now'> & {
  /** The sea in which a metre costs the least of all speeds. */
  readonly costs: CostSea;
  readonly certificate: boolean;
  readonly adjustmentLimitNm: number;
  readonly idleRate: number;
  readonly weather: readonly Holds[];
};

const OF_ONE_SET =
  'Of the sets of stops that are worth as much, the one that may take the least fuel was tried: another may be faster';

/** Of a request without stops that may be left out. */
interface OneSet {
  readonly plan: (request: PlannedRequest) => DatedVoyages;
  /** What it consumes at the speeds that consume least: no more than there is, or as little as is found. */
  readonly leastOf: (request: PlannedRequest) => number;
}

/**
 * @throws FuelTooLittle where what must be done consumes more
 */
export function withFuelInTime(
  { sea, begins }: Beginning,
  request: PlannedRequest,
  tonnes: number,
  { costs, certificate, adjustmentLimitNm, idleRate, weather, ...options }: Options,
  { plan, leastOf }: OneSet,
): DatedVoyages {
  const { voyage, start } = request;
  const from = daysByGreatCircle(sea, start).map((days) => begins + days);
  const mesh = leastSea(costs.sea, 'days', { from, to: from.map(() => Infinity) });
  const sail = sailInTime(sea, request, 0);
  const itinerary = itineraryOf(sea.mesh, request, adjustmentLimitNm, weather, sail);
  const legs = new SailedLegs(sea.mesh, itinerary, options);
  const through = (order: readonly number[]): PlannedRequest => {
    const names = new Set(order.map((point) => itinerary.names[point]!));
    return { ...request, voyage: { ...voyage!, stops: onlyStops(request, names) } };
  };
  const stops = {
    mesh: sea.mesh,
    objectives: [],
    itinerary,
    legs,
    idleRate,
    isBest: true,
    certificate,
    worthiest: null,
    bunkers: null,
  };
  const { legs: best, worthOf } = worthiestOn(
    stops,
    { mesh, price: costs.price, provedOn: null },
    tonnes,
    { ...options, certificate },
    ({ order }) => leastOf(through(order)),
  );
  const worth = worthOf(best.order);
  const planned = plan(through(best.order));
  const routes = planned.routes.map((route) => ({
    ...route,
    worth,
    remarks: [...(route.remarks ?? []), ...(worth.leftOut.length > 0 ? [OF_ONE_SET] : [])],
  }));
  return { ...planned, routes };
}
