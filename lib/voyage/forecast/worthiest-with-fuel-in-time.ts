/**
 * Which stops are worth most that can be called at with so much fuel in a sea that changes: chosen and bounded as on one mesh, on that on
 * which a metre costs the least of all speeds and times. What is chosen so is sailed in time; where that takes more than there is, less is
 * chosen, by as much.
 */
import { daysByGreatCircle } from '../../engine/sea/dated-bound.ts';
import { leastSea } from '../../engine/sea/least-sea.ts';
import { FuelTooLittle } from '../../speed/choose-speeds.ts';
import { SeaCurves } from '../../speed/in-time/sea-curves.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import type { VoyageOptions } from '../kept.ts';
import { leastSpeed, vehicleUnderWay } from '../speeds/speed-wish.ts';
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
  readonly certificate: boolean;
  readonly adjustmentLimitNm: number;
  readonly idleRate: number;
  readonly weather: readonly Holds[];
};

const OF_ONE_SET =
  'Of the sets of stops that are worth as much, the one that may take the least fuel was tried: another may be faster';

/**
 * @param plan plans a request without stops that may be left out, with a proof or without
 * @throws FuelTooLittle where what must be done consumes more
 */
export function withFuelInTime(
  { sea, begins }: Beginning,
  request: PlannedRequest,
  tonnes: number,
  { certificate, adjustmentLimitNm, idleRate, weather, ...options }: Options,
  plan: (request: PlannedRequest, certificate: boolean) => DatedVoyages,
): DatedVoyages {
  const { vehicle, voyage, start } = request;
  const curves = new SeaCurves(
    sea,
    vesselOf(vehicleUnderWay(vehicle!, voyage)),
    leastSpeed(vehicle!, voyage!),
  );
  const costs = curves.costsAt(
    sea.slices.map(() => 0),
    Infinity,
  );
  const from = daysByGreatCircle(sea, start).map((days) => begins + days);
  const mesh = leastSea(costs.sea, 'days', { from, to: from.map(() => Infinity) });
  const sail = sailInTime(sea, request, 0);
  const itinerary = itineraryOf(sea.mesh, request, adjustmentLimitNm, weather, sail);
  const legs = new SailedLegs(sea.mesh, itinerary, options);
  const through = (order: readonly number[]): PlannedRequest => {
    const names = new Set(order.map((point) => itinerary.names[point]!));
    return { ...request, voyage: { ...voyage!, stops: onlyStops(request, names) } };
  };
  const consumptionOf = ({ order }: { readonly order: readonly number[] }): number => {
    try {
      plan(through(order), false);
      return 0;
    } catch (error) {
      if (error instanceof FuelTooLittle) return error.least;
      throw error;
    }
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
    consumptionOf,
  );
  const worth = worthOf(best.order);
  const planned = plan(through(best.order), certificate);
  const routes = planned.routes.map((route) => ({
    ...route,
    worth,
    remarks: [...(route.remarks ?? []), ...(worth.leftOut.length > 0 ? [OF_ONE_SET] : [])],
  }));
  return { ...planned, routes };
}
