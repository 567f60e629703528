import { decimalOf } from '../files/decimal.ts';
import { children, textOf, type XmlElement } from '../files/xml.ts';
import { greatCirclePoints, legKindOf, unknownLegs } from './great-circle.ts';
import {
  comingBefore,
  otherSchedules,
  type ReadWaypoint,
  type RoutesInFile,
  routeOf,
  speedPart,
  stayOf,
  stayPart,
} from './read-route.ts';

/** A route in RTZ 1.0 to 1.2. Legs along a great circle are cut into short rhumb lines. */
export function readRtz(route: unknown): RoutesInFile {
  const info = children(route, 'routeInfo')[0];
  const lists = children(route, 'waypoints');
  const defaults = lists.flatMap((list) => children(list, 'defaultWaypoint'))[0];
  const schedules = children(children(route, 'schedules')[0], 'schedule');
  const times = timesOf(schedules[0]);
  const unknown = new Set<string>();
  const unreadStays = [...times.values()].flatMap(({ stay }) => (hoursOf(stay) === null ? [stay] : []));
  const waypoints: ReadWaypoint[] = [];
  let greatCircles = 0;
  const elements = lists.flatMap((list) => children(list, 'waypoint'));
  for (const element of elements) {
    const next = waypoint(element, defaults, times);
    const before = waypoints.at(-1);
    const geometry = legOf(element, defaults, '@geometryType');
    if (before && isGreatCircle(geometry, unknown)) {
      const along = { name: null, ...speedPart(next.speedKnots) };
      waypoints.push(...greatCirclePoints(before, next).map((point) => ({ ...point, ...along })));
      greatCircles++;
    }
    waypoints.push(next);
  }
  const whole = routeOf('route', info ? textOf(info, '@routeName') : null, waypoints);
  return {
    routes: [{ ...whole, given: elements.length, greatCircles }],
    notes: [
      ...unknownLegs('geometryType', unknown),
      ...otherSchedules(schedules.length),
      ...(unreadStays.length > 0
        ? [`Stays such as "${unreadStays[0]!.slice(0, 40)}" were passed over: they are no durations.`]
        : []),
    ],
  };
}

/** @param unknown filled with words that are neither */
function isGreatCircle(geometry: string | null, unknown: Set<string>): boolean {
  const kind = legKindOf(geometry ?? '');
  if (geometry !== null && kind === null) unknown.add(geometry);
  return kind === 'great circle';
}

function waypoint(
  element: XmlElement,
  defaults: XmlElement | undefined,
  times: ReadonlyMap<string, Times>,
): ReadWaypoint {
  const position = children(element, 'position')[0];
  const { eta, etd, stay, speed } = times.get(textOf(element, '@id') ?? '') ?? NO_TIMES;
  const staying = eta !== null && etd !== null ? stayOf(eta, etd) : stayPart(hoursOf(stay) ?? 0);
  const time = eta ?? comingBefore(etd, staying.stayHours);
  const [port, starboard] = ['@portsideXTD', '@starboardXTD'].map((name) => legOf(element, defaults, name));
  return {
    lat: decimalOf(position && textOf(position, '@lat')),
    lon: decimalOf(position && textOf(position, '@lon')),
    name: textOf(element, '@name'),
    ...(time !== null && { time }),
    ...staying,
    ...(port && { portNm: Number(port) }),
    ...(starboard && { starboardNm: Number(starboard) }),
    ...speedPart(speed ?? legOf(element, defaults, '@speedMax')),
  };
}

/** An attribute of the leg that ends at a waypoint, else of the default; null where neither has it. */
function legOf(element: XmlElement, defaults: XmlElement | undefined, name: string): string | null {
  const [leg, common] = [element, defaults].map((each) => children(each, 'leg')[0]);
  return (leg && textOf(leg, name)) ?? (common && textOf(common, name)) ?? null;
}

/** Of a waypoint in a schedule. */
interface Times {
  readonly eta: string | null;
  readonly etd: string | null;
  readonly stay: string | null;
  /** On the leg that ends there. */
  readonly speed: string | null;
}

const NO_TIMES: Times = { eta: null, etd: null, stay: null, speed: null };

const DURATION = /^P(?=.)(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?=.)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;

/** `PT30H`, `P1DT6H`, or as version 1.0 has it the time of a day, `05:30:00`; 0 where there is none, null of what is neither. */
function hoursOf(stay: string | null): number | null {
  if (stay === null) return 0;
  const clock = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)$/.exec(stay);
  const parts = DURATION.exec(stay)?.slice(1) ?? (clock && [0, 0, ...clock.slice(1)]);
  if (!parts) return null;
  const hours = parts.reduce<number>((sum, part, k) => sum + HOURS_IN[k]! * Number(part ?? 0), 0);
  return Number.isFinite(hours) ? hours : null;
}

/** In a week, a day, an hour, a minute, a second. */
const HOURS_IN = [168, 24, 1, 1 / 60, 1 / 3600];

/** When each waypoint is reached and left, how long is stayed, how fast the leg to it is, by its id: calculated, else manual. */
function timesOf(schedule: XmlElement | undefined): Map<string, Times> {
  const kinds = ['calculated', 'manual'].flatMap((kind) => children(schedule, kind));
  const elements = kinds.flatMap((kind) =>
    // version 1.0 of the schema spells it so
    ['sheduleElement', 'scheduleElement'].flatMap((name) => children(kind, name)),
  );
  const times = elements.map((element) => {
    const [eta, etd, stay, speed] = ['@eta', '@etd', '@stay', '@speed'].map((name) => textOf(element, name));
    return [textOf(element, '@waypointId') ?? '', { eta, etd, stay, speed } as Times] as const;
  });
  return new Map(times.filter(([, each]) => Object.values(each).some((text) => text !== null)).reverse());
}
