import { children, textOf, type XmlElement } from '../files/xml.ts';
import { greatCirclePoints, legKindOf } from './great-circle.ts';
import { type ReadWaypoint, type RoutesInFile, routeOf, stayOf } from './read-route.ts';

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
  times: ReadonlyMap<string, Times>,
): ReadWaypoint {
  const position = children(element, 'position')[0];
  const { eta, etd } = times.get(textOf(element, '@id') ?? '') ?? NO_TIMES;
  const time = eta ?? etd;
  const [port, starboard] = ['@portsideXTD', '@starboardXTD'].map((name) => legOf(element, defaults, name));
  return {
    lat: Number((position && textOf(position, '@lat')) ?? Number.NaN),
    lon: Number((position && textOf(position, '@lon')) ?? Number.NaN),
    name: textOf(element, '@name'),
    ...(time !== null && { time }),
    ...stayOf(eta, etd),
    ...(port && { portNm: Number(port) }),
    ...(starboard && { starboardNm: Number(starboard) }),
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
}

const NO_TIMES: Times = { eta: null, etd: null };

/** When each waypoint is reached and left, by its id: the first schedule's calculated times, else its manual ones. */
function timesOf(route: unknown): Map<string, Times> {
  const schedule = children(children(route, 'schedules')[0], 'schedule')[0];
  const kinds = ['calculated', 'manual'].flatMap((kind) => children(schedule, kind));
  const elements = kinds.flatMap((kind) =>
    // version 1.0 of the schema spells it so
    ['sheduleElement', 'scheduleElement'].flatMap((name) => children(kind, name)),
  );
  const times = elements.map((element) => {
    const [eta, etd] = [textOf(element, '@eta'), textOf(element, '@etd')];
    return [textOf(element, '@waypointId') ?? '', { eta, etd }] as const;
  });
  return new Map(times.filter(([, { eta, etd }]) => eta !== null || etd !== null).reverse());
}
