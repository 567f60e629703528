/** What a client should know about a route in addition to its numbers, in sentences. */
import type { PlannedWaypoint } from '../engine/waypoints/waypoints.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import { validityOf } from '../voyage/forecast/timeline.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import type { VoyagePlan, VoyageRoute } from '../voyage/voyage-route.ts';
import { chartInfo } from './chart-info.ts';
import { type PlannedOn, vehicleInfo } from './vehicle-info.ts';

/** What the sentences are about. */
export interface InfoInput {
  readonly plan: VoyagePlan;
  readonly mesh: Pick<MeshRecord, 'validDateStart' | 'validDateEnd' | 'missingDataSources'> &
    Partial<Pick<MeshRecord, 'created'>>;
  /** Meshes that were tried before and have no way: identifiers, or names of files. */
  readonly inaccessibleMeshes?: readonly (number | string)[];
  /** What the route was planned on and for. Without it, what the mesh says of the sea along the route is left out. */
  readonly planned?: PlannedOn;
  /** What the request asked for besides its ends and its vehicle. */
  readonly asked?: Voyage | null;
  /** Those that were planned; null or absent: all that the mesh tells of. */
  readonly objectives?: readonly string[] | null;
  readonly now: Date;
}

/** Of a route that is not `complete`. */
export const BEST_UNTIL_THEN =
  'The time for the calculation ran out: this is the best route found until then';

/** Of a route that was planned by some objectives only. */
const PLANNED_ALONE =
  'Only this route was planned, because its watch compares no other: continue it to have all of them';

export function routeInfo(input: InfoInput, route: VoyageRoute): { info: string } | null {
  const { plan, mesh, now, inaccessibleMeshes = [], planned, asked, objectives } = input;
  const sentences = [
    outdated(mesh.created, now),
    dataEnded(mesh.validDateEnd, now) ?? otherSea(mesh, route, asked?.departure ?? null),
    chartInfo(asked?.ice_chart ?? null, now, route.dated !== undefined),
    moved('start', plan.start),
    moved('end', plan.end),
    ...(route.stops ?? []).slice(1, -1).map(({ name, place }) => moved(`stop "${name}"`, place)),
    ...inaccessibleMeshes.map((id) => `Mesh ${id}, tried first, has no way from the start to the end`),
    ...mesh.missingDataSources.map((source) => `The mesh has no data on ${source}`),
    ...(plan.notes ?? []),
    objectives ? PLANNED_ALONE : null,
    ...(planned ? vehicleInfo(planned, route.track) : []),
    ...(route.remarks ?? []),
    ...route.pinches.map(
      ({ lat, lon }) =>
        `The route squeezes through a gap of no width at ${lat.toFixed(4)}, ${lon.toFixed(4)}`,
    ),
    route.complete ? null : BEST_UNTIL_THEN,
    provedBadly(route),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : { info: `${sentences.join('. ')}.` };
}

const MS_PER_DAY = 86_400_000;
/** A larger gap is explained. */
const TOLD_PERCENT = 1;

/** Why the gap is wider than it had to be. On one mesh what is left of a route at chosen speeds is in its remarks. */
function provedBadly({ optimality, objective, dated }: VoyageRoute): string | null {
  if (optimality === null) return 'How close the route is to the best could not be proved';
  if (!optimality) return null;
  if (!optimality.endedBy) {
    const isInRemarks = !dated && (objective === 'within' || objective === 'cost');
    return optimality.gapPercent <= TOLD_PERCENT || isInRemarks
      ? null
      : `The gap to the best is above ${TOLD_PERCENT} %, as where currents are strong, or with many stops in any order: routes better by less than that gap may exist`;
  }
  const reason = { time: 'ran out of time', work: 'needed more work than it may take' }[optimality.endedBy];
  return `The proof of how close the route is to the best ${reason}: the route may be closer than the gap says`;
}

/** Gives the date of a mesh that was made on an earlier day (UTC) than today. */
function outdated(created: string | undefined, now: Date): string | null {
  const day = created && pastDay(created, now);
  return day ? `Latest available mesh from ${day}` : null;
}

/** Gives the last day for which the data of a mesh are valid, if that day has passed. */
function dataEnded(validDateEnd: string | null, now: Date): string | null {
  const day = validDateEnd && pastDay(validDateEnd, now);
  return day ? `Its data end on ${day}` : null;
}

/** Says so where the voyage is under way when the data of its one mesh are not valid. */
function otherSea(
  { validDateStart, validDateEnd }: InfoInput['mesh'],
  { track, dated }: VoyageRoute,
  departure: string | null,
): string | null {
  const valid = validityOf(validDateStart, validDateEnd);
  if (dated || !valid || departure === null) return null;
  const leaves = Date.parse(departure);
  const arrives = leaves + (track.timeDays.at(-1) ?? 0) * MS_PER_DAY;
  if (leaves >= valid.from && arrives <= valid.to) return null;
  const [from, to] = [leaves, arrives].map((time) =>
    new Date(time).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length),
  );
  return `The voyage from ${from}Z to ${to}Z is planned on one mesh alone, whose data are of ${validDateStart} to ${validDateEnd}`;
}

/** The day of an ISO 8601 date or time as `yyyy/mm/dd`; null if it is today (UTC), later, or not a date. */
function pastDay(time: string, now: Date): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(time)?.[0];
  if (!day || day >= now.toISOString().slice(0, day.length)) return null;
  return day.replaceAll('-', '/');
}

const moved = (what: string, { movedNm }: PlannedWaypoint): string | null =>
  movedNm > 0 ? `The ${what} was moved ${movedNm.toFixed(2)} NM to the nearest navigable cell` : null;
