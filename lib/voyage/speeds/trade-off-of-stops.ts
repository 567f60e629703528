/** The trade-off of a voyage that may leave out stops: of the stops at which its fastest route calls. */
import { onlyStops } from '../stops/only-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';

const OF_STOPS_OF_FASTEST =
  'These voyages call at the stops at which the fastest route does: at other speeds no others were tried';

/** @param plan plans a request, the second in the time that the first leaves */
export function withTradeOffOfStops(
  request: PlannedRequest,
  plan: (request: PlannedRequest) => VoyagePlan,
): VoyagePlan {
  const planned = plan({ ...request, voyage: { ...request.voyage!, trade_off: null } });
  const { tradeOff, tradeOffNote, mesh } = plan(withStopsOf(request, planned.routes[0]!));
  const tradeOffNotes = [OF_STOPS_OF_FASTEST, ...(tradeOffNote ? [tradeOffNote] : [])];
  return {
    ...planned,
    ...(tradeOff && { tradeOff, tradeOffNote: tradeOffNotes.join('. ') }),
    ...(tradeOff && mesh && { tradeOffMesh: mesh }),
  };
}

/** The same request at all speeds, through the stops of a route alone. */
function withStopsOf(request: PlannedRequest, { stops: called = [], dated }: VoyageRoute): PlannedRequest {
  const voyage = request.voyage!;
  return {
    ...request,
    voyage: {
      ...voyage,
      stops: onlyStops(request, new Set(called.map(({ name }) => name))),
      departure: dated?.departure ?? voyage.departure,
      departures: null,
      arrival_window: null,
      within_hours: null,
      arrive_by: null,
      within_tonnes: null,
      price: null,
    },
  };
}
