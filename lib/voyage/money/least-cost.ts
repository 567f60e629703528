/**
 * The voyage that costs least money at the speeds of its mesh. A day costs as much as so many tonnes of fuel: where these are added
 * to what is consumed in a day, the voyage that consumes least is the one that costs least.
 */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import type { VoyageOptions } from '../kept.ts';
import { choosesSpeedOn } from '../speeds/slow-down.ts';
import { leavesOut, limitsFuel } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { isTimed } from '../work/timed-stop.ts';
import { cheapestOf } from './cheapest-of.ts';
import { priced, unpricedParts, unpricedTrack } from './priced.ts';
import { tonnesPerDay } from './tonnes-per-day.ts';

/** Whether speeds are chosen for the price of a request, too. @param mesh before zones change it */
export function pricesSpeed(mesh: Mesh, request: PlannedRequest): boolean {
  const { voyage } = request;
  if (!voyage?.price || mesh.consumption !== 'fuel') return false;
  if (leavesOut(voyage) && !limitsFuel(voyage)) return false;
  return choosesSpeedOn(mesh, request);
}

type PlanOn = (mesh: Mesh, request: PlannedRequest, options: VoyageOptions) => VoyagePlan;

/** The plan with that voyage, by one plan more. @throws ImpossibleOnMesh where the mesh does not tell of fuel */
export function withLeastCost(
  mesh: Mesh,
  request: PlannedRequest,
  planned: VoyagePlan,
  options: VoyageOptions,
  planOn: PlanOn,
): VoyagePlan {
  requireFuel(mesh);
  if (options.useOf?.(planned.routes) === 'guide') return planned;
  const voyage = request.voyage!;
  const perDay = tonnesPerDay(voyage.price!);
  // what a voyage is worth, and whether it meets its windows, time decides
  const needsTime = leavesOut(voyage) || voyage.stops?.some(isTimed);
  const { legs: _, voyages: __, ...others } = options;
  const how: VoyageOptions = {
    ...others,
    ...(!needsTime && { objectives: ['fuel'] }),
    ...(options.provedOn && { provedOn: (by) => priced(options.provedOn!(by) ?? mesh, perDay) }),
    dayCosts: { perDay, unpriced: mesh },
  };
  const route = planOn(priced(mesh, perDay), request, how).routes.find(
    ({ objective }) => objective === 'fuel',
  )!;
  const atFullSpeed = planned.routes.filter(({ objective }) => objective !== 'within');
  const cheapest = withRemark(cheapestOf(unpriced(route, perDay), atFullSpeed, perDay));
  return { ...planned, routes: [...planned.routes, cheapest] };
}

export function requireFuel({ consumption }: Mesh): void {
  if (consumption === 'fuel') return;
  throw new ImpossibleOnMesh(
    'What the voyage costs can not be told on this mesh, which has no consumption of fuel: leave out price.',
  );
}

function unpriced(route: VoyageRoute, perDay: number): VoyageRoute {
  const own = (track: Track) => unpricedTrack(track, perDay);
  return {
    ...route,
    objective: 'cost',
    track: own(route.track),
    unsmoothed: own(route.unsmoothed),
    sailing: own(route.sailing),
    ...unpricedParts(route, perDay),
  };
}

/** Why no speed is chosen for a price. */
export const AT_SPEEDS_OF_MESH =
  'It is sailed at the speeds of the mesh: speeds are chosen for a price on an environment mesh, for a vehicle whose consumption depends on its speed and no stop with a value where nothing limits the fuel';

const withRemark = (route: VoyageRoute): VoyageRoute => ({
  ...route,
  remarks: [...(route.remarks ?? []), AT_SPEEDS_OF_MESH],
});
