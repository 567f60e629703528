/**
 * S-421, the route plan of the S-100 family (IEC 63173-1:2021, edition 1.0.0, GML): waypoints, legs with their cross-track limits, and a
 * calculated schedule where the route has a departure. Without one a stay has no element, and is in an extension. Element names, order and roles are those of CIRM's test files.
 */
import { writeXml } from '../files/xml.ts';
import { coordinate, decimal, STAY_DIGITS, utc } from './number-text.ts';
import type { PassagePlan, PassageWaypoint } from './passage-plan.ts';

const EDITION = '1.0';
const ROLES = 'http://www.iho.int/S-421/gml/1.0/roles';
const METRES_PER_NM = 1852;
/** A limit has at most four digits, metres. */
const WIDEST_XTD_M = 9999;
const SPEED_DIGITS = 1;
/** What an extension of ours is called, with the hours of a stay as its note. */
export const STAY_EXTENSION = 'stay_hours';
/** RouteInfoStatus: 1 original. */
const ORIGINAL = '1';
const RHUMB_LINE = '1';

export function writeS421(plan: PassagePlan, fileStem: string): string {
  const { waypoints, name, departure } = plan;
  const route = {
    '@gml:id': 'RTE',
    routeFormatVersion: EDITION,
    routeID: fileStem,
    routeEditionNo: '1',
    routeInfo: link('RTE.INFO', 'routeInfo'),
    routeWaypoints: link('RTE.WPTS', 'routeWaypoints'),
    ...(departure && { routeSchedules: link('RTE.SCHEDS', 'routeSchedules') }),
  };
  const list = {
    '@gml:id': 'RTE.WPTS',
    routeWaypointsCollection: link('RTE', 'routeWaypointsCollection'),
    routeWaypoint: waypoints.map(({ number }) => link(`RTE.WPT.${number}`, 'routeWaypoint')),
  };
  return writeXml({
    'S421:Dataset': {
      '@gml:id': 'S421.POLYNYA',
      '@xmlns:S421': 'http://www.iho.int/S421/gml/cs0/1.0',
      '@xmlns:S100': 'http://www.iho.int/s100gml/1.0',
      '@xmlns:gml': 'http://www.opengis.net/gml/3.2',
      '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
      member: [
        { 'S421:Route': route },
        { 'S421:RouteWaypoints': list },
        ...waypoints.map((waypoint) => ({ 'S421:RouteWaypoint': waypointOf(waypoint) })),
        ...waypoints.slice(1).map((to, k) => ({ 'S421:RouteWaypointLeg': legOf(waypoints[k]!, to) })),
      ],
      imember: [
        {
          'S421:RouteInfo': {
            '@gml:id': 'RTE.INFO',
            routeInfoName: name,
            routeInfoAuthor: 'Polynya',
            routeInfoStatus: ORIGINAL,
          },
        },
        ...(departure ? scheduleOf(plan) : []),
      ],
    },
  });
}

const link = (id: string, role: string) => ({
  '@xlink:href': `#${id}`,
  '@xlink:arcrole': `${ROLES}/${role}`,
});

const positionOf = ({ lat, lon }: PassageWaypoint): string => `${coordinate(lat)} ${coordinate(lon)}`;

const waypointOf = (waypoint: PassageWaypoint) => ({
  '@gml:id': `RTE.WPT.${waypoint.number}`,
  geometry: {
    'S100:pointProperty': {
      'S100:Point': {
        '@gml:id': `RTE.WPT.${waypoint.number}.PT`,
        '@srsName': 'EPSG:4326',
        'gml:pos': positionOf(waypoint),
      },
    },
  },
  routeWaypointID: String(waypoint.number),
  routeWaypointName: waypoint.name,
  routeWaypointFixed: waypoint.isStop ? '1' : '0',
  routeWaypointCollection: link('RTE.WPTS', 'routeWaypointCollection'),
  // the leg that arrives here, hence none at the first
  ...(waypoint.number > 1 && {
    routeWaypointLeg: link(`RTE.WPT.LEG.${waypoint.number - 1}`, 'routeWaypointLeg'),
  }),
  ...(!waypoint.etd && waypoint.stayHours > 0 && { routeWaypointExtensions: stayOf(waypoint) }),
});

const stayOf = ({ number, stayHours }: PassageWaypoint) => ({
  '@gml:id': `RTE.WPT.${number}.EXT.1`,
  '@routeExtensionsManufacturerId': 'Polynya',
  '@routeExtensionsName': STAY_EXTENSION,
  '@routeExtensionsVersion': '1',
  routeExtensionsNote: decimal(stayHours, STAY_DIGITS),
});

/** Whole metres, rounded down: what is wider than the schema's limit is written as that. */
const crossTrack = (nm: number): string => String(Math.min(WIDEST_XTD_M, Math.floor(nm * METRES_PER_NM)));

const legOf = (from: PassageWaypoint, to: PassageWaypoint) => ({
  '@gml:id': `RTE.WPT.LEG.${from.number}`,
  geometry: {
    'S100:curveProperty': {
      'S100:Curve': {
        '@gml:id': `RTE.WPT.LEG.${from.number}.CV`,
        'gml:segments': {
          'gml:LineStringSegment': { 'gml:posList': `${positionOf(from)} ${positionOf(to)}` },
        },
      },
    },
  },
  ...(to.starboardNm !== null && { routeWaypointLegStarboardXTDL: crossTrack(to.starboardNm) }),
  ...(to.portNm !== null && { routeWaypointLegPortXTDL: crossTrack(to.portNm) }),
  routeWaypointLegGeometryType: RHUMB_LINE,
  ...(to.speedKnots !== null && { routeWaypointLegSOGMax: decimal(to.speedKnots, SPEED_DIGITS) }),
  routeWaypointLegCollection: link(`RTE.WPT.${to.number}`, 'routeWaypointLegCollection'),
});

function scheduleOf({ waypoints, name }: PassagePlan) {
  const elementId = ({ number }: PassageWaypoint) => `RTE.SCHED.1.CAL.ELEMENT.${number}`;
  return [
    {
      'S421:RouteSchedules': { '@gml:id': 'RTE.SCHEDS', routeSchedule: link('RTE.SCHED.1', 'routeSchedule') },
    },
    {
      'S421:RouteSchedule': {
        '@gml:id': 'RTE.SCHED.1',
        routeScheduleID: '1',
        routeScheduleName: name,
        routeScheduleCollection: link('RTE.SCHEDS', 'routeScheduleCollection'),
        routeScheduleCalculated: link('RTE.SCHED.1.CAL', 'routeScheduleCalculated'),
      },
    },
    {
      'S421:RouteScheduleCalculated': {
        '@gml:id': 'RTE.SCHED.1.CAL',
        routeScheduleCollection: link('RTE.SCHED.1', 'routeScheduleCollection'),
        routeScheduleElement: waypoints.map((each) => link(elementId(each), 'routeScheduleElement')),
      },
    },
    ...waypoints.map((each) => ({
      'S421:RouteScheduleElement': {
        '@gml:id': elementId(each),
        routeWaypointId: String(each.number),
        ...(each.speedKnots !== null && {
          routeScheduleElementPlanSOG: decimal(each.speedKnots, SPEED_DIGITS),
        }),
        ...(each.etd && (each.number === 1 || each.isStop) && { routeScheduleElementETD: utc(each.etd) }),
        ...(each.number > 1 && { routeScheduleElementETA: utc(each.eta!) }),
        routeScheduleElementCalculatedCollection: link(
          'RTE.SCHED.1.CAL',
          'routeScheduleElementCalculatedCollection',
        ),
      },
    })),
  ];
}
