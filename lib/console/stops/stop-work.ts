/** Stops that are lines or boxes, or may be left out: what the page keeps of them, moves, sends, and writes into a link. */
import { type LatLon, wrapLongitude } from '../../engine/geometry/sphere.ts';
import type { Stop } from '../../voyage/stops/stop-fields.ts';
import { openingFaults } from '../../voyage/work/opening-faults.ts';
import { lineCount, surveyWidth } from '../../voyage/work/survey-lines.ts';
import { OPENINGS } from '../../voyage/work/timed-stop.ts';
import {
  isWork,
  lengthNm,
  MOST_LINES,
  MOST_NM,
  type WorkShape,
  workWays,
} from '../../voyage/work/work-ways.ts';

import { minuteText, timeFrom } from './minute-text.ts';

/** Where lines may begin: a pole is no place for them. */
const MOST_LATITUDE = 89.9;

const EXTRAS = [
  ...(['line', 'either_way', 'area', 'spacing_nm', 'bearing', 'speed_kn'] as const),
  ...(['consumption_factor', 'stay_after_hours', 'value', 'after_if_done'] as const),
  ...(['refuel_tonnes', 'refuel', 'may_pause'] as const),
  ...OPENINGS,
];

/** What a stop may have besides its place, name, stay, first window and order. */
export type StopExtras = Pick<Stop, (typeof EXTRAS)[number]>;

export const extrasOf = (stop: Partial<Stop>): Partial<StopExtras> =>
  Object.fromEntries(EXTRAS.flatMap((name) => (stop[name] === undefined ? [] : [[name, stop[name]]])));

/** As a request has it: work says itself where it is. */
export function sentStop(stop: Stop): Stop {
  if (!isWork(stop)) return stop;
  const { lat: _, lon: __, ...sent } = stop;
  return sent as Stop;
}

/** Where work is called at first, as it is drawn or written. */
export function placeOfWork(work: WorkShape): LatLon {
  const [lon, lat] = workWays(work)[0]![0]!;
  return { lat, lon };
}

/** A stop at another place: its line or box goes there as a whole. */
export function movedTo(stop: Stop, { lat, lon }: LatLon): Stop {
  if (!isWork(stop)) return { ...stop, lat, lon };
  const north = lat - stop.lat;
  const east = lon - stop.lon;
  const latitude = (value: number) => Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, value + north));
  const longitude = (value: number) => wrapLongitude(value + east);
  const { line, area } = stop;
  const moved: Stop = {
    ...stop,
    ...(line && { line: line.map(([y, x]): [number, number] => [latitude(y), longitude(x)]) }),
    ...(area && {
      area: {
        ...area,
        coordinates: area.coordinates.map((ring) => ring.map(([x, y]) => [longitude(x!), latitude(y!)])),
      },
    }),
  } as Stop;
  return { ...moved, ...placeOfWork(moved) };
}

/** Lines of a box that was drawn. */
const DRAWN_LINES = 8;

/** A line or a box through points [lon, lat]; null where they are too few. */
export function drawnWork(
  kind: 'line' | 'area',
  points: readonly (readonly [number, number])[],
): Pick<StopExtras, 'line' | 'area' | 'spacing_nm'> | null {
  if (points.length < (kind === 'line' ? 2 : 3)) return null;
  if (kind === 'line') return { line: points.map(([lon, lat]) => [lat, lon]) };
  const ring = [...points, points[0]!].map(([lon, lat]): [number, number] => [lon, lat]);
  const spacing = surveyWidth(ring) / DRAWN_LINES;
  return {
    area: { type: 'Polygon', coordinates: [ring] },
    // rounded up, so that there are no more lines than that
    spacing_nm: spacing > 0.1 ? Math.ceil(spacing * 10 - 1e-6) / 10 : spacing,
  };
}

/** Why work can't be asked for; null where it can. */
export function workProblem(work: WorkShape): string | null {
  const { area, spacing_nm, bearing } = work;
  if (area) {
    if (!(spacing_nm! > 0)) return 'A box needs a spacing above 0.';
    const count = lineCount(area.coordinates[0]!, { spacingNm: spacing_nm!, bearing: bearing ?? null });
    if (count > MOST_LINES) return `At that spacing it has more than ${MOST_LINES} lines.`;
  }
  const nm = lengthNm(workWays(work)[0]!);
  if (!(nm > 0)) return 'It has no length.';
  return nm > MOST_NM ? `Its lines are longer than ${MOST_NM} NM.` : null;
}

/** Of its lines, whichever way it is sailed. */
export const nmOfWork = (work: WorkShape): number => lengthNm(workWays(work)[0]!);

const NUMBERS = {
  v: 'value',
  s: 'speed_kn',
  w: 'spacing_nm',
  b: 'bearing',
  f: 'consumption_factor',
  e: 'stay_after_hours',
  n: 'most_wind_kn',
  h: 'most_wave_m',
  i: 'most_ice_percent',
  r: 'refuel_tonnes',
} as const;
/** Those that may be 0. */
const FROM_ZERO: readonly string[] = ['stay_after_hours', 'most_wave_m', 'most_ice_percent'];
const LIGHTS: readonly string[] = ['sun', 'civil', 'nautical'] satisfies Stop['daylight'][];

/** For a link, each a letter with its value: `v3`, `s5`, `l-63.5 -65.5 -65.5 -70.5`. */
export function extrasToText(stop: Stop): string[] {
  const degrees = (values: readonly number[]) => values.map((value) => Number(value.toFixed(7))).join(' ');
  const { line, area, either_way, after_if_done, windows, daylight, may_pause, refuel } = stop;
  return [
    ...Object.entries(NUMBERS).flatMap(([letter, name]) =>
      stop[name] === undefined ? [] : [`${letter}${stop[name]}`],
    ),
    ...(after_if_done ? ['d'] : []),
    ...(either_way === false ? ['o'] : []),
    ...(may_pause ? ['p'] : []),
    ...(refuel ? ['u'] : []),
    ...(daylight ? [`g${daylight}`] : []),
    ...(windows ? [`t${windows.flatMap(({ from, to }) => [from, to].map(minuteText)).join(' ')}`] : []),
    ...(line ? [`l${degrees(line.flat())}`] : []),
    ...(area ? [`a${degrees(area.coordinates[0]!.slice(0, -1).flat())}`] : []),
  ];
}

/** Null where they make no sense. */
export function extrasFromText(parts: readonly string[]): Partial<StopExtras> | null {
  const extras: { -readonly [Name in keyof StopExtras]?: unknown } = {};
  for (const part of parts) {
    const [letter, text] = [part[0] ?? '', part.slice(1)];
    if (letter === 'g' || letter === 't') {
      const opening = letter === 'g' ? lightFrom(text) : windowsFrom(text);
      if (!opening) return null;
      Object.assign(extras, opening);
      continue;
    }
    const values = text.split(' ').map(Number);
    if (text !== '' && !values.every(Number.isFinite)) return null;
    if (letter in NUMBERS) {
      const name = NUMBERS[letter as keyof typeof NUMBERS];
      if (!(values[0]! > 0 || name === 'bearing' || (FROM_ZERO.includes(name) && values[0] === 0)))
        return null;
      extras[name] = values[0];
    } else if (letter === 'd') extras.after_if_done = true;
    else if (letter === 'o') extras.either_way = false;
    else if (letter === 'p') extras.may_pause = true;
    else if (letter === 'u') extras.refuel = 'full';
    else if (letter === 'l') extras.line = pairsOf(values);
    else if (letter === 'a') {
      const ring = pairsOf(values);
      extras.area = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
    } else if (letter !== '') return null;
  }
  const read = extras as Partial<StopExtras>;
  const [ring] = read.area?.coordinates ?? [];
  const latitudes = read.line?.map(([lat]) => lat) ?? ring?.map((position) => position[1]!) ?? [];
  const isShape = read.line ? read.line.length > 1 : !ring || ring.length > 3;
  if (!isShape || (read.line && ring) || latitudes.some((lat) => !(Math.abs(lat) <= MOST_LATITUDE)))
    return null;
  if (openingFaults({ ...read, ...UNNAMED }, ANY_DEPARTURE).length > 0) return null;
  return isWork(read) && workProblem(read) !== null ? null : read;
}

/** What is of no account for whether its openings contradict each other. */
const UNNAMED = { name: '', not_before: null, not_after: null };
const ANY_DEPARTURE = '';

const lightFrom = (text: string) =>
  LIGHTS.includes(text) ? { daylight: text as NonNullable<Stop['daylight']> } : null;

function windowsFrom(text: string): Pick<StopExtras, 'windows'> | null {
  const times = text.split(' ').map(timeFrom);
  if (times.length % 2 === 1 || times.includes(null)) return null;
  const windows = times.flatMap((to, k) => (k % 2 === 1 ? [{ from: times[k - 1]!, to: to! }] : []));
  return { windows };
}

const pairsOf = (values: readonly number[]): [number, number][] =>
  Array.from({ length: Math.floor(values.length / 2) }, (_, k) => [values[2 * k]!, values[2 * k + 1]!]);
