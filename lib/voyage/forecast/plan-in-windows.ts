/** A voyage whose stops are open at some times only, at chosen speeds, on one mesh: that through a sea that stays as it is. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { seaOf } from '../../engine/sea/sea.ts';
import { ADJUSTMENT_LIMIT_NM, type VoyageOptions } from '../kept.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan } from '../voyage-route.ts';
import { curvesInTime, withSpeedsInTime } from './speeds-in-time.ts';
import { planStopsDated } from './stops-in-forecast.ts';

/** @throws as planStopsDated and withSpeedsInTime */
export function planInWindows(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const { certificate = false } = options;
  if (typeof certificate === 'boolean') return planned(mesh, request, options, certificate);
  const rough = planned(mesh, request, options, false);
  return certificate(rough.routes) ? planned(mesh, request, options, true) : rough;
}

function planned(
  mesh: Mesh,
  request: PlannedRequest,
  options: VoyageOptions,
  certificate: boolean,
): VoyagePlan {
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const until = now() + timeBudgetMs;
  const msLeft = () => Math.max(0, until - now());
  const sea = seaOf([mesh], [{ from: 0, mesh: 0 }]);
  const how = {
    adjustmentLimitNm: options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM,
    certificate,
    timeBudgetMs,
    now,
    mostWait: 0,
    idleRate: request.vehicle?.idle_rate ?? 0,
    leaves: 0,
    weather: [{ mesh, from: -Infinity, to: Infinity }],
  };
  const { inOrders, ...plan } = planStopsDated({ sea, begins: 0 }, request, how);
  const use = options.useOf?.(plan.routes) ?? 'answer';
  return withSpeedsInTime(curvesInTime(sea, request), request, plan, inOrders, {
    ...how,
    msLeft,
    isOver: () => msLeft() === 0,
    use,
  });
}
