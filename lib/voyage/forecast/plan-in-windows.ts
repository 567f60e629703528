/** A voyage whose stops are open at some times only, at chosen speeds, on one mesh: that through a sea that stays as it is. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { seaOf } from '../../engine/sea/sea.ts';
import { ADJUSTMENT_LIMIT_NM, type VoyageOptions } from '../kept.ts';
import { choosesFor, leavesOut } from '../speeds/speed-wish.ts';
import { stopsAtFullSpeed } from '../stops/plan-stops.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import type { VoyagePlan } from '../voyage-route.ts';
import { VoyagesOfDeparture } from './departure-voyages.ts';
import { nothingKnown } from './known-in-rounds.ts';

/** @throws as VoyagesOfDeparture.plan */
export function planInWindows(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const { certificate = false, adjustmentLimitNm = ADJUSTMENT_LIMIT_NM } = options;
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const until = now() + timeBudgetMs;
  // where nothing changes there is nothing to wait for but windows; a price without a choice of speeds is no longer asked for
  const voyage = { ...request.voyage!, max_wait_hours: null };
  const asked = { ...request, voyage };
  // which stops are done may depend on the speeds
  const atFullSpeed = leavesOut(voyage) ? null : stopsAtFullSpeed(mesh, asked, options);
  if (atFullSpeed && !choosesFor(options.useOf?.(atFullSpeed.routes) ?? 'answer', voyage)) return atFullSpeed;
  const spans = [{ from: 0, mesh: 0 }];
  const sea = seaOf([mesh], spans);
  const known = nothingKnown();
  const voyages = new VoyagesOfDeparture(true, sea, spans, asked, options, null, known, atFullSpeed);
  const planned = (certificate: boolean): VoyagePlan =>
    voyages.plan(voyage.departure, 0, { adjustmentLimitNm, certificate, timeBudgetMs: until - now(), now });
  if (typeof certificate === 'boolean') return planned(certificate);
  const rough = planned(false);
  return certificate(rough.routes) ? planned(true) : rough;
}
