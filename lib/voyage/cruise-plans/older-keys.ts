/** Names that keys of a cruise plan had in older versions of the planner, and keys that are not read. */

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a point or an area. */
export function withNewNames(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const { duration_minutes, duration = duration_minutes, depth, operation_depth = depth, ...rest } = value;
  return { ...rest, duration, operation_depth };
}

/** Of a leg: its first and last activity. */
export function withEnds(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const {
    first_station,
    first_waypoint = first_station,
    last_station,
    last_waypoint = last_station,
    ...rest
  } = value;
  return { first_activity: first_waypoint, last_activity: last_waypoint, ...rest };
}

/** Of a leg or a cluster: what is done was a `sequence`, or else its moorings and stations. */
export function withActivities(value: unknown): unknown {
  if (!isMapping(value) || isFilled(value.activities)) return value;
  if (isFilled(value.sequence)) {
    const { sequence, ...rest } = value;
    return { ...rest, activities: sequence };
  }
  const { moorings, stations, ...rest } = value;
  const lists = [moorings, stations].filter(isFilled);
  return lists.length > 0 ? { ...rest, activities: lists.flat() } : value;
}

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

/** Of a plan: stations and moorings were lists of their own beside points, and lines were transits. */
export function withCatalogue(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const { points, stations, moorings, lines, transits, ...rest } = value;
  const all = (...lists: unknown[]) => lists.filter((list) => list != null);
  const [catalogue, sailed] = [all(points, stations, moorings), all(lines, transits)];
  if (![...catalogue, ...sailed].every(Array.isArray)) return value;
  return { ...rest, points: catalogue.flat(), lines: sailed.flat() };
}

const ABOUT = ['name', 'description', 'comment', 'history'];
const CLUSTER = [...ABOUT, 'strategy', 'ordered', 'activities'];
const WORK = [...ABOUT, 'operation_type', 'action', 'delay_start', 'delay_end'];

/** Keys that are read, or say nothing that a plan of routes could follow. */
export const KNOWN_KEYS = {
  plan: ['ports', 'points', 'lines', 'areas', 'legs'],
  leg: [
    ...CLUSTER,
    ...['departure_port', 'arrival_port', 'first_activity', 'last_activity', 'clusters'],
    ...['vessel_speed', 'turnaround_time', 'buffer_time', 'delay_start'],
    ...['start_date', 'start_time', 'end_date', 'end_time', 'distance_between_stations'],
  ],
  cluster: CLUSTER,
  line: [...WORK, 'route', 'vessel_speed', 'reversible'],
  area: [...WORK, 'corners', 'duration'],
} as const;

/** The keys of a part of a plan that are not known and hold something. */
export const keysNotRead = (part: object, known: readonly string[]): string[] =>
  Object.entries(part).flatMap(([key, value]) =>
    value == null || known.includes(key) || (Array.isArray(value) && value.length === 0) ? [] : [key],
  );

/** Those of a plan, whose other keys are about the cruise, that hold lists. */
export const listsNotRead = (plan: object): string[] =>
  keysNotRead(plan, KNOWN_KEYS.plan).filter((key) => Array.isArray(plan[key as keyof typeof plan]));
