import type { LatLon } from '../engine/geometry/sphere.ts';
import { cutAtAntimeridian } from './antimeridian.ts';
import { decimal, STAY_DIGITS } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';
import type { AlternativeLine } from './path-line.ts';

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
      ...(waypoint.isStop && { stay_hours: Number(decimal(waypoint.stayHours, STAY_DIGITS)) }),
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
