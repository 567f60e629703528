/** Plans for a person who looks: what can't be met is told, and the voyage shown without it. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { quantitiesOf } from '../../routes/track-geojson.ts';
import { tradeOffPoint } from '../../routes/trade-off.ts';
import { WITHOUT_FUEL } from '../../voyage/fuel/without-fuel.ts';
import type { VoyageOptions } from '../../voyage/kept.ts';
import { planVoyage } from '../../voyage/plan-voyage.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import type { PlannedRequest } from '../../voyage/voyage-request.ts';
import type { VoyagePlan } from '../../voyage/voyage-route.ts';
import { isTimed, withoutOpenings } from '../../voyage/work/timed-stop.ts';
import { isInVain } from './in-vain.ts';
import type { Curve, OrderCosts } from './protocol.ts';

/** Where windows or a time can't be met, or the fuel does not last, the voyage is planned without them, with the reason. */
export function planOrShow(
  on: Mesh,
  request: PlannedRequest,
  options: VoyageOptions,
): { readonly planned: VoyagePlan; readonly unmet: string | null } {
  try {
    return { planned: planVoyage(on, request, options), unmet: null };
  } catch (error) {
    const { name, message } = error as Error;
    const { voyage } = request;
    if (name !== 'Impossible' || !voyage) throw error;
    if (voyage.fuel_aboard_tonnes !== null) {
      const unfuelled = { ...request, voyage: { ...voyage, ...WITHOUT_FUEL } };
      return { planned: planOrShow(on, unfuelled, options).planned, unmet: message };
    }
    const without = withoutTimes(voyage);
    if (!without) throw error;
    return { planned: planVoyage(on, { ...request, voyage: without }, options), unmet: message };
  }
}

/** Null where the voyage has to meet none. */
function withoutTimes(voyage: Voyage): Voyage | null {
  const { stops, within_hours, arrive_by } = voyage;
  const hasWindow = stops?.some(isTimed);
  if (!hasWindow && within_hours === null && arrive_by === null) return null;
  const free = stops?.map((stop) => ({ ...stop, not_after: null, ...withoutOpenings })) ?? null;
  return { ...voyage, within_hours: null, arrive_by: null, stops: free };
}

/** Null where the voyage can't be made in the order given. */
export function costsInGivenOrder(
  on: Mesh,
  request: PlannedRequest,
  options: VoyageOptions,
): OrderCosts[] | null {
  try {
    const given = planVoyage(on, { ...request, voyage: { ...request.voyage!, stop_order: null } }, options);
    return given.routes.map(({ objective, track: { timeDays, consumption } }) => ({
      objective,
      days: timeDays.at(-1)!,
      consumption: consumption?.at(-1) ?? null,
    }));
  } catch (error) {
    if (!isInVain(error as Error)) throw error;
    return null;
  }
}

/** The curve of fuel against time. */
export function tradeOffCurve(on: Mesh, request: PlannedRequest, options: VoyageOptions): Curve {
  const { tradeOff = [], tradeOffNote: note } = planVoyage(on, request, options);
  const quantities = quantitiesOf(on.consumption, request.vehicle?.fuel_type);
  const points = tradeOff.map((point) => {
    const { path: _, ...entry } = tradeOffPoint(point, quantities, on);
    return { ...entry, consumption: point.consumption };
  });
  return { points, note };
}
