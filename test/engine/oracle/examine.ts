/** Plans a route and checks everything that must be true of the answer. */

import type { Objective } from '../../../lib/engine/cost/cost.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import type { Track } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../../../lib/engine/route-plan.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { type BruteForceOptions, bruteForce, contains } from './brute-force.ts';
import { checkTrack } from './check-track.ts';
import { faultsOfWaypoints } from './check-waypoints.ts';
import { type Crossings, componentsOf, findCrossings } from './crossings.ts';

/** Fraction by which a sailing track may cost more than its route. */
const SAILING_TOLERANCE = 1e-3;

/** Relative rounding error of a total. */
const ROUNDING = 1e-9;

/** A mesh with what the checks need of it, computed once. */
export interface Subject {
  readonly source: MeshSource;
  readonly mesh: Mesh;
  readonly crossings: Crossings;
}

export interface Examined {
  /** Every fault that was found, each in a sentence. */
  readonly faults: readonly string[];
  /** Null if the answer was that there is no route. */
  readonly plan: RoutePlan | null;
  /** Processor time of the answer. */
  readonly milliseconds: number;
}

export function subjectOf(source: MeshSource, mesh: Mesh): Subject {
  return { source, mesh, crossings: findCrossings(source) };
}

/**
 * For a start and an end in open cells: checks validity, accessibility, and how the tracks of a plan compare.
 */
export function examine(subject: Subject, start: LatLon, end: LatLon): Examined {
  const asked = process.cpuUsage();
  const plan = planOrNull(subject.mesh, start, end);
  const { user, system } = process.cpuUsage(asked);
  const milliseconds = (user + system) / 1000;
  if (!plan) {
    const disproof = isLinked(subject, start, end) && disprovesInaccessible(subject, start, end);
    return { plan, milliseconds, faults: disproof ? ['there is a way, but none was found'] : [] };
  }
  const faults = isLinked(subject, start, end) ? [] : ['there is no way, but one was found'];
  return { plan, milliseconds, faults: [...faults, ...faultsOfPlan(subject, plan)] };
}

/** Whether the tracks of a plan may be sailed, cost what they say, and compare as they must. */
export function faultsOfPlan(subject: Omit<Subject, 'mesh'>, plan: RoutePlan): string[] {
  return [...plan.routes.flatMap((route) => faultsOfRoute(subject, route, plan)), ...faultsBetween(plan)];
}

/** Compares routes with the best that brute force finds; gaps are fractions of the cost. */
export function gapsToBruteForce(
  { source }: Subject,
  plan: RoutePlan,
  options: BruteForceOptions,
): { objective: Objective; gap: number }[] {
  return plan.routes.map(({ objective, track, pinches }) => {
    const truth = bruteForce(source, objective, plan.start.used, plan.end.used, options);
    const cost = totalOf(track, objective);
    // a route that turns inside cells may need no pinch where straight legs do; it may then cost more
    const isComparable = truth !== null && (!truth.usesPinch || pinches.length > 0);
    return { objective, gap: !isComparable || cost === truth.cost ? 0 : cost / truth.cost - 1 };
  });
}

export function totalOf(track: Track, objective: Objective): number {
  return (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;
}

function planOrNull(mesh: Mesh, start: LatLon, end: LatLon): RoutePlan | null {
  try {
    return planRoute(mesh, start, end);
  } catch (error) {
    if (error instanceof RouteInaccessible) return null;
    throw error;
  }
}

/** Whether open cells, edges and corners connect start and end, whatever the currents. */
function isLinked({ source, crossings }: Subject, start: LatLon, end: LatLon): boolean {
  const component = componentsOf(source, crossings, true);
  const at = ({ lon, lat }: LatLon) =>
    component.filter((name, row) => name >= 0 && contains(source, row, [lon, lat]));
  const reached = new Set(at(start));
  return at(end).some((name) => reached.has(name));
}

function disprovesInaccessible({ source }: Subject, start: LatLon, end: LatLon): boolean {
  return bruteForce(source, 'traveltime', start, end, { perEdge: 3, rounds: 0 }) !== null;
}

function faultsOfRoute(
  { source, crossings }: Omit<Subject, 'mesh'>,
  route: ObjectiveRoute,
  plan: RoutePlan,
): string[] {
  const { objective, track, unsmoothed, sailing, pinches } = route;
  const faults: string[] = [];
  for (const [name, one] of Object.entries({ track, unsmoothed })) {
    const checked = checkTrack(source, crossings, one, plan.start.used, plan.end.used);
    faults.push(...checked.faults.map((fault) => `${objective} ${name}: ${fault}`));
    if (name === 'track' && checked.pinches.length !== pinches.length) {
      faults.push(`${objective}: names ${pinches.length} pinches, uses ${checked.pinches.length}`);
    }
  }
  const { start, end } = plan;
  const sailed = faultsOfWaypoints(source, crossings, objective, sailing, start.used, end.used);
  faults.push(...sailed.map((fault) => `${objective} sailing: ${fault}`));
  const cost = totalOf(track, objective);
  if (!(cost <= totalOf(unsmoothed, objective) * (1 + ROUNDING))) {
    faults.push(`${objective}: costs ${cost}, unsmoothed ${totalOf(unsmoothed, objective)}`);
  }
  if (!(totalOf(sailing, objective) <= cost * (1 + SAILING_TOLERANCE))) {
    faults.push(`${objective}: costs ${cost}, its sailing waypoints ${totalOf(sailing, objective)}`);
  }
  if (sailing.coordinates.length > track.coordinates.length)
    faults.push(`${objective}: sailing has more points`);
  if (!route.complete) faults.push(`${objective}: not complete without a time budget`);
  return faults;
}

/** Neither route costs less by the other's objective than the other. */
function faultsBetween({ routes }: RoutePlan): string[] {
  const faults: string[] = [];
  for (const own of routes) {
    for (const other of routes) {
      const cost = totalOf(own.track, own.objective);
      const beaten = totalOf(other.track, own.objective);
      if (!(cost <= beaten * (1 + ROUNDING))) faults.push(`${own.objective}: ${cost}, other route ${beaten}`);
    }
  }
  return faults;
}
