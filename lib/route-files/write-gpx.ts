import { writeXml } from '../files/xml.ts';
import { describeVoyage } from './describe-totals.ts';
import { coordinate, course, decimal, hoursText, STAY_DIGITS, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';

/** GPX 1.1 (topografix.com/gpx/1/1): one route, not a track, so that plotters can activate it. */
export function writeGpx(plan: PassagePlan): string {
  return writeXml({
    gpx: {
      '@version': '1.1',
      '@creator': 'Polynya',
      '@xmlns': 'http://www.topografix.com/GPX/1/1',
      '@xmlns:polynya': 'urn:polynya',
      metadata: { name: plan.name, desc: describeVoyage(plan) },
      rte: { name: plan.name, rtept: plan.waypoints.map(routePoint) },
    },
  });
}

/** The order of the children is the schema's. */
const routePoint = (waypoint: PassageWaypoint) => {
  const { lat, lon, eta, name, isStop, stayHours } = waypoint;
  const description = descriptionOf(waypoint);
  return {
    '@lat': coordinate(lat),
    '@lon': coordinate(lon),
    ...(eta && { time: utc(eta) }),
    name,
    ...(description && { desc: description }),
    ...(isStop && { type: 'Stop' }),
    ...(stayHours > 0 && { extensions: { 'polynya:stay_hours': decimal(stayHours, STAY_DIGITS) } }),
  };
};

function descriptionOf({ courseDegrees, distanceNm, stayHours, etd }: PassageWaypoint): string {
  const until = etd ? ` until ${utc(etd)}` : '';
  const stay = stayHours > 0 ? `Stay: ${hoursText(stayHours)}${until}. ` : '';
  const next =
    courseDegrees !== null && distanceNm !== null
      ? `Next: course ${course(courseDegrees, 1)}°, ${decimal(distanceNm, 2)} NM`
      : '';
  return `${stay}${next}`.trim();
}
