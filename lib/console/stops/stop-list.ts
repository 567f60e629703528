/** Changes of a list of stops, each a new list. Stops are known by their names, as in requests. */
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import type { Station } from '../../files/read-stations.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { extrasOf, movedTo } from './stop-work.ts';

/** As the service allows. */
export const MOST_STOPS = 50;
export const MOST_STAY_HOURS = 10_000;

export type StopList = readonly Stop[];
/** What is known of a stop that is to be added. */
export type NewStop = LatLon & Partial<Stop>;

/** A place from a table or a list. */
export const newStopOf = ({ lat, lon, name, stayHours }: Station): NewStop => ({
  lat,
  lon,
  ...(name !== null && { name }),
  ...(stayHours > 0 && { stay_hours: stayHours }),
});

/** Adds stops before an index of the list; those without a name, or with one that another has, get one of their own. */
export function withStops(list: StopList, added: readonly NewStop[], index = list.length): StopList {
  const names = new Set(list.map(({ name }) => name));
  const complete = added.map((given): Stop => {
    const { lat, lon, stay_hours = 0, after = [], not_before = null, not_after = null } = given;
    const name = freeName(names, given.name?.slice(0, 100) ?? null);
    names.add(name);
    return { lat, lon, name, stay_hours, after, not_before, not_after, ...extrasOf(given) };
  });
  return [...list.slice(0, index), ...complete, ...list.slice(index)];
}

function freeName(taken: ReadonlySet<string>, wanted: string | null): string {
  if (wanted !== null && !taken.has(wanted)) return wanted;
  for (let k = 1; ; k++) {
    const name = wanted === null ? `Stop ${k}` : `${wanted} (${k + 1})`;
    if (!taken.has(name)) return name;
  }
}

/** Where a further stop lengthens the way least, by great circles: the index before which it is added. */
export function bestIndex(start: LatLon, list: StopList, end: LatLon, added: LatLon): number {
  const points = [start, ...list, end];
  const detours = points.slice(1).map((to, k) => {
    const from = points[k]!;
    return haversineNm(from, added) + haversineNm(added, to) - haversineNm(from, to);
  });
  return detours.indexOf(Math.min(...detours));
}

/** @param change of its place: a line or a box goes with it */
export function changedStop(list: StopList, name: string, { lat, lon, ...change }: Partial<Stop>): StopList {
  const renamed = change.name;
  return list.map((stop) => {
    const changed = stop.name === name ? { ...stop, ...change } : stop;
    const isMoved = changed !== stop && (lat !== undefined || lon !== undefined);
    const own = isMoved ? movedTo(changed, { lat: lat ?? stop.lat, lon: lon ?? stop.lon }) : changed;
    if (renamed === undefined || renamed === name) return own;
    return { ...own, after: own.after.map((other) => (other === name ? renamed : other)) };
  });
}

export const withoutStop = (list: StopList, name: string): StopList =>
  list
    .filter((stop) => stop.name !== name)
    .map((stop) => ({ ...stop, after: stop.after.filter((other) => other !== name) }));

/** Moves a stop to another place of the list. */
export function withStopAt(list: StopList, name: string, index: number): StopList {
  const moved = list.find((stop) => stop.name === name);
  if (!moved) return list;
  const others = list.filter((stop) => stop !== moved);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

/** The list in another order; stops that the order does not name are last. */
export function inOrder(list: StopList, order: readonly string[]): StopList {
  const rank = new Map(order.map((name, k) => [name, k]));
  return list.toSorted((a, b) => (rank.get(a.name) ?? order.length) - (rank.get(b.name) ?? order.length));
}

/** The first two stops of a list that come in the wrong order: the later one has to come before. */
export function brokenOrder(list: StopList): { readonly stop: string; readonly after: string } | null {
  const passed = new Set<string>();
  for (const { name, after } of list) {
    const missing = after.find((other) => !passed.has(other) && list.some((stop) => stop.name === other));
    if (missing !== undefined) return { stop: name, after: missing };
    passed.add(name);
  }
  return null;
}
