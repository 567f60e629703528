import { children, textOf, type XmlElement } from '../files/xml.ts';
import { greatCirclePoints, legKindOf } from './great-circle.ts';
import { type ReadWaypoint, type RoutesInFile, routeOf } from './read-route.ts';

/** A route in RTZ 1.0 to 1.2. Legs along a great circle are cut into short rhumb lines. */
export function readRtz(route: unknown): RoutesInFile {
  const info = children(route, 'routeInfo')[0];
  const list = children(route, 'waypoints')[0];
  const defaults = children(list, 'defaultWaypoint')[0];
  const times = timesOf(route);
  const unknown = new Set<string>();
  const waypoints: ReadWaypoint[] = [];
  let greatCircles = 0;
  const elements = children(list, 'waypoint');
  for (const element of elements) {
    const next = waypoint(element, defaults, times);
    const before = waypoints.at(-1);
    const geometry = legOf(element, defaults, '@geometryType');
    if (before && isGreatCircle(geometry, unknown)) {
      waypoints.push(...greatCirclePoints(before, next).map((point) => ({ ...point, name: null })));
      greatCircles++;
    }
    waypoints.push(next);
  }
  const whole = routeOf('route', info ? textOf(info, '@routeName') : null, waypoints);
  return {
    routes: [{ ...whole, given: elements.length, greatCircles }],
    notes: [...unknown].map(
      (word) => `Legs of geometryType "${word.slice(0, 40)}", which is not known, were taken as rhumb lines.`,
    ),
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
  times: ReadonlyMap<string, string>,
): ReadWaypoint {
  const position = children(element, 'position')[0];
  const time = times.get(textOf(element, '@id') ?? '');
  const [port, starboard] = ['@portsideXTD', '@starboardXTD'].map((name) => legOf(element, defaults, name));
  return {
    lat: Number((position && textOf(position, '@lat')) ?? Number.NaN),
    lon: Number((position && textOf(position, '@lon')) ?? Number.NaN),
    name: textOf(element, '@name'),
    ...(time !== undefined && { time }),
    ...(port && { portNm: Number(port) }),
    ...(starboard && { starboardNm: Number(starboard) }),
  };
}

/** An attribute of the leg that ends at a waypoint, else of the default; null where neither has it. */
function legOf(element: XmlElement, defaults: XmlElement | undefined, name: string): string | null {
  const [leg, common] = [element, defaults].map((each) => children(each, 'leg')[0]);
  return (leg && textOf(leg, name)) ?? (common && textOf(common, name)) ?? null;
}

/** When each waypoint is reached, or the first left, by its id: the first schedule's calculated times, else its manual ones. */
function timesOf(route: unknown): Map<string, string> {
  const schedule = children(children(route, 'schedules')[0], 'schedule')[0];
  const kinds = ['calculated', 'manual'].flatMap((kind) => children(schedule, kind));
  const elements = kinds.flatMap((kind) =>
    // version 1.0 of the schema spells it so
    ['sheduleElement', 'scheduleElement'].flatMap((name) => children(kind, name)),
  );
  const times = elements.map(
    (element) =>
      [textOf(element, '@waypointId') ?? '', textOf(element, '@eta') ?? textOf(element, '@etd')] as const,
  );
  return new Map(times.flatMap(([id, time]) => (time === null ? [] : [[id, time] as const])).reverse());
}
