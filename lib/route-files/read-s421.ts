/** A route plan in S-421 (IEC 63173-1, edition 1.0.0): GML with waypoints, legs and schedules. */
import { GmlReader, type Member, membersOf } from '../files/gml.ts';
import { children, readXml, textOf, type XmlElement } from '../files/xml.ts';
import { greatCirclePoints, unknownLegs } from './great-circle.ts';
import {
  otherSchedules,
  type ReadWaypoint,
  type RoutesInFile,
  routeOf,
  speedPart,
  stayOf,
  stayPart,
} from './read-route.ts';
import { STAY_EXTENSION } from './write-s421.ts';

const METRES_PER_NM = 1852;
/** Legs are 1, a loxodrome, or 2, an orthodrome; some programs write the words. */
const GREAT_CIRCLE = /^(2|ortho.*|great.*)$/i;
const RHUMB_LINE = /^(1|loxo.*|rhumb.*)$/i;

export function readS421(text: string): RoutesInFile {
  const root = readXml(text);
  const dataset = children(root, 'Dataset')[0] ?? children(root, 'DataSet')[0] ?? {};
  // drafts of the standard have small letters where edition 1.0.0 has capitals
  const members = membersOf(dataset).map((member) => ({ ...member, kind: capitalised(member.kind) }));
  const of = (kind: string) => members.filter((member) => member.kind === kind).map(({ element }) => element);
  const points = inOrder(of('RouteWaypoint'), of('RouteWaypoints')[0]);
  const legs = new Map(of('RouteWaypointLeg').map((leg) => [textOf(leg, '@id') ?? '', leg]));
  const times = timesOf(members);
  const reader = new GmlReader('lat-lon');
  for (const point of points) reader.collect(point);
  const places = reader.geometries();
  const unknown = new Set<string>();
  const waypoints: ReadWaypoint[] = [];
  let greatCircles = 0;
  for (const [i, point] of points.entries()) {
    const place = places[i]!.find(({ type }) => type === 'Point');
    const [lon, lat] = place?.type === 'Point' ? place.at : [Number.NaN, Number.NaN];
    const leg = legs.get(referenceOf(point, 'routeWaypointLeg'));
    const time = times.get(textOf(point, 'routeWaypointID') ?? '');
    const next = {
      lat,
      lon,
      name: textOf(point, 'routeWaypointName'),
      ...speedPart(leg && textOf(leg, 'routeWaypointLegSOGMax')),
      ...stayPart(hoursIn(point)),
      ...time,
      ...limitsOf(leg),
    };
    const before = waypoints.at(-1);
    if (before && isGreatCircle(leg, unknown)) {
      const along = { name: null, ...speedPart(next.speedKnots) };
      waypoints.push(...greatCirclePoints(before, next).map((each) => ({ ...each, ...along })));
      greatCircles++;
    }
    waypoints.push(next);
  }
  const info = of('RouteInfo')[0];
  const whole = routeOf('route', (info && textOf(info, 'routeInfoName')) ?? null, waypoints);
  const actions = of('RouteActionPoint').length;
  return {
    routes: [{ ...whole, given: points.length, greatCircles }],
    notes: [
      ...reader.notes.map((note) => `${note}.`),
      ...unknownLegs('geometry type', unknown),
      ...otherSchedules(of('RouteSchedule').length),
      ...(actions > 0 ? [`${actions} action ${actions === 1 ? 'point was' : 'points were'} not read.`] : []),
    ],
  };
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What an element refers to, without the `#`. */
function referenceOf(element: XmlElement, name: string): string {
  const link = children(element, name)[0];
  return ((link && textOf(link, '@href')) ?? '').replace(/^#/, '');
}

/** In the order of the list of waypoints, where it names all of them; else in that of the file, as in the standard's test files. */
function inOrder(points: readonly XmlElement[], list: XmlElement | undefined): readonly XmlElement[] {
  const byId = new Map(points.map((point) => [textOf(point, '@id') ?? '', point]));
  const listed = children(list, 'routeWaypoint').map((link) =>
    byId.get((textOf(link, '@href') ?? '').replace(/^#/, '')),
  );
  const isWhole =
    listed.length === points.length && new Set(listed).size === points.length && !listed.includes(undefined);
  return isWhole ? (listed as XmlElement[]) : points;
}

/** Of a stay, as `writeS421` has it without times; 0 where there is none. */
function hoursIn(point: XmlElement): number {
  const own = children(point, 'routeWaypointExtensions').find(
    (each) => textOf(each, '@routeExtensionsName') === STAY_EXTENSION,
  );
  return Number((own && textOf(own, 'routeExtensionsNote')) ?? 0);
}

/** Cross-track limits are metres. */
function limitsOf(leg: XmlElement | undefined): Pick<ReadWaypoint, 'portNm' | 'starboardNm'> {
  const [port, starboard] = ['routeWaypointLegPortXTDL', 'routeWaypointLegStarboardXTDL'].map(
    (name) => leg && textOf(leg, name),
  );
  return {
    ...(port && { portNm: Number(port) / METRES_PER_NM }),
    ...(starboard && { starboardNm: Number(starboard) / METRES_PER_NM }),
  };
}

function isGreatCircle(leg: XmlElement | undefined, unknown: Set<string>): boolean {
  const type = leg ? textOf(leg, 'routeWaypointLegGeometryType')?.trim() : null;
  if (!type) return false;
  if (!GREAT_CIRCLE.test(type) && !RHUMB_LINE.test(type)) unknown.add(type);
  return GREAT_CIRCLE.test(type);
}

type Scheduled = Pick<ReadWaypoint, 'time' | 'stayHours' | 'speedKnots'>;

/** By waypoint, when it is reached, or the first left, how long is stayed, and how fast the leg to it is: of the first calculated schedule, else of the first manual one. */
function timesOf(members: readonly Member[]): Map<string, Scheduled> {
  const elements = new Map(
    members
      .filter(({ kind }) => kind === 'RouteScheduleElement')
      .map(({ element }) => [textOf(element, '@id') ?? '', element]),
  );
  const schedules = ['RouteScheduleManual', 'RouteScheduleCalculated'].flatMap(
    (kind) => members.find((member) => member.kind === kind) ?? [],
  );
  const times = new Map<string, Scheduled>();
  for (const { element: schedule } of schedules) {
    for (const link of children(schedule, 'routeScheduleElement')) {
      const element = elements.get((textOf(link, '@href') ?? '').replace(/^#/, ''));
      const waypoint = element && textOf(element, 'routeWaypointId');
      const [eta, etd] = ['ETA', 'ETD'].map((which) => element && utcOf(element, which));
      const time = eta ?? etd;
      if (!waypoint) continue;
      times.set(waypoint, {
        ...(time && { time, ...stayOf(eta ?? null, etd ?? null) }),
        ...speedPart(textOf(element, 'routeScheduleElementPlanSOG')),
      });
    }
  }
  return times;
}

/** Ships' times are UTC unless they say otherwise. */
function utcOf(element: XmlElement, which: string): string | null {
  const time = textOf(element, `routeScheduleElement${which}`);
  return time && !/(Z|[+-]\d\d:?\d\d)$/.test(time) ? `${time}Z` : time;
}
