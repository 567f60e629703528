/** The ways in which a stop that is no point can be done. */
import { computed } from '../../engine/computed.ts';
import { departure, METRES_PER_NM, type Point } from '../../engine/geometry/sphere.ts';
import type { Position } from '../../zones/geometry/polygon.ts';
import { surveyLines, surveyWays } from './survey-lines.ts';

/** Of one area. */
export const MOST_LINES = 1000;
/** Lines of one request together. */
export const MOST_NM = 2000;

/** What a stop has that is a line or an area; its fields are those of a request (work-fields.ts). */
export interface WorkShape {
  readonly line?: readonly (readonly [lat: number, lon: number])[] | undefined;
  readonly either_way?: boolean | undefined;
  readonly area?: { readonly coordinates: readonly (readonly Position[])[] } | undefined;
  readonly spacing_nm?: number | undefined;
  readonly bearing?: number | undefined;
}

export const isWork = ({ line, area }: WorkShape): boolean => Boolean(line || area);

const known = new WeakMap<WorkShape, Point[][]>();

/** The ways to do the work: along each of these lines. Of a line its own, and the same the other way. */
export const workWays = (stop: WorkShape): readonly Point[][] => computed(known, stop, () => waysOf(stop));

function waysOf({ line, either_way, area, spacing_nm, bearing }: WorkShape): Point[][] {
  if (line) {
    const points = line.map(([lat, lon]): Point => [lon, lat]);
    return either_way === false ? [points] : [points, points.toReversed()];
  }
  return surveyWays(surveyLines(area!.coordinates[0]!, { spacingNm: spacing_nm!, bearing: bearing ?? null }));
}

export function lengthNm(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, to, k) => {
    const { x, y } = departure(line[k]!, to);
    return sum + Math.hypot(x, y) / METRES_PER_NM;
  }, 0);
}
