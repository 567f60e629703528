import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';
import type { AlternativeLine } from './path-line.ts';

type Position = readonly [lon: number, lat: number];

/**
 * GeoJSON (RFC 7946): the line, then the waypoints as points, then the lines of alternatives. A line over the antimeridian is cut there into a
 * MultiLineString (section 3.1.9), so that no map draws it round the world.
 */
export function writeGeoJson(plan: PassagePlan): string {
  const last = plan.waypoints.at(-1)!;
  const totals = { days: last.days, distance_nm: last.cumulativeNm, ...consumptionProperties(plan, last) };
  const features = [
    feature(lineThrough(plan.waypoints), {
      name: plan.name,
      objective: plan.objective,
      ...totals,
      ...(plan.inIce && { in_ice: plan.inIce }),
    }),
    ...plan.waypoints.map((waypoint) => waypointFeature(plan, waypoint)),
    ...plan.alternatives.map((alternative) => alternativeFeature(plan, alternative)),
  ];
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
}

function lineThrough(points: readonly LatLon[]) {
  const parts = cutAtAntimeridian(points);
  return parts.length === 1
    ? { type: 'LineString', coordinates: parts[0]! }
    : { type: 'MultiLineString', coordinates: parts };
}

const alternativeFeature = (plan: PassagePlan, alternative: AlternativeLine) =>
  feature(lineThrough(alternative.points), {
    name: alternative.name,
    objective: plan.objective,
    days: alternative.days,
    distance_nm: alternative.distanceNm,
    ...consumptionProperties(plan, alternative),
    ...(alternative.inIce && { in_ice: alternative.inIce }),
    dearer_percent: alternative.dearerPercent,
    shared_percent: alternative.sharedPercent,
  });

const feature = (geometry: object, properties: object) => ({ type: 'Feature', geometry, properties });

const waypointFeature = (plan: PassagePlan, waypoint: PassageWaypoint) =>
  feature(
    { type: 'Point', coordinates: [waypoint.lon, waypoint.lat] },
    {
      number: waypoint.number,
      name: waypoint.name,
      course_degrees: waypoint.courseDegrees,
      distance_nm: waypoint.distanceNm,
      cumulative_nm: waypoint.cumulativeNm,
      speed_knots: waypoint.speedKnots,
      days: waypoint.days,
      ...consumptionProperties(plan, waypoint),
      ...(waypoint.isStop && { stay_hours: waypoint.stayHours }),
      ...(waypoint.eta && { eta: waypoint.eta.toISOString() }),
      ...(waypoint.isStop && waypoint.etd && { etd: waypoint.etd.toISOString() }),
    },
  );

const consumptionProperties = (
  { consumes }: PassagePlan,
  { consumption, co2Tonnes }: Pick<PassageWaypoint, 'consumption' | 'co2Tonnes'>,
) => ({
  ...(consumes === 'fuel' && { fuel_tonnes: consumption }),
  ...(consumes === 'battery' && { battery_ah: consumption }),
  ...(co2Tonnes !== null && { co2_tonnes: co2Tonnes }),
});

/** Pieces of a line of rhumb lines: where it passes longitude ±180, one piece ends and the next begins. */
function cutAtAntimeridian(points: readonly LatLon[]): Position[][] {
  const pieces: Position[][] = [[[points[0]!.lon, points[0]!.lat]]];
  const add = (lon: number, lat: number) => {
    const [lastLon, lastLat] = pieces.at(-1)!.at(-1)!;
    if (lon !== lastLon || lat !== lastLat) pieces.at(-1)!.push([lon, lat]);
  };
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1]!, points[i]!];
    if (Math.abs(to.lon - from.lon) > 180) {
      const side = to.lon < from.lon ? 180 : -180;
      const line = new MercatorLine([from.lon, from.lat], [to.lon, to.lat]);
      const lat = line.latAt(line.partAtMeridian(side - from.lon));
      add(side, lat);
      pieces.push([[-side, lat]]);
    }
    add(to.lon, to.lat);
  }
  const lines = pieces.filter((piece) => piece.length > 1);
  return lines.length > 0 ? lines : [points.map(({ lon, lat }) => [lon, lat] as const)];
}
