/** An answer as text in short lines, so that what has changed in it is read at once. */
import type { Track } from '../../../lib/engine/path/track.ts';
import type { PlannedWaypoint } from '../../../lib/engine/waypoints/waypoints.ts';

const DIGITS = 6;
/** More numbers than these are told by how many they are, the first, the last and their mean. */
const FEW = 8;
const WIDTH = 150;
/** Of the engine alone. */
const UNTOLD = 'unsmoothed';

export function told(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(DIGITS)));
  if (typeof value !== 'object' || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return toldList(Array.from(value as Float64Array));
  if (value instanceof Set) return toldList([...value]);
  if (value instanceof Map) return told(Object.fromEntries(value));
  if (Array.isArray(value)) return toldList(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor.name;
  // what of a mesh matters to an answer is in the answer
  if ('openCount' in value) return `a mesh of ${value.openCount} open cells`;
  if ('timeDays' in value) return toldTrack(value as Track);
  if ('movedNm' in value) return toldPlace(value as PlannedWaypoint);
  const entries = Object.entries(value).filter(([key, each]) => key !== UNTOLD && !isNothing(each));
  return together(
    entries.map(([key, each]) => `${key}: ${told(each)}`),
    '{}',
  );
}

/** How many points it has, their mean, and of each other list the last number and the mean. */
function toldTrack({ coordinates, ...along }: Track): string {
  const [lon, lat] = [0, 1].map((k) => told(meanOf(coordinates.map((at) => at[k]!))));
  const lists = Object.entries(along).filter(([, list]) => typeof list === 'object' && list?.length);
  const rest = lists.map(([name, list]) => {
    const all: readonly unknown[] = Array.from(list as ArrayLike<unknown>);
    return all.every(isNumber)
      ? `${name} ${told(all.at(-1))} (${told(meanOf(all))})`
      : `${name} ${told(all)}`;
  });
  return [`${coordinates.length} points (${lon}, ${lat})`, ...rest].join(', ');
}

const toldPlace = ({ used: { lat, lon }, movedNm }: PlannedWaypoint): string =>
  `(${told(lon)}, ${told(lat)})${movedNm > 0 ? ` moved ${told(movedNm)} NM` : ''}`;

const meanOf = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;

/** Most numbers are none, and most lists empty: they are left out, so that those are seen that are not. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === 0 ||
  typeof value === 'function' ||
  (Array.isArray(value) && value.length === 0);

const isNumber = (value: unknown): value is number => typeof value === 'number';

function toldList(list: readonly unknown[]): string {
  if (list.length > FEW && list.every(isNumber)) return summary(list);
  if (list.length > FEW && list.every(isPlace)) {
    return `[${summary(list.map(([lon]) => lon))}; ${summary(list.map(([, lat]) => lat))}]`;
  }
  return together(list.map(told), '[]');
}

const isPlace = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isNumber);

const summary = (list: readonly number[]): string =>
  `${list.length} from ${told(list[0])} to ${told(list.at(-1))}, mean ${told(meanOf(list))}`;

/** In one line where it fits. */
function together(parts: readonly string[], [open, close]: string): string {
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  return [open, ...parts.map((part) => `  ${part.replaceAll('\n', '\n  ')}`), close].join('\n');
}
