import { coordinate, course, decimal, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';
import { writeXml } from './xml.ts';
import { xmlText } from './xml-text.ts';

/** GPX 1.1 (topografix.com/gpx/1/1): one route, not a track, so that plotters can activate it. */
export function writeGpx(plan: PassagePlan): string {
  return writeXml({
    gpx: {
      '@version': '1.1',
      '@creator': 'Polynya',
      '@xmlns': 'http://www.topografix.com/GPX/1/1',
      metadata: { name: xmlText(plan.name) },
      rte: { name: xmlText(plan.name), rtept: plan.waypoints.map(routePoint) },
    },
  });
}

/** The order of the children is the schema's. */
const routePoint = ({ lat, lon, eta, name, courseDegrees, distanceNm }: PassageWaypoint) => ({
  '@lat': coordinate(lat),
  '@lon': coordinate(lon),
  ...(eta && { time: utc(eta) }),
  name: xmlText(name),
  ...(courseDegrees !== null &&
    distanceNm !== null && {
      desc: `Next: course ${course(courseDegrees, 1)}°, ${decimal(distanceNm, 2)} NM`,
    }),
});
