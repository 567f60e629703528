import { describeVoyage, emissionsText } from './describe-totals.ts';
import { coordinate, decimal, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';
import type { AlternativeLine } from './path-line.ts';
import { writeXml } from './xml.ts';
import { xmlText } from './xml-text.ts';

/** KML 2.2 (OGC 07-147r2): the line, and a placemark for each waypoint. */
export function writeKml(plan: PassagePlan): string {
  const position = ({ lat, lon }: { lat: number; lon: number }) => `${coordinate(lon)},${coordinate(lat)}`;
  return writeXml({
    kml: {
      '@xmlns': 'http://www.opengis.net/kml/2.2',
      Document: {
        name: xmlText(plan.name),
        Style: [style('route', '3'), style('alternative', '1')],
        Placemark: [
          {
            name: xmlText(plan.name),
            description: describeVoyage(plan),
            styleUrl: '#route',
            LineString: { tessellate: '1', coordinates: plan.waypoints.map(position).join(' ') },
          },
          ...plan.waypoints.map((waypoint) => ({
            name: xmlText(waypoint.name),
            description: placeText(waypoint),
            Point: { coordinates: position(waypoint) },
          })),
          ...plan.alternatives.map(({ name, points, ...totals }) => ({
            name: xmlText(name),
            description: alternativeText(totals),
            styleUrl: '#alternative',
            LineString: { tessellate: '1', coordinates: points.map(position).join(' ') },
          })),
        ],
      },
    },
  });
}

const style = (id: string, width: string) => ({ '@id': id, LineStyle: { color: 'ff005ed5', width } });

function alternativeText({
  days,
  distanceNm,
  dearerPercent,
  ...emissions
}: Omit<AlternativeLine, 'name' | 'points'>): string {
  const cost = `${decimal(distanceNm, 1)} NM, ${decimal(days, 3)} days, ${decimal(dearerPercent, 1)} % dearer`;
  return [cost, emissionsText(emissions)].filter((part) => part !== '').join(', ');
}

function placeText({ cumulativeNm, days, stayHours, eta, etd }: PassageWaypoint): string {
  const at = eta ? ` (${utc(eta)})` : '';
  const until = etd ? ` until ${utc(etd)}` : '';
  const stay = stayHours > 0 ? `, stays ${decimal(stayHours, 2)} hours${until}` : '';
  return `${decimal(cumulativeNm, 1)} NM, ${decimal(days, 3)} days${at}${stay}`;
}
