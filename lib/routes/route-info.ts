/** What a client should know of a route beyond its figures, in sentences. */
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import type { PlannedWaypoint } from '../engine/waypoints/waypoints.ts';
import type { RouteDocumentInput } from './route-document.ts';

export function routeInfo(input: RouteDocumentInput, route: ObjectiveRoute): { info: string } | null {
  const { plan, mesh, now, inaccessibleMeshIds = [] } = input;
  const sentences = [
    outdated(mesh.created, now),
    moved('start', plan.start),
    moved('end', plan.end),
    ...inaccessibleMeshIds.map((id) => `Mesh ${id}, tried first, has no way from the start to the end`),
    ...mesh.missingDataSources.map((source) => `The mesh has no data on ${source}`),
    ...route.pinches.map(
      ({ lat, lon }) =>
        `The route squeezes through a gap of no width at ${lat.toFixed(4)}, ${lon.toFixed(4)}`,
    ),
    route.complete ? null : 'The time for the calculation ran out: this is the best route found until then',
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : { info: `${sentences.join('. ')}.` };
}

/** Tells the date of a mesh that was made on an earlier day (UTC) than today. */
function outdated(created: string | undefined, now: Date): string | null {
  const day = created?.slice(0, 'yyyy-mm-dd'.length);
  if (!day || day >= now.toISOString().slice(0, day.length)) return null;
  return `Latest available mesh from ${day.replaceAll('-', '/')}`;
}

const moved = (end: 'start' | 'end', { movedNm }: PlannedWaypoint): string | null =>
  movedNm > 0 ? `The ${end} was moved ${movedNm.toFixed(2)} NM to the nearest navigable cell` : null;
