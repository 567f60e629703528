import type { LatLon } from '../engine/geometry/sphere.ts';
import { writeXml } from '../files/xml.ts';
import { cutAtAntimeridian } from './antimeridian.ts';
import { describeVoyage, emissionsText, withPlainSpaces } from './describe-totals.ts';
import { COORDINATE_DIGITS, coordinate, decimal, hoursText, STAY_DIGITS, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';
import type { AlternativeLine } from './path-line.ts';
import { formatDuration, formatNumber } from './shown-text.ts';

/** KML 2.2 (OGC 07-147r2): the line, cut at the antimeridian as that of GeoJSON, and a placemark for each waypoint. */
export function writeKml(plan: PassagePlan): string {
  return writeXml({
    kml: {
      '@xmlns': 'http://www.opengis.net/kml/2.2',
      Document: {
        name: plan.name,
        Style: [style('route', '3'), style('alternative', '1')],
        Placemark: [
          {
            name: plan.name,
            description: describeVoyage(plan),
            styleUrl: '#route',
            ...lineThrough(plan.waypoints),
          },
          ...plan.waypoints.map((waypoint) => ({
            name: waypoint.name,
            description: placeText(waypoint),
            ...extendedData(waypoint),
            Point: { coordinates: `${coordinate(waypoint.lon)},${coordinate(waypoint.lat)}` },
          })),
          ...plan.alternatives.map(({ name, points, ...totals }) => ({
            name,
            description: alternativeText(totals),
            styleUrl: '#alternative',
            ...lineThrough(points),
          })),
        ],
      },
    },
  });
}

function lineThrough(points: readonly LatLon[]) {
  const lines = cutAtAntimeridian(points).map((piece) => ({
    tessellate: '1',
    // here a longitude of 180 stays: the other side is another piece
    coordinates: piece
      .map(([lon, lat]) => `${decimal(lon, COORDINATE_DIGITS)},${decimal(lat, COORDINATE_DIGITS)}`)
      .join(' '),
  }));
  return lines.length === 1 ? { LineString: lines[0]! } : { MultiGeometry: { LineString: lines } };
}

const style = (id: string, width: string) => ({ '@id': id, LineStyle: { color: 'ff005ed5', width } });

function alternativeText({
  days,
  distanceNm,
  dearerPercent,
  ...emissions
}: Omit<AlternativeLine, 'name' | 'points'>): string {
  const cost = `${formatNumber(distanceNm, 1)} NM, ${formatDuration(days)}, ${decimal(dearerPercent, 1)} % dearer`;
  return withPlainSpaces([cost, emissionsText(emissions)].filter((part) => part !== '').join(', '));
}

/** What programs read: of texts they know nothing. */
function extendedData({ stayHours, eta }: PassageWaypoint) {
  const data = [
    ...(eta ? [{ '@name': 'eta', value: utc(eta) }] : []),
    ...(stayHours > 0 ? [{ '@name': 'stay_hours', value: decimal(stayHours, STAY_DIGITS) }] : []),
  ];
  return data.length > 0 ? { ExtendedData: { Data: data } } : {};
}

function placeText({ cumulativeNm, days, stayHours, eta, etd }: PassageWaypoint): string {
  const at = eta ? ` (${utc(eta)})` : '';
  const until = etd ? ` until ${utc(etd)}` : '';
  const stay = stayHours > 0 ? `, stays ${hoursText(stayHours)}${until}` : '';
  return withPlainSpaces(`${formatNumber(cumulativeNm, 1)} NM, ${formatDuration(days)}${at}${stay}`);
}
