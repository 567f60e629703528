/**
 * Which stops are worth most that can be called at with so much fuel in a sea that changes, or when they are open: chosen and bounded as on
 * one mesh, on that on which a metre costs the least of all speeds and times; with windows as in worthiest-in-windows.ts. What is chosen so is
 * sailed in time; where that takes more than there is, less is chosen, by as much.
 */
import { Impossible } from '../../request/impossible.ts';
import { hasWindows } from '../order/problem.ts';
import { type Itinerary, itineraryOf } from '../stops/itinerary.ts';
import { onlyStops } from '../stops/only-stops.ts';
import { SailedLegs } from '../stops/sailed-legs.ts';
import { worthiestOn } from '../stops/worthiest-with-fuel.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { Holds } from '../work/weather.ts';
import type { Beginning } from './beginning.ts';
import type { DatedVoyages } from './cheapest-in-time.ts';
import { everAfter } from './least-legs.ts';
import { sailInTime } from './stops-in-forecast.ts';
import { type Choosing, type ChosenWithFuel, worthiestInWindows } from './worthiest-in-windows.ts';

type Options = Omit<Choosing, 'consumptionOf'> & {
  readonly adjustmentLimitNm: number;
  readonly weather: readonly Holds[];
};

const OF_ONE_SET =
  'Of the sets of stops that are worth as much, the one that may take the least fuel was tried: another may be faster, or cost less';

/** Of a request without stops that may be left out. */
interface OneSet {
  readonly plan: (request: PlannedRequest) => DatedVoyages;
  /** What it consumes at the speeds that consume least: no more than there is, or as little as is found. @throws Impossible for windows */
  readonly leastOf: (request: PlannedRequest) => number;
}

/**
 * @throws FuelTooLittle where what must be done consumes more, Impossible where it misses its windows
 */
export function withFuelInTime(
  at: Beginning,
  request: PlannedRequest,
  tonnes: number,
  { adjustmentLimitNm, weather, ...options }: Options,
  { plan, leastOf }: OneSet,
): DatedVoyages {
  const { mesh } = at.sea;
  const sail = sailInTime(at.sea, request, 0);
  const itinerary = itineraryOf(mesh, request, adjustmentLimitNm, weather, sail);
  const inOrders = requestsOf(request, itinerary);
  const tried = new Map<string, PlannedRequest>();
  const consumptionOf = (order: readonly number[]): number => {
    const { request, least } = thriftiest(inOrders(order), leastOf, tonnes);
    tried.set(order.join(), request);
    return least;
  };
  const choose = hasWindows(itinerary) ? worthiestInWindows : worthiestAlways;
  const { order, worth } = choose(at, itinerary, tonnes, { ...options, consumptionOf });
  const planned = plan(tried.get(order.join())!);
  const routes = planned.routes.map((route) => ({
    ...route,
    worth,
    remarks: [...(route.remarks ?? []), ...(worth.leftOut.length > 0 ? [OF_ONE_SET] : [])],
  }));
  return { ...planned, routes };
}

/** Which is worth most, where windows tie nothing to time. */
function worthiestAlways(
  { sea, begins }: Beginning,
  itinerary: Itinerary,
  tonnes: number,
  { costs, idleRate, consumptionOf, ...options }: Choosing,
): ChosenWithFuel {
  const mesh = everAfter({ sea: costs.sea, begins }, itinerary);
  const stops = {
    mesh: sea.mesh,
    objectives: [],
    itinerary,
    legs: new SailedLegs(sea.mesh, itinerary, options),
    idleRate,
    isBest: true,
    certificate: options.certificate,
    worthiest: null,
    bunkers: null,
  };
  const { legs, worthOf } = worthiestOn(
    stops,
    { mesh, price: costs.price, provedOn: null },
    tonnes,
    options,
    ({ order }) => consumptionOf(order),
  );
  return { order: legs.order, worth: worthOf(legs.order) };
}

/** Of the stops of an order alone: in any order where that is free, and in this one. */
function requestsOf(request: PlannedRequest, { names }: Itinerary) {
  const voyage = request.voyage!;
  return (order: readonly number[]): PlannedRequest[] => {
    const called = order.map((point) => names[point]!);
    const stops = onlyStops(request, new Set(called));
    const inOrder = stops?.toSorted((a, b) => called.indexOf(a.name) - called.indexOf(b.name)) ?? null;
    const given = { ...request, voyage: { ...voyage, stops: inOrder, stop_order: null } };
    return voyage.stop_order === null ? [given] : [{ ...request, voyage: { ...voyage, stops } }, given];
  };
}

/** The first request for which there is enough, else the one that consumes least. @throws Impossible where none meets its windows */
function thriftiest(requests: readonly PlannedRequest[], leastOf: OneSet['leastOf'], tonnes: number) {
  let best: { readonly request: PlannedRequest; readonly least: number } | null = null;
  let missed: Impossible | null = null;
  for (const request of requests) {
    try {
      const least = leastOf(request);
      if (!best || least < best.least) best = { request, least };
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      missed ??= error;
    }
    if (best && best.least <= tonnes) break;
  }
  if (!best) throw missed!;
  return best;
}
