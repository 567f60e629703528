/**
 * A voyage among zones.
 *
 * What is best without the closed zones, and enters none of them, is best among all of them. So the voyage is planned without
 * them first; if it would enter any, then with all of them, whose mesh serves other voyages too. Zones with a season, where
 * there is a departure, are put into the mesh only if the voyage would be in them while they count. And the borders of those in
 * the mesh are divided finely only near the routes that were found (near-routes.ts).
 */
import type { Objective } from '../../engine/cost/cost.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../../engine/waypoints/errors.ts';
import { Impossible } from '../../request/impossible.ts';
import { areaOf } from '../../zones/area-of.ts';
import { countsAlways, countsWithin } from '../../zones/in-season.ts';
import { keepsRate, type SlowDown } from '../../zones/mesh/motion.ts';
import { closedZoneFault } from '../../zones/point-in-zone.ts';
import { onlyWhole } from '../../zones/whole.ts';
import type { Widest } from '../../zones/widest/widest-clearance.ts';
import type { Zone } from '../../zones/zone.ts';
import { type Clearance, type Division, widerSea, zonedMesh } from '../../zones/zoned-mesh.ts';
import { ADJUSTMENT_LIMIT_NM, type PlanUse, type VoyageOptions } from '../kept.ts';
import { slowDownOf } from '../speeds/slow-down.ts';
import { choosesFor, vehicleUnderWay } from '../speeds/speed-wish.ts';
import type { PlannedRequest } from '../voyage-request.ts';
import { pointsOf, workLinesOf } from '../voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage-route.ts';
import { clearanceOf, widestAmong, withNarrow } from './clearance.ts';
import { entersClosed } from './enters-closed.ts';
import { planWithFewerWaypoints } from './fewer-waypoints.ts';
import { remember, remembered, settledFor } from './kept-among-zones.ts';
import { LegsOfRounds } from './legs-of-rounds.ts';
import { closedOff, tooNarrow } from './no-way.ts';
import { effectsOf, isMet, metBetween, notesOn } from './zone-effects.ts';

/** Plans the request without its zones on a mesh. */
type Plan = (mesh: Mesh, options: VoyageOptions) => VoyagePlan;

/** What is planned, on what, and how. */
interface Among {
  readonly mesh: Mesh;
  readonly request: PlannedRequest;
  readonly zones: readonly Zone[];
  readonly departure: string | null;
  /** How far an end may be moved, nautical miles. */
  readonly limitNm: number;
  readonly options: VoyageOptions;
  readonly plan: Plan;
  /** Of the time that there is. */
  readonly leftMs: () => number;
  readonly slowDown: SlowDown;
  /** Of all rounds so far. */
  readonly legs: LegsOfRounds;
}

type Routes = readonly Pick<VoyageRoute, 'track' | 'sailing'>[];

/** After so many plans, all borders are divided finely. */
const MOST_ROUNDS = 10;
/** Times the days of the slowest route: alternatives cost at most a tenth more, by their own objective. */
const LONGER = 1.2;
/** A widest clearance that is looked for up to the one asked for is found to this, nautical miles. */
const WITHIN_NM = 0.02;

/** @throws Impossible, ImpossibleOnMesh, and what the plan throws */
export function planAmongZones(
  mesh: Mesh,
  request: PlannedRequest,
  options: VoyageOptions,
  plan: Plan,
): VoyagePlan {
  const { departure = null, zones: asked = null, alternatives = null } = request.voyage ?? {};
  const zones = onlyWhole(asked ?? []);
  const limitNm = options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM;
  const clearance = clearanceOf(mesh, request, limitNm);
  const slowDown = slowDownOf(mesh, vehicleUnderWay(request.vehicle, request.voyage));
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const begun = now();
  const leftMs = () => timeBudgetMs - (now() - begun);
  const planInTime: Plan = (on, how) => plan(on, { ...how, timeBudgetMs: leftMs() });
  const legs = new LegsOfRounds(options.legs);
  const among: Among = {
    mesh,
    request,
    zones,
    departure,
    limitNm,
    options,
    plan: planInTime,
    leftMs,
    slowDown,
    legs,
  };
  const limits = zones.filter((zone) => zone.kind === 'speed_limit' && countsAlways(zone, departure));
  const settled = settledFor(mesh, zones, clearance, departure, pointsOf(request));
  // alternatives pass where no route did
  let division: Division = { zones: limits, clearance, near: alternatives ? null : settled.near };
  let free: VoyagePlan | null = null;
  for (let round = 1; ; round++) {
    const planned: Planned = planWith(among, division, free);
    const { routes } = planned.plan;
    division = planned.division;
    const { isEntered, met } = planned.verdict;
    if (isFinal(planned.verdict)) {
      settled.keep(division);
      const keepsOut = (route: VoyageRoute) => isFinal(verdictOn(among, division, [route]));
      return described(among, planWithFewerWaypoints(mesh, planned.plan, keepsOut), { division, free });
    }
    const { near } = division;
    if (isEntered) {
      const tracks = tracksOf(routes);
      division = { ...division, near: round < MOST_ROUNDS ? settled.and(near!, tracks) : null };
    }
    // what is best without closed zones is known only once it keeps clear
    if (met.length === 0 || (isEntered && !free)) continue;
    free ??= planned.plan;
    const isAdded = (zone: Zone) =>
      met.includes(zone) ||
      division.zones.includes(zone) ||
      (zone.kind === 'closed' && countsAlways(zone, departure));
    division = { ...division, zones: zones.filter(isAdded) };
  }
}

/** What routes do to what is closed. */
interface Verdict {
  /** Whether they enter what is in their mesh. */
  readonly isEntered: boolean;
  /** The zones that matter to them and are not in their mesh. */
  readonly met: readonly Zone[];
}

const isFinal = ({ isEntered, met }: Verdict): boolean => !isEntered && met.length === 0;
const verdictOn = (...on: [Among, Division, Routes]): Verdict => ({
  isEntered: entersCoarse(...on),
  met: metBy(...on),
});

type Planned = { readonly plan: VoyagePlan; readonly division: Division; readonly verdict: Verdict };

/** @param free without closed zones; null in the first rounds, which are without any themselves */
function planWith(among: Among, division: Division, free: VoyagePlan | null): Planned {
  const { request, zones, departure, options, plan, slowDown } = among;
  const holding = zones.filter((zone) => countsAlways(zone, departure) || division.zones.includes(zone));
  const fault = closedZoneFault(pointsOf(request), holding, workLinesOf(request.voyage));
  if (fault) throw new Impossible(fault);
  const mesh = zonedMesh(among.mesh, division, slowDown);
  try {
    const before = remembered(mesh, among);
    const verdict = before && verdictOn(among, division, before.plan.routes);
    const isEnough = options.certificate ? before?.isProved : before?.hasSpeeds;
    if (before && verdict && (isEnough || !isFinal(verdict))) return { ...before, division, verdict };
    // A planner asks whether routes are worth a proof as soon as it has them: for stops, of each objective by itself. The verdicts are
    // kept, because that of the whole plan may be among them.
    const judged: { readonly routes: Routes; readonly verdict: Verdict }[] = [];
    const judge = (routes: Routes): Verdict => {
      const verdict = verdictOn(among, division, routes);
      judged.push({ routes, verdict });
      return verdict;
    };
    const certificate = (routes: Routes) => isFinal(judge(routes));
    const useAfter = (verdict: Verdict): PlanUse => {
      if (isFinal(verdict)) return 'answer';
      return verdict.isEntered || free ? 'guide' : 'comparison';
    };
    const useOf = (routes: Routes) => useAfter(judge(routes));
    const provedOn = (objective: Objective) => widerSea(among.mesh, division, slowDown)(objective);
    const limits = division.zones.filter(({ kind }) => kind === 'speed_limit');
    const legs = among.legs.in(mesh, limits.map((zone) => zones.indexOf(zone)).join(' '), (routes) => {
      const isDone = !options.certificate || routes.every(({ optimality }) => optimality !== undefined);
      return isDone && !isEnteredBy(among, division, routes);
    });
    const how = {
      ...options,
      legs,
      useOf,
      provedOn,
      certificate: options.certificate ? certificate : false,
    };
    const planned = { ...plan(mesh, how), mesh };
    const known = judged.find(({ routes }) => areSame(routes, planned.routes));
    const found = known?.verdict ?? verdictOn(among, division, planned.routes);
    const hasSpeeds = choosesFor(useAfter(found), request.voyage) === choosesFor('answer', request.voyage);
    const isProved = Boolean(options.certificate) && isFinal(found);
    remember(mesh, among, { plan: planned, hasSpeeds, isProved });
    return { plan: planned, division, verdict: found };
  } catch (error) {
    // a search that was ended early may not have come to a way: that says nothing of the zones
    if (!(error instanceof RouteInaccessible) || among.leftMs() <= 0) throw error;
    const widest = widestAmong(among, division.clearance, holding);
    if (widest && isWideEnough(widest, division.clearance!)) {
      // there is more water then
      const again = { ...among, legs: new LegsOfRounds(options.legs) };
      return planWith(again, withNarrow(division, widest), free);
    }
    const planOn = (closed: readonly Zone[]) =>
      plan(zonedMesh(among.mesh, withOnly(division, closed), slowDown), { ...options, certificate: false });
    throw tooNarrow(division.clearance, widest) ?? closedOff(division.zones, planOn) ?? error;
  }
}

const areSame = (some: Routes, others: Routes): boolean =>
  some.length === others.length && some.every(({ track }, k) => track === others[k]!.track);

/**
 * Where room is kept from closed zones, all of them matter that count some day; where other routes are looked for on the same mesh,
 * speed limits too.
 */
function metBy({ zones, departure, request }: Among, division: Division, routes: Routes): Zone[] {
  const seeksOthers = (request.voyage?.alternatives ?? null) !== null;
  const days = (seeksOthers ? LONGER : 1) * Math.max(...routes.map(({ track }) => track.timeDays.at(-1)!));
  const met = zones.filter((zone) => {
    if (zone.kind === 'report' || division.zones.includes(zone)) return false;
    const alwaysMatters = seeksOthers || (division.clearance && zone.kind === 'closed');
    if (alwaysMatters) return countsWithin(zone, departure, days);
    return tracksOf(routes).some((each) => isMet(zone, each, departure));
  });
  return met.length > 0 ? met : metBetween(zones, division.zones, tracksOf(routes), departure);
}

/** Each once: objectives may share one. */
const tracksOf = (routes: Routes) => [...new Set(routes.flatMap(({ track, sailing }) => [track, sailing]))];

/** Whether a route enters what is closed and in its mesh, where that is not divided finely. */
const entersCoarse = (among: Among, division: Division, routes: Routes): boolean =>
  division.near !== null && isEnteredBy(among, division, routes);

/** Whether a route enters what is closed, by zones or a clearance. */
const isEnteredBy = ({ mesh }: Among, division: Division, routes: Routes): boolean =>
  tracksOf(routes).some(entersClosed(mesh, division));

function described(
  { mesh, zones, departure, slowDown }: Among,
  planned: VoyagePlan,
  { division, free }: { division: Division; free: VoyagePlan | null },
): VoyagePlan {
  const routes = planned.routes.map((route, k) => ({
    ...route,
    zones: effectsOf(route, zones, departure, free?.routes[k] ?? null),
  }));
  const closed = zones.filter(
    (zone) => zone.kind === 'closed' && (countsAlways(zone, departure) || division.zones.includes(zone)),
  );
  const isProved = routes.some(({ optimality }) => optimality);
  const notes = notesOn(zones, departure, keepsRate(slowDown), isProved && planned.mesh !== mesh);
  return {
    ...planned,
    routes,
    closed: { mesh, areas: closed.map(areaOf) },
    notes: [...(planned.notes ?? []), ...notes],
  };
}

/** The boxes that close the border of a clearance take some room: where it is narrow, they may have taken all that there was. */
const isWideEnough = ({ nm }: Widest, clearance: Clearance): boolean =>
  clearance.narrow.length === 0 && nm >= clearance.nm - WITHIN_NM;

/** With only these of its closed zones, and no clearance. */
const withOnly = ({ zones }: Division, closed: readonly Zone[]): Division => ({
  zones: zones.filter((zone) => zone.kind !== 'closed' || closed.includes(zone)),
  clearance: null,
  near: null,
});
