/** Lines and areas of a cruise plan as work of a stop. */
import type { Position } from '../../zones/geometry/polygon.ts';
import { surveyLines, surveyWays, surveyWidth } from '../work/survey-lines.ts';
import { areaFault } from '../work/work-fields.ts';
import { lengthNm, MOST_LINES } from '../work/work-ways.ts';
import type { PlannedArea, PlannedLine } from './cruise-plan.ts';

export const MINUTES_PER_HOUR = 60;

/** A stop's work, as a request has it. */
export interface CruiseWork {
  readonly fields: {
    readonly line?: [lat: number, lon: number][];
    readonly either_way?: boolean;
    readonly area?: { readonly type: 'Polygon'; readonly coordinates: Position[][] };
    readonly spacing_nm?: number;
    readonly speed_kn?: number;
    readonly stay_hours: number;
    readonly stay_after_hours: number;
  };
  /** Of the leg's remarks: how it is sailed. */
  readonly remark: string;
}

type Place = { readonly latitude: number; readonly longitude: number };
const position = ({ latitude, longitude }: Place): Position => [longitude, latitude];
const number = (value: number): string => value.toFixed(1);

export const nmOfLine = ({ route }: PlannedLine): number =>
  lengthNm(route.map(({ latitude, longitude }) => [longitude, latitude]));

export const isLine = (shape: PlannedLine | PlannedArea): shape is PlannedLine => Array.isArray(shape.route);

/** Null where it has no length. */
export function lineWork(line: PlannedLine): CruiseWork | null {
  const { name, route, vessel_speed: knots, reversible, delay_start, delay_end } = line;
  const nm = nmOfLine(line);
  if (!(nm > 0)) return null;
  return {
    fields: {
      line: route.map(({ latitude, longitude }) => [latitude, longitude]),
      either_way: reversible !== false,
      ...(knots && { speed_kn: knots }),
      stay_hours: (delay_start ?? 0) / MINUTES_PER_HOUR,
      stay_after_hours: (delay_end ?? 0) / MINUTES_PER_HOUR,
    },
    remark: `line "${name}": ${number(nm)} NM${knots ? ` at ${number(knots)} knots` : ''}`,
  };
}

/** @param mostNm lines that it may have */
interface AreaOptions {
  readonly knots: number;
  readonly mostNm: number;
}

/**
 * An area is surveyed on as many parallel lines as its duration has room for at a speed; what is left of it is stayed at
 * their end. The reason where it can't be: it is called at then.
 */
export function areaWork(area: PlannedArea, { knots, mostNm }: AreaOptions): CruiseWork | { reason: string } {
  const { name, corners, duration, delay_start, delay_end } = area;
  const ring = ringOf(corners.map(position));
  const polygon = { type: 'Polygon' as const, coordinates: [ring] };
  const hours = (duration ?? 0) / MINUTES_PER_HOUR;
  if (hours === 0) return { reason: 'it has no duration' };
  if (corners.length < 3) return { reason: 'it has fewer than three corners' };
  const fault = areaFault(polygon);
  if (fault) return { reason: `it ${fault}` };
  const width = surveyWidth(ring);
  const nmOf = (count: number) => {
    const lines = surveyLines(ring, { spacingNm: width / count, bearing: null });
    return lengthNm(surveyWays(lines)[0]!);
  };
  const room = Math.min(hours * knots, mostNm);
  if (nmOf(1) > room) return { reason: `one line through it is longer than ${number(room)} NM` };
  let count = 1;
  while (count < MOST_LINES && nmOf(count + 1) <= room) count++;
  const nm = nmOf(count);
  const lines = count === 1 ? 'one line' : `${count} lines, ${number(width / count)} NM apart`;
  return {
    fields: {
      area: polygon,
      spacing_nm: width / count,
      speed_kn: knots,
      stay_hours: (delay_start ?? 0) / MINUTES_PER_HOUR,
      stay_after_hours: hours - nm / knots + (delay_end ?? 0) / MINUTES_PER_HOUR,
    },
    remark: `area "${name}": ${lines}: ${number(nm)} NM at ${number(knots)} knots in its ${number(hours)} h`,
  };
}

function ringOf(corners: readonly Position[]): Position[] {
  const [first, last] = [corners[0]!, corners.at(-1)!];
  const isClosed = corners.length > 1 && first[0] === last[0] && first[1] === last[1];
  return isClosed ? [...corners] : [...corners, first];
}
