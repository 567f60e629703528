/** The trade-off of a voyage that may leave out stops: of the stops at which its fastest route calls. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { withReserve } from '../fuel/keep-reserve.ts';
import { onlyStops } from '../stops/only-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';

const OF_STOPS_OF_FASTEST =
  'These voyages call at the stops at which the fastest route does: at other speeds no others were tried';

/**
 * @param mesh before zones or a forecast change it
 * @param plan plans a request, the second in the time that the first leaves
 * @throws Impossible where none of the routes of the first keeps the reserve
 */
export function withTradeOffOfStops(
  mesh: Mesh,
  request: PlannedRequest,
  plan: (request: PlannedRequest) => VoyagePlan,
): VoyagePlan {
  const planned = plan({ ...request, voyage: { ...request.voyage!, trade_off: null } });
  const [fastest] = withReserve(mesh, request, planned).routes;
  const { tradeOff, tradeOffNote, mesh: on } = plan(withStopsOf(request, fastest!));
  const tradeOffNotes = [OF_STOPS_OF_FASTEST, ...(tradeOffNote ? [tradeOffNote] : [])];
  return {
    ...planned,
    ...(tradeOff && { tradeOff, tradeOffNote: tradeOffNotes.join('. ') }),
    ...(tradeOff && on && { tradeOffMesh: on }),
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
      choose_speed: null,
      price: null,
    },
  };
}
