/** A voyage among zones: planned on the divided mesh, with what the zones did to it. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Track } from '../engine/path/track.ts';
import type { PlanOptions } from '../engine/plan-route.ts';
import { RouteInaccessible } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { zonesDuring } from '../zones/active.ts';
import { timeInside } from '../zones/entered.ts';
import { Coverage } from '../zones/geometry/coverage.ts';
import { placeText } from '../zones/geometry/place-text.ts';
import { polygonsOf } from '../zones/geometry/polygon.ts';
import { closedZoneFault } from '../zones/point-in-zone.ts';
import { onlyWhole } from '../zones/whole.ts';
import type { Zone } from '../zones/zone.ts';
import { type Clearance, type ZonedMesh, zonedMesh } from '../zones/zoned-mesh.ts';
import { clearanceOf, widestClearance, withClearance } from './clearance.ts';
import type { PlannedRequest } from './plan-voyage.ts';
import { slowDownOf } from './slow-down.ts';
import { vehicleUnderWay } from './speed-step.ts';
import { pointsOf } from './voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from './voyage-route.ts';

/** What a zone did to a route. */
export type ZoneEffect = {
  readonly name: string;
  readonly kind: Zone['kind'];
} & (
  | {
      readonly entered: readonly (LatLon & { readonly days: number; readonly nm: number })[];
      readonly nm_inside: number;
      readonly hours_inside: number;
    }
  | { readonly costs_hours: number; readonly costs_consumption?: number }
);

/** Plans the request without its zones on a mesh. */
type Plan = (mesh: Mesh, options: PlanOptions) => VoyagePlan;

/** Relative: what a route costs more than without zones, beyond what another search would find anyway. */
const CHANGED = 1e-5;
const HOURS_PER_DAY = 24;

/** @throws Impossible, ImpossibleOnMesh, and what the plan throws */
export function planAmongZones(
  mesh: Mesh,
  request: PlannedRequest,
  options: PlanOptions,
  plan: Plan,
): VoyagePlan {
  const zones = onlyWhole(request.voyage?.zones ?? []);
  const clearance = clearanceOf(mesh, request, options);
  const slowDown = slowDownOf(mesh, vehicleUnderWay(request.vehicle, request.voyage));
  const zonedWith = (some: readonly Zone[], room: Clearance | null) => zonedMesh(mesh, some, room, slowDown);
  const around: Around = { mesh, request, options, plan, clearance, zonedWith };
  const departure = request.voyage?.departure ?? null;
  const isSeasonal = departure !== null && zones.some(({ season }) => season);
  const isCostly = zones.some(({ kind }) => kind === 'closed');
  const free = isSeasonal || isCostly ? withoutZones(around) : null;
  let active = zonesDuring(zones, departure, free ? daysOf(free) : 0);
  for (;;) {
    const planned = planWith(around, active, free);
    const later = zonesDuring(zones, departure, daysOf(planned));
    if (later.length <= active.length) return planned;
    active = later;
  }
}

/** What is planned, on what, and how. */
interface Around {
  readonly mesh: Mesh;
  readonly request: PlannedRequest;
  readonly options: PlanOptions;
  readonly plan: Plan;
  readonly clearance: Clearance | null;
  readonly zonedWith: (zones: readonly Zone[], clearance: Clearance | null) => ZonedMesh;
}

function planWith(around: Around, zones: readonly Zone[], free: VoyagePlan | null): VoyagePlan {
  const { mesh, request, options, plan, clearance, zonedWith } = around;
  const fault = closedZoneFault(pointsOf(request), zones);
  if (fault) throw new Impossible(fault);
  const zoned = zonedWith(zones, clearance);
  let planned: VoyagePlan;
  try {
    planned = plan(zoned.mesh, options);
  } catch (error) {
    if (!(error instanceof RouteInaccessible)) throw error;
    throw tooNarrow(around, zones) ?? closedOff(around, zones, zoned.coverages) ?? error;
  }
  const routes = planned.routes.map((route, k) => ({
    ...route,
    zones: effectsOf(route, zones, zoned.coverages, free?.routes[k] ?? null),
  }));
  const keepsRate =
    slowDownOf(mesh, vehicleUnderWay(request.vehicle, request.voyage))(Int32Array.of(0), Infinity) === null;
  const notes = notesOn(zones, request.voyage?.departure ?? null, keepsRate, zoned.mesh !== mesh);
  return { ...planned, routes, mesh: zoned.mesh, notes: [...(planned.notes ?? []), ...notes] };
}

/** Says how wide a clearance may be; null where none is asked for, or none leaves a way. */
function tooNarrow({ clearance, zonedWith, plan, options }: Around, zones: readonly Zone[]): Error | null {
  if (!clearance) return null;
  const quick = { ...options, certificate: false };
  const widest = widestClearance(
    clearance.nm,
    (nm) => zonedWith(zones, withClearance(clearance, nm)).mesh,
    (on) => plan(on, quick),
  );
  if (!widest) return null;
  const { nm, at } = widest;
  return new ImpossibleOnMesh(
    `No way keeps ${clearance.nm} NM clear: the widest clearance that leaves one is ${nm.toFixed(2)} NM, ` +
      `and it is narrowest at ${placeText(at.lat, at.lon)}.`,
  );
}

/** Names the closed zones in the way; null where there is none without them either. */
function closedOff(around: Around, zones: readonly Zone[], coverages: readonly Coverage[]): Error | null {
  const free = withoutZones({ ...around, clearance: null });
  const met = free ? crossedBy(free.routes[0]!, zones, coverages) : [];
  if (met.length === 0) return null;
  const named = met.map(({ name, lat, lon }) => `"${name}" at ${placeText(lat, lon)}`).join(', ');
  return new ImpossibleOnMesh(
    met.length === 1
      ? `The closed zone ${named} leaves no way through.`
      : `The closed zones ${named} leave no way through.`,
  );
}

/** The closed zones that a route crosses, each where it first does. */
function crossedBy({ track }: VoyageRoute, zones: readonly Zone[], coverages: readonly Coverage[]) {
  return zones.flatMap(({ name, kind }, i) => {
    if (kind !== 'closed') return [];
    const [first] = timeInside(coverages[i]!, track).entered;
    return first ? [{ name, lat: first.lat, lon: first.lon }] : [];
  });
}

function effectsOf(
  route: VoyageRoute,
  zones: readonly Zone[],
  coverages: readonly Coverage[],
  free: VoyageRoute | null,
): ZoneEffect[] {
  const entered = zones.flatMap((zone, i) =>
    zone.kind === 'closed' ? [] : (entryOf(route.track, zone, coverages[i]!) ?? []),
  );
  return [...costsOf(route, zones, coverages, free), ...entered];
}

/** Where a line that was planned without zones enters them, closed ones included. */
export function enteredZones(track: Track, zones: readonly Zone[]): ZoneEffect[] {
  return zones.flatMap((zone) => entryOf(track, zone, new Coverage(polygonsOf(zone.geometry))) ?? []);
}

function entryOf(track: Track, { name, kind }: Zone, coverage: Coverage): ZoneEffect | null {
  const { entered, nmInside, hoursInside } = timeInside(coverage, track);
  return nmInside === 0 ? null : { name, kind, entered, nm_inside: nmInside, hours_inside: hoursInside };
}

/** What the closed zones cost that the route without them would cross: all together, as they can't be told apart. */
const costOf = ({ track, objective }: VoyageRoute): number =>
  objective === 'traveltime' ? track.timeDays.at(-1)! : track.consumption!.at(-1)!;

function costsOf(
  route: VoyageRoute,
  zones: readonly Zone[],
  coverages: readonly Coverage[],
  free: VoyageRoute | null,
): ZoneEffect[] {
  if (!free) return [];
  const [cost, freeCost] = [costOf(route), costOf(free)];
  if (cost <= freeCost * (1 + CHANGED)) return [];
  const met = crossedBy(free, zones, coverages);
  if (met.length === 0) return [];
  const [track, other] = [route.track, free.track];
  const consumed = track.consumption && other.consumption;
  return [
    {
      name: met.map(({ name }) => name).join(', '),
      kind: 'closed',
      costs_hours: HOURS_PER_DAY * (track.timeDays.at(-1)! - other.timeDays.at(-1)!),
      ...(consumed && { costs_consumption: track.consumption!.at(-1)! - other.consumption!.at(-1)! }),
    },
  ];
}

function notesOn(
  zones: readonly Zone[],
  departure: string | null,
  keepsRate: boolean,
  isDivided: boolean,
): string[] {
  const seasonal = zones.filter(({ season }) => season).map(({ name }) => `"${name}"`);
  const limits = zones.some(({ kind }) => kind === 'speed_limit');
  return [
    seasonal.length > 0 && departure === null
      ? `Without a departure, zones count in every season: ${seasonal.join(', ')}`
      : null,
    seasonal.length > 0 && departure !== null
      ? `A zone counts for the whole voyage if its season has a day of it: ${seasonal.join(', ')}`
      : null,
    limits && keepsRate
      ? 'Under a speed limit the consumption a day is that of full speed, because the mesh was made for one vessel'
      : null,
    isDivided
      ? 'How close the route is to the best is proved on the mesh as zones and clearance divide it'
      : null,
  ].filter((note) => note !== null);
}

const daysOf = ({ routes }: VoyagePlan): number =>
  Math.max(...routes.map(({ track }) => track.timeDays.at(-1)!));

/** Plans without zones that are kept for each mesh. */
const KEPT = 50;
const free = new WeakMap<Mesh, Map<string, VoyagePlan | null>>();

/** The voyage as it would be without zones; null where there is none even so. Kept, as it is the same whatever the zones. */
function withoutZones({ request, options, plan, clearance, zonedWith }: Around): VoyagePlan | null {
  const { mesh } = zonedWith([], clearance);
  const own = free.get(mesh) ?? new Map<string, VoyagePlan | null>();
  free.set(mesh, own);
  const key = JSON.stringify([request.start, request.end, { ...request.voyage, zones: null }]);
  const known = own.get(key);
  if (known !== undefined) return known;
  let found: VoyagePlan | null = null;
  try {
    found = plan(mesh, { ...options, certificate: false });
  } catch (error) {
    if (!(error instanceof RouteInaccessible)) throw error;
  }
  own.set(key, found);
  for (const old of own.keys()) if (own.size > KEPT) own.delete(old);
  return found;
}
