/**
 * A voyage among zones.
 *
 * What is best without some closed zones, and enters none of them, is best among all of them. So the voyage is planned without
 * them first, then with those that it would enter, until it enters none: most zones are never put into the mesh. Likewise
 * zones with a season, where there is a departure: only those that the voyage would be in while they count.
 */
import { haversineNm, type LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { areaOf } from '../zones/area-of.ts';
import { placeText } from '../zones/geometry/place-text.ts';
import { countsAlways, countsWithin } from '../zones/in-season.ts';
import { closedZoneFault } from '../zones/point-in-zone.ts';
import { onlyWhole } from '../zones/whole.ts';
import type { Widest } from '../zones/widest/widest-clearance.ts';
import type { Zone } from '../zones/zone.ts';
import { type Clearance, zonedMesh } from '../zones/zoned-mesh.ts';
import { clearanceOf, widestOf } from './clearance.ts';
import type { VoyageOptions } from './kept.ts';
import { slowDownOf } from './slow-down.ts';
import { vehicleUnderWay } from './speed-step.ts';
import type { PlannedRequest } from './voyage-request.ts';
import { pointsOf } from './voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from './voyage-route.ts';
import { crossedBy, effectsOf, insideOf, notesOn } from './zone-effects.ts';

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
  readonly clearance: Clearance | null;
  readonly zonedWith: (zones: readonly Zone[], clearance: Clearance | null) => Mesh;
}

/** After so many plans, all closed zones are put into the mesh that always count. */
const ROUNDS = 3;
const ADJUSTMENT_LIMIT_NM = 300;
/** What a clearance takes more than it says where cells are divided finely (40 m, and its polygon 12 m), nautical miles. */
const TAKEN_NM = 0.028;
/** A widest clearance that is looked for up to the one asked for is found to this, nautical miles. */
const WITHIN_NM = 0.02;
/** Cells are divided finely so far round narrow places, nautical miles; one of those closer together stands for all. */
const NARROW_NM = 1;

/** @throws Impossible, ImpossibleOnMesh, and what the plan throws */
export function planAmongZones(
  mesh: Mesh,
  request: PlannedRequest,
  options: VoyageOptions,
  plan: Plan,
): VoyagePlan {
  const zones = onlyWhole(request.voyage?.zones ?? []);
  const departure = request.voyage?.departure ?? null;
  const limitNm = options.adjustmentLimitNm ?? ADJUSTMENT_LIMIT_NM;
  const clearance = clearanceOf(mesh, request, limitNm);
  const slowDown = slowDownOf(mesh, vehicleUnderWay(request.vehicle, request.voyage));
  const zonedWith = (some: readonly Zone[], room: Clearance | null) => zonedMesh(mesh, some, room, slowDown);
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const begun = now();
  const planInTime: Plan = (on, how) => plan(on, { ...how, timeBudgetMs: timeBudgetMs - (now() - begun) });
  const among: Among = {
    mesh,
    request,
    zones,
    departure,
    limitNm,
    options,
    plan: planInTime,
    clearance,
    zonedWith,
  };
  const isAlways = (zone: Zone) => countsAlways(zone, departure);
  let inMesh = zones.filter((zone) => zone.kind === 'speed_limit' && isAlways(zone));
  let free: VoyagePlan | null = null;
  for (let round = 1; ; round++) {
    const planned: VoyagePlan = planWith(among, inMesh, free);
    const met = metBy(among, inMesh, planned.routes);
    if (met.length === 0) {
      const keepsRate = slowDown(Int32Array.of(0), Infinity) === null;
      return described(among, planned, { inMesh, free, keepsRate });
    }
    free ??= planned;
    const isAdded = (zone: Zone) =>
      met.includes(zone) || (round >= ROUNDS && zone.kind === 'closed' && isAlways(zone));
    inMesh = zones.filter((zone) => inMesh.includes(zone) || isAdded(zone));
  }
}

/** @param free without closed zones; null in the first round, which is without any itself */
function planWith(among: Among, inMesh: readonly Zone[], free: VoyagePlan | null): VoyagePlan {
  const { request, zones, departure, options, plan, clearance, zonedWith } = among;
  const holding = zones.filter((zone) => countsAlways(zone, departure) || inMesh.includes(zone));
  const fault = closedZoneFault(pointsOf(request), holding);
  if (fault) throw new Impossible(fault);
  const mesh = zonedWith(inMesh, clearance);
  const isFinal = (routes: readonly Pick<VoyageRoute, 'track' | 'sailing'>[]) =>
    metBy(among, inMesh, routes).length === 0;
  const certificate = options.certificate ? isFinal : false;
  try {
    if (free) return { ...plan(mesh, { ...options, certificate }), mesh };
    const known = remembered(mesh, among);
    if (known && !isFinal(known.routes)) return known;
    const planned = { ...plan(mesh, { ...options, certificate }), mesh };
    remember(mesh, among, planned);
    return planned;
  } catch (error) {
    if (!(error instanceof RouteInaccessible)) throw error;
    const widest = widestAmong(among, holding);
    if (widest && isWideEnough(widest, clearance!)) return planWith(withNarrow(among, widest), inMesh, free);
    throw tooNarrow(clearance, widest) ?? closedOff(among, free) ?? error;
  }
}

/**
 * The zones that matter to some route and are not in its mesh. Where room is kept from closed ones, or other routes are looked
 * for on the same mesh, all of them that count some day.
 */
function metBy(
  { zones, departure, clearance, request }: Among,
  inMesh: readonly Zone[],
  routes: readonly Pick<VoyageRoute, 'track' | 'sailing'>[],
): Zone[] {
  const needsAll = clearance !== null || (request.voyage?.alternatives ?? null) !== null;
  return zones.filter((zone) => {
    if (zone.kind === 'report' || inMesh.includes(zone)) return false;
    return routes.some(({ track, sailing }) =>
      zone.kind === 'closed' && needsAll
        ? countsWithin(zone, departure, track.timeDays.at(-1)!)
        : [track, sailing].some((each) => insideOf(zone, each, departure).nmInside > 0),
    );
  });
}

function described(
  { mesh, zones, departure }: Among,
  planned: VoyagePlan,
  how: { inMesh: readonly Zone[]; free: VoyagePlan | null; keepsRate: boolean },
): VoyagePlan {
  const { inMesh, free, keepsRate } = how;
  const routes = planned.routes.map((route, k) => ({
    ...route,
    zones: effectsOf(route, zones, departure, free?.routes[k] ?? null),
  }));
  const closed = zones.filter(
    (zone) => zone.kind === 'closed' && (countsAlways(zone, departure) || inMesh.includes(zone)),
  );
  const notes = notesOn(zones, departure, keepsRate, planned.mesh !== mesh);
  return { ...planned, routes, closed: closed.map(areaOf), notes: [...(planned.notes ?? []), ...notes] };
}

/** Null where no clearance is asked for, or none leaves a way. */
function widestAmong(among: Among, holding: readonly Zone[]): Widest | null {
  const { mesh, request, clearance, limitNm, zonedWith } = among;
  if (!clearance) return null;
  const closed = holding.filter(({ kind }) => kind === 'closed');
  return widestOf({ mesh, on: zonedWith(closed, null), closed }, request, clearance, limitNm);
}

/** The boxes that close the border of a clearance take some room: where it is narrow, they may have taken all that there was. */
const isWideEnough = ({ nm }: Widest, clearance: Clearance): boolean =>
  clearance.narrow.length === 0 && nm >= clearance.nm - WITHIN_NM;

const withNarrow = (among: Among, { narrow }: Widest): Among => ({
  ...among,
  clearance: { ...among.clearance!, narrow: apart(narrow).map((place) => ({ ...place, nm: NARROW_NM })) },
});

function apart(places: readonly LatLon[]): LatLon[] {
  const kept: LatLon[] = [];
  for (const place of places) {
    if (kept.every((other) => haversineNm(other, place) > 0.5 * NARROW_NM)) kept.push(place);
  }
  return kept;
}

function tooNarrow(clearance: Clearance | null, widest: Widest | null): Error | null {
  if (!clearance || !widest) return null;
  const { nm, at } = widest;
  const possible = Math.min(nm, clearance.nm) - TAKEN_NM;
  return new ImpossibleOnMesh(
    `No way keeps ${clearance.nm} NM clear: the widest clearance that leaves one is ${(Math.floor(100 * possible) / 100).toFixed(2)} NM, ` +
      `and it is narrowest at ${placeText(at.lat, at.lon)}.`,
  );
}

/** Names the closed zones in the way; null where there is none without them either. */
function closedOff({ zones, departure }: Among, free: VoyagePlan | null): Error | null {
  const met = free ? crossedBy(free.routes[0]!, zones, departure) : [];
  if (met.length === 0) return null;
  const named = met.map(({ name, lat, lon }) => `"${name}" at ${placeText(lat, lon)}`).join(', ');
  return new ImpossibleOnMesh(
    met.length === 1
      ? `The closed zone ${named} leaves no way through.`
      : `The closed zones ${named} leave no way through.`,
  );
}

/** Plans without closed zones that are kept for each mesh: they are the same whatever is closed, as when a zone is drawn. */
const KEPT = 50;
const kept = new WeakMap<Mesh, Map<string, VoyagePlan>>();

const keyOf = ({ request: { start, end, voyage } }: Among): string =>
  JSON.stringify([start, end, { ...voyage, zones: null }]);

const remembered = (mesh: Mesh, among: Among): VoyagePlan | null => kept.get(mesh)?.get(keyOf(among)) ?? null;

function remember(mesh: Mesh, among: Among, planned: VoyagePlan): void {
  const own = kept.get(mesh) ?? new Map<string, VoyagePlan>();
  kept.set(mesh, own);
  own.set(keyOf(among), planned);
  for (const old of own.keys()) if (own.size > KEPT) own.delete(old);
}
