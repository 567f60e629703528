/**
 * The voyage that costs least money at the speeds of its mesh. A day costs as much as so many tonnes of fuel: where these are added
 * to what is consumed in a day, the voyage that consumes least is the one that costs least.
 */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Track } from '../../engine/path/track.ts';
import { ImpossibleOnMesh } from '../../request/impossible.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { dependsOnSpeed } from '../../vessel/depends-on-speed.ts';
import type { VoyageOptions } from '../kept.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import { leavesOut, vehicleUnderWay } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { isTimed } from '../work/timed-stop.ts';
import { tonnesPerDay } from './tonnes-per-day.ts';

/** Cells that are looked at to tell whether a mesh was made by our models for a vehicle. */
const SAMPLES = 200;

/** Whether speeds are chosen for the price of a request, too. @param mesh before zones change it */
export function pricesSpeed(mesh: Mesh, { vehicle, voyage }: PlannedRequest): boolean {
  if (
    !voyage?.price ||
    !vehicle ||
    mesh.consumption !== 'fuel' ||
    leavesOut(voyage) ||
    voyage.stops?.some(isTimed)
  )
    return false;
  const underWay = vehicleUnderWay(vehicle, voyage)!;
  if (!dependsOnSpeed(vesselOf(underWay))) return false;
  const step = Math.max(1, Math.floor(mesh.openCount / SAMPLES));
  const cells = Int32Array.from({ length: Math.ceil(mesh.openCount / step) }, (_, k) => k * step);
  return slowDownOf(mesh, underWay)(cells, Infinity) !== null;
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
    dayCosts: perDay,
  };
  const route = planOn(priced(mesh, perDay), request, how).routes.find(
    ({ objective }) => objective === 'fuel',
  )!;
  return { ...planned, routes: [...planned.routes, unpriced(route, perDay)] };
}

export function requireFuel({ consumption }: Mesh): void {
  if (consumption === 'fuel') return;
  throw new ImpossibleOnMesh(
    'What the voyage costs can not be told on this mesh, which has no consumption of fuel: leave out price.',
  );
}

/** The mesh on which a day consumes so much more. */
export function priced(mesh: Mesh, perDay: number): Mesh {
  const { headings } = mesh;
  const isRate = (k: number) => k % (2 * headings) >= headings;
  return {
    ...mesh,
    motion: mesh.motion.map((value, k) => (k % 4 === 1 ? value + perDay : value)),
    profiles: mesh.profiles.map((value, k) => (isRate(k) ? value + perDay : value)),
    isForOneSearch: true,
  };
}

/** What is consumed on a track that was sailed on a priced mesh. */
export const unpricedTrack = <T extends Track>(track: T, perDay: number): T => ({
  ...track,
  consumption: track.consumption!.map((sum, i) => Math.max(0, sum - perDay * track.timeDays[i]!)),
});

function unpriced({ optimality, ...route }: VoyageRoute, perDay: number): VoyageRoute {
  const own = (track: Track) => unpricedTrack(track, perDay);
  return {
    ...route,
    objective: 'cost',
    track: own(route.track),
    unsmoothed: own(route.unsmoothed),
    sailing: own(route.sailing),
    ...(route.legs && {
      legs: route.legs.map((leg) => ({ ...leg, consumption: leg.consumption! - perDay * leg.days })),
    }),
    ...(optimality !== undefined && { optimality }),
    remarks: [
      ...(route.remarks ?? []),
      'It is sailed at the speeds of the mesh: speeds are chosen for a price on an environment mesh, for a vehicle whose consumption depends on its speed and stops without windows and values',
    ],
  };
}
